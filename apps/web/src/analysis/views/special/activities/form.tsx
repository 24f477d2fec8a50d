import {
  type Activity,
  type ActivityBody,
  type ActivityKind,
  type AreaNode,
  activityKinds,
} from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { DatePicker, Form, Input, InputNumber, Modal, Segmented, Select } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { sharedQueries } from '../../../../lib/queries.ts'
import { TimeField } from '../../../../ui/time-field.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { words } from './text.ts'
import { activitiesChanged } from './use-activities.ts'
import './activities.css'

const kinds = Object.keys(activityKinds) as ActivityKind[]
type Where = 'all' | 'areas' | 'shops'
const initialHours = { open: '10:00', close: '22:00' }

function bodyOf(activity: Activity | undefined): ActivityBody {
  const today = dayjs().format('YYYY-MM-DD')
  const { name, nameEn, kind, from, to, openTime, closeTime, shopIds, areaIds, place, cost, note } =
    activity ?? {
      name: '',
      nameEn: '',
      kind: 'discount' as const,
      from: today,
      to: dayjs().add(6, 'day').format('YYYY-MM-DD'),
      openTime: null,
      closeTime: null,
      shopIds: [],
      areaIds: [],
      place: '',
      cost: null,
      note: '',
    }
  return { name, nameEn, kind, from, to, openTime, closeTime, shopIds, areaIds, place, cost, note }
}

/** Puts an activity down, or changes one. */
export function ActivityForm({
  activity,
  onClose,
  onSaved,
}: {
  activity: Activity | undefined
  onClose: () => void
  onSaved: (saved: Activity) => void
}) {
  const t = useText()
  const nameOf = useName()
  const areas = useQuery(sharedQueries.areaTree())
  const shops = useQuery(sharedQueries.allShops())
  const [body, write] = useState(() => bodyOf(activity))
  const [where, choose] = useState<Where>(
    body.shopIds.length > 0 ? 'shops' : body.areaIds.length > 0 ? 'areas' : 'all',
  )
  const [isSaving, saving] = useState(false)
  const set = (more: Partial<ActivityBody>) => write({ ...body, ...more })
  const isPlaced = where === 'all' || (where === 'shops' ? body.shopIds.length > 0 : body.areaIds.length > 0)
  const isWhole = body.name.trim() !== '' && isPlaced

  async function save() {
    saving(true)
    const sent = {
      ...body,
      shopIds: where === 'shops' ? body.shopIds : [],
      areaIds: where === 'areas' ? body.areaIds : [],
    }
    try {
      const saved = activity
        ? await api.activities.update({
            params: { activityId: activity.id },
            body: { ...sent, version: activity.version },
          })
        : await api.activities.create({ body: sent })
      await activitiesChanged()
      toast.success({ zh: '已保存「{name}」', en: '“{name}” was saved' }, { name: saved.name })
      onSaved(saved)
      onClose()
    } catch (error) {
      toast.error(error)
    } finally {
      saving(false)
    }
  }

  return (
    <Modal
      open
      width={620}
      title={activity ? t({ zh: '编辑活动', en: 'Edit activity' }) : t(words.create)}
      okText={t(words.save)}
      cancelText={t(words.close)}
      confirmLoading={isSaving}
      okButtonProps={{ disabled: !isWhole }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Form layout="vertical" className="activity-form">
        <div className="activity-pair">
          <Form.Item label={t(words.name)} required htmlFor="activity-name">
            <Input
              id="activity-name"
              autoFocus
              maxLength={60}
              value={body.name}
              onChange={event => set({ name: event.target.value })}
            />
          </Form.Item>
          <Form.Item label={t(words.nameEn)} htmlFor="activity-name-en">
            <Input
              id="activity-name-en"
              maxLength={60}
              value={body.nameEn}
              onChange={event => set({ nameEn: event.target.value })}
            />
          </Form.Item>
          <Form.Item label={t(words.kind)}>
            <Select
              aria-label={t(words.kind)}
              value={body.kind}
              options={kinds.map(id => ({ value: id, label: t(activityKinds[id]) }))}
              onChange={kind => set({ kind })}
            />
          </Form.Item>
          <Form.Item label={t(words.days)} required>
            <DatePicker.RangePicker
              aria-label={t(words.days)}
              allowClear={false}
              value={[dayjs(body.from), dayjs(body.to)]}
              onChange={value => {
                const [from, to] = value ?? []
                if (from && to) set({ from: from.format('YYYY-MM-DD'), to: to.format('YYYY-MM-DD') })
              }}
            />
          </Form.Item>
        </div>
        <Form.Item
          label={t(words.hours)}
          help={t({
            zh: '增量按整天计算，时间仅作说明',
            en: 'Uplift is of whole days; the hours are a note',
          })}
        >
          <span className="activity-hours">
            <Segmented
              aria-label={t(words.hours)}
              value={body.openTime === null ? 'open' : 'own'}
              options={[
                { value: 'open', label: t(words.wholeDay) },
                { value: 'own', label: t({ zh: '指定时间', en: 'Certain hours' }) },
              ]}
              onChange={value =>
                set(
                  value === 'open'
                    ? { openTime: null, closeTime: null }
                    : { openTime: initialHours.open, closeTime: initialHours.close },
                )
              }
            />
            {body.openTime !== null && body.closeTime !== null && (
              <>
                <TimeField
                  aria-label={t({ zh: '开始时间', en: 'From' })}
                  value={body.openTime}
                  onChange={openTime => set({ openTime })}
                />
                –
                <TimeField
                  aria-label={t({ zh: '结束时间', en: 'To' })}
                  value={body.closeTime}
                  onChange={closeTime => set({ closeTime })}
                />
              </>
            )}
          </span>
        </Form.Item>
        <Form.Item label={t(words.where)} required>
          <Segmented
            aria-label={t(words.where)}
            value={where}
            options={[
              { value: 'all' as const, label: t(words.everyShop) },
              { value: 'areas' as const, label: t(words.areas) },
              { value: 'shops' as const, label: t(words.shops) },
            ]}
            onChange={choose}
          />
        </Form.Item>
        {where === 'areas' && (
          <Form.Item>
            <Select
              mode="multiple"
              aria-label={t(words.areas)}
              placeholder={t({ zh: '选择大区、省、市或区县', en: 'Regions, provinces, cities or counties' })}
              value={body.areaIds}
              loading={areas.isPending}
              maxTagCount={4}
              showSearch={{ optionFilterProp: 'label' }}
              options={flat(areas.data ?? []).map(({ path, id }) => ({
                value: id,
                label: path.map(area => nameOf(area.name, area.nameEn)).join(' / '),
              }))}
              onChange={areaIds => set({ areaIds })}
            />
          </Form.Item>
        )}
        {where === 'shops' && (
          <Form.Item>
            <Select
              mode="multiple"
              aria-label={t(words.shops)}
              placeholder={t({ zh: '选择门店', en: 'Choose shops' })}
              value={body.shopIds}
              loading={shops.isPending}
              maxTagCount={4}
              showSearch={{ optionFilterProp: 'label' }}
              options={(shops.data ?? []).map(shop => ({
                value: shop.shopid,
                label: nameOf(shop.shopname, shop.shopnameEn),
              }))}
              onChange={shopIds => set({ shopIds })}
            />
          </Form.Item>
        )}
        <div className="activity-pair">
          <Form.Item label={t(words.place)} htmlFor="activity-place">
            <Input
              id="activity-place"
              maxLength={60}
              value={body.place}
              placeholder={t({ zh: '如：中庭', en: 'for example Atrium' })}
              onChange={event => set({ place: event.target.value })}
            />
          </Form.Item>
          <Form.Item label={t(words.cost)} htmlFor="activity-cost">
            <InputNumber
              id="activity-cost"
              min={0}
              max={1e9}
              precision={2}
              style={{ width: '100%' }}
              value={body.cost}
              onChange={cost => set({ cost })}
            />
          </Form.Item>
        </div>
        <Form.Item label={t(words.note)} htmlFor="activity-note">
          <Input.TextArea
            id="activity-note"
            maxLength={500}
            autoSize={{ minRows: 2, maxRows: 4 }}
            value={body.note}
            onChange={event => set({ note: event.target.value })}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}

/** Every area with the areas above it. */
function flat(
  nodes: readonly AreaNode[],
  above: readonly AreaNode[] = [],
): { id: string; path: AreaNode[] }[] {
  return nodes.flatMap(node => {
    const path = [...above, node]
    return [{ id: node.id, path }, ...flat(node.children, path)]
  })
}
