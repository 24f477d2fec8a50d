import type { Camera } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Select } from 'antd'
import { Plus, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useName, useText } from '../../lib/i18n.ts'
import { useMatcher } from '../../lib/matcher.ts'
import { sharedQueries } from '../../lib/queries.ts'
import { useWritten } from '../../lib/written.ts'
import { isShopIn, useScope } from '../../shell/scope.ts'
import { SortHandle } from '../../ui/sort-handle.tsx'
import { moved, useSortable } from '../../ui/sortable.ts'
import { inspectionQueries } from '../queries.ts'
import { useCamerasById } from '../wall/use-wall-cameras.ts'
import type { PlanPane } from './turns.ts'
import type { Draft } from './use-plan-form.ts'

type Group = Draft['groups'][number]
type Sort = {
  row: ReturnType<ReturnType<typeof useSortable>['row']>
  handle: ReturnType<ReturnType<typeof useSortable>['handle']>
}
type Props = {
  group: Group
  sort: Sort
  isUnnamed: boolean
  isOnly: boolean
  onChange: (group: Group) => void
  onRemove: () => void
}

/** One group of a plan: its name, its cameras in order with an optional preset each, and where more come from. */
export function PlanGroup({ group, sort, isUnnamed, isOnly, onChange, onRemove }: Props) {
  const t = useText()
  const [isAdding, add] = useState(group.panes.length === 0)
  const { byId } = useCamerasById(group.panes.map(pane => pane.cameraId))
  const setPanes = (panes: PlanPane[]) => onChange({ ...group, panes })
  const order = useSortable(group.panes.length, (from, to) => setPanes(moved(group.panes, from, to)))
  return (
    <li className="plan-group" {...sort.row}>
      <div className="plan-group-head">
        <SortHandle name={group.name} {...sort.handle} />
        <Input
          size="small"
          value={group.name}
          maxLength={60}
          status={isUnnamed ? 'error' : ''}
          aria-label={t({ zh: '分组名称', en: 'Name of the group' })}
          onChange={event => onChange({ ...group, name: event.target.value })}
        />
        <span className="plan-facts">
          {t(
            { zh: '{n} 路', en: '{n, plural, one {# camera} other {# cameras}}' },
            { n: group.panes.length },
          )}
        </span>
        <Button
          size="small"
          icon={<Plus size={13} />}
          aria-expanded={isAdding}
          onClick={() => add(!isAdding)}
        >
          {t({ zh: '加摄像头', en: 'Add cameras' })}
        </Button>
        {!isOnly && (
          <button
            type="button"
            className="icon-button"
            aria-label={t({ zh: '删除分组「{name}」', en: 'Remove the group {name}' }, { name: group.name })}
            onClick={onRemove}
          >
            <Trash2 size={14} aria-hidden />
          </button>
        )}
      </div>
      {group.panes.length === 0 && !isAdding && (
        <em role="alert">{t({ zh: '这一组还没有摄像头', en: 'This group has no cameras yet' })}</em>
      )}
      <ol className="plan-panes">
        {group.panes.map((pane, index) => (
          <PaneLine
            key={pane.cameraId}
            pane={pane}
            camera={byId.get(pane.cameraId)}
            sort={{ row: order.row(index), handle: order.handle(index) }}
            onChange={next => setPanes(group.panes.with(index, next))}
            onRemove={() => setPanes(group.panes.toSpliced(index, 1))}
          />
        ))}
      </ol>
      {isAdding && (
        <AddCameras
          taken={new Set(group.panes.map(pane => pane.cameraId))}
          onAdd={cameras =>
            setPanes([...group.panes, ...cameras.map(camera => ({ cameraId: camera.id, presetId: null }))])
          }
        />
      )}
    </li>
  )
}

type PaneLineProps = {
  pane: PlanPane
  camera: Camera | undefined
  sort: Sort
  onChange: (pane: PlanPane) => void
  onRemove: () => void
}

function PaneLine({ pane, camera, sort, onChange, onRemove }: PaneLineProps) {
  const t = useText()
  const written = useWritten()
  const name = useName()
  const has = camera?.capabilities.presets ?? false
  const presets = useQuery({ ...inspectionQueries.presets(pane.cameraId), enabled: has })
  const label = camera
    ? `${name(camera.shopname, camera.shopnameEn)} ${camera.number} ${name(camera.name, camera.nameEn)}`
    : t({ zh: '摄像头 {id}', en: 'Camera {id}' }, { id: pane.cameraId })
  return (
    <li className="plan-pane" {...sort.row}>
      <SortHandle name={label} {...sort.handle} />
      <span className="ellipsis" title={label}>
        {label}
      </span>
      {has && (
        <Select
          size="small"
          className="plan-preset"
          value={pane.presetId ?? ''}
          aria-label={t({ zh: '预置位', en: 'Preset' })}
          onChange={presetId => onChange({ ...pane, presetId: presetId === '' ? null : presetId })}
          options={[
            { value: '', label: t({ zh: '当前位置', en: 'As it stands' }) },
            ...(presets.data ?? []).map(preset => ({
              value: preset.id,
              label: `${preset.presetIndex} ${written(preset.presetName)}`,
            })),
          ]}
        />
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={t({ zh: '移除「{name}」', en: 'Remove {name}' }, { name: label })}
        onClick={onRemove}
      >
        <X size={14} aria-hidden />
      </button>
    </li>
  )
}

/** Cameras of a shop to choose from; shops of the area of the page only. */
function AddCameras({ taken, onAdd }: { taken: ReadonlySet<string>; onAdd: (cameras: Camera[]) => void }) {
  const t = useText()
  const name = useName()
  const matches = useMatcher()
  const { scope, shopId: scopedShop } = useScope()
  const shops = useQuery(sharedQueries.allShops())
  const inScope = (shops.data ?? []).filter(
    shop => scope.kind !== 'area' || isShopIn(shop, scope.level, scope.id),
  )
  const [chosen, choose] = useState<string>()
  const shopId = chosen ?? scopedShop ?? inScope[0]?.shopid
  const cameras = useQuery({ ...sharedQueries.cameras(shopId ?? ''), enabled: shopId !== undefined })
  const free = (cameras.data ?? []).filter(camera => !taken.has(camera.id))
  return (
    <div className="add-cameras">
      <div className="field-row">
        <Select
          showSearch
          size="small"
          className="add-shop"
          value={shopId}
          loading={shops.isPending}
          aria-label={t({ zh: '门店', en: 'Shop' })}
          onChange={choose}
          filterOption={(typed, option) =>
            matches(String(option?.label ?? ''), typed) || matches(String(option?.code ?? ''), typed)
          }
          options={inScope.map(shop => ({
            value: shop.shopid,
            label: name(shop.shopname, shop.shopnameEn),
            code: shop.code,
          }))}
        />
        <Button size="small" disabled={free.length === 0} onClick={() => onAdd(free)}>
          {t({ zh: '全部加入', en: 'Add all' })}
        </Button>
      </div>
      <ul className="add-list">
        {(cameras.data ?? []).map(camera => (
          <li key={camera.id}>
            <Button
              size="small"
              type="text"
              icon={<Plus size={12} />}
              disabled={taken.has(camera.id)}
              onClick={() => onAdd([camera])}
            >
              {camera.number} {name(camera.name, camera.nameEn)}
            </Button>
          </li>
        ))}
        {cameras.data?.length === 0 && (
          <li className="plan-facts">{t({ zh: '该门店没有摄像头', en: 'This shop has no cameras' })}</li>
        )}
      </ul>
    </div>
  )
}
