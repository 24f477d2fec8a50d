import type { AreaFigures, CustomArea } from '@aisle/contract'
import { useMutation } from '@tanstack/react-query'
import { Copy, Filter, Pencil, Trash2 } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFigure } from '../../../../lib/figures/figure.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { queryClient } from '../../../../lib/queries.ts'
import { useStore } from '../../../../lib/store.ts'
import { Tag } from '../../../../ui/bits.tsx'
import { ConfirmPopover } from '../../../../ui/confirm.tsx'
import { Growth } from '../../../../ui/growth.tsx'
import { EmptyState } from '../../../../ui/states.tsx'
import { toast } from '../../../../ui/toast.tsx'
import type { Special } from '../../kinds/special.ts'
import { RoundButton } from '../now/round-button.tsx'
import { SpecialCard } from '../special-card.tsx'
import { areaNumbers, growthOf } from './area-numbers.ts'
import { draftOf, editingOf } from './draft.ts'
import { editingStore, pickedStore } from './store.ts'
import { basis, colorOf } from './text.ts'
import { useAreaFigures } from './use-area-figures.ts'
import { useAreas } from './use-areas.ts'
import './areas.css'

const invalidate = async () => {
  await queryClient.invalidateQueries({ queryKey: ['floorPlans', 'areas'] })
  await queryClient.invalidateQueries({ queryKey: ['floorPlans', 'areaFigures'] })
}

/** Areas that were drawn, each with what tracks and heat say of it; changed, copied, deleted here. */
export function AreaList(props: Special) {
  const { panel, asking, className } = props
  const t = useText()
  const { shopId, plans, areas, state, error, mayEdit, retry } = useAreas(props)
  const compare = asking?.compare
  const figures = useAreaFigures(asking, shopId)
  const of = new Map(figures.data?.map(one => [one.areaId, one]))
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={state}
      error={error}
      onRetry={retry}
      isRefreshing={figures.isFetching && figures.data !== undefined}
      hint={t({ zh: '选择一个区域，下方只看它', en: 'Choose one to read it alone below' })}
    >
      {areas.length === 0 ? (
        <EmptyState
          text={
            mayEdit
              ? t({
                  zh: '还没有自定义区域。在平面图上点「画区域」开始。',
                  en: 'No area yet. Begin with “Draw an area” on the plan.',
                })
              : t({ zh: '还没有共享的自定义区域', en: 'No shared area yet' })
          }
        />
      ) : (
        <ul className="area-list">
          {areas.map(area => (
            <AreaRow
              key={area.id}
              area={area}
              plan={plans.find(({ id }) => id === area.planId)}
              figures={of.get(area.id)}
              hasFailed={figures.isError}
              isCompared={compare !== undefined}
              mayEdit={mayEdit}
            />
          ))}
        </ul>
      )}
      <p className="plan-note area-basis">{t(basis)}</p>
    </SpecialCard>
  )
}

function AreaRow({
  area,
  plan,
  figures,
  hasFailed,
  isCompared,
  mayEdit,
}: {
  area: CustomArea
  plan: ReturnType<typeof useAreas>['plans'][number] | undefined
  figures: AreaFigures | undefined
  hasFailed: boolean
  isCompared: boolean
  mayEdit: boolean
}) {
  const t = useText()
  const name = useName()
  const figure = useFigure()
  const [, setSearch] = useSearchParams()
  const picked = useStore(pickedStore)
  const restore = async () => {
    try {
      await api.customAreas.restore({ params: { areaId: area.id } })
      await invalidate()
    } catch (error) {
      toast.error(error)
    }
  }
  const remove = async () => {
    await api.customAreas.remove({ params: { areaId: area.id } })
    if (editingStore.get()?.now.id === area.id) editingStore.set(undefined)
    if (pickedStore.get() === area.id) pickedStore.set(undefined)
    await invalidate()
    toast.undo({ zh: '已删除「{name}」', en: 'Deleted {name}' }, () => void restore(), { name: area.name })
  }
  const copy = useMutation({
    mutationFn: () => {
      const { id: _, version: __, ...body } = draftOf(area)
      const copied = t({ zh: '{name} 副本', en: 'Copy of {name}' }, { name: area.name }).slice(0, 40)
      return api.customAreas.create({ body: { ...body, name: copied, isShared: false } })
    },
    async onSuccess(made) {
      await invalidate()
      pickedStore.set(made.id)
    },
    onError: error => toast.error(error),
  })
  const { shape } = area
  const numbers = areaNumbers.map(({ label, kind, of }) => ({
    label: t(label),
    kind,
    value: figures ? of(figures.current) : null,
    before: figures?.compared && of(figures.compared),
  }))
  return (
    <li data-at={picked === area.id || undefined}>
      <button
        type="button"
        className="area-row-name"
        aria-pressed={picked === area.id}
        onClick={() => pickedStore.set(picked === area.id ? undefined : area.id)}
      >
        <i style={{ background: colorOf[area.color] }} aria-hidden />
        <strong>{area.name}</strong>
        <span>
          {plan && name(plan.floorName, plan.floorNameEn)}
          {figures && ` · ${figure.full(figures.areaM2, { unit: 'squareMetres', decimals: 0 })} ㎡`}
        </span>
      </button>
      <span className="area-tags">
        {shape.kind === 'zones' && (
          <Tag tone="neutral">
            {t(
              { zh: '{n} 个区域', en: '{n, plural, one {# zone} other {# zones}}' },
              { n: shape.zoneIds.length },
            )}
          </Tag>
        )}
        {area.isShared && (
          <Tag tone="primary">
            {area.own
              ? t({ zh: '已共享', en: 'Shared' })
              : t({ zh: '来自 {name}', en: 'By {name}' }, { name: area.ownerName })}
          </Tag>
        )}
      </span>
      <dl className="area-numbers">
        {numbers.map(({ label, value, before, kind }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {hasFailed
                ? t({ zh: '读取失败', en: 'failed' })
                : value === null
                  ? '—'
                  : `${figure.short(value, kind)} ${figure.unit(kind)}`}
              {isCompared && value !== null && <Growth value={growthOf(value, before)} />}
            </dd>
          </div>
        ))}
      </dl>
      <span className="area-row-actions">
        {shape.kind === 'zones' && (
          <RoundButton
            label={t({ zh: '用「{name}」筛选本页', en: 'Narrow the page to {name}' }, { name: area.name })}
            Icon={Filter}
            onClick={() =>
              setSearch(
                search => {
                  const next = new URLSearchParams(search)
                  next.set('zone', shape.zoneIds.join(','))
                  return next
                },
                { replace: true },
              )
            }
          />
        )}
        {mayEdit && (
          <RoundButton
            label={t({ zh: '复制「{name}」', en: 'Copy {name}' }, { name: area.name })}
            Icon={Copy}
            onClick={() => copy.mutate()}
          />
        )}
        {mayEdit && area.own && (
          <>
            <RoundButton
              label={t({ zh: '修改「{name}」', en: 'Change {name}' }, { name: area.name })}
              Icon={Pencil}
              onClick={() => {
                pickedStore.set(area.id)
                editingStore.set(editingOf(area))
              }}
            />
            <ConfirmPopover name={area.name} onConfirm={remove}>
              <button
                type="button"
                className="icon-button"
                aria-label={t({ zh: '删除「{name}」', en: 'Delete {name}' }, { name: area.name })}
              >
                <Trash2 size={14} aria-hidden />
              </button>
            </ConfirmPopover>
          </>
        )}
      </span>
    </li>
  )
}
