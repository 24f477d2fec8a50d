import { type Watch, type WatchedKind, type WatchLimit, watchLimits, watchLimitsOf } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { isProblem } from '../../../../lib/problem.ts'
import { useSession } from '../../../../lib/session.ts'
import { stateOf } from '../../../../ui/panel.tsx'
import { toast } from '../../../../ui/toast.tsx'
import type { Asking } from '../../ask.ts'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { monthsOf } from './around.ts'
import { type Place, PlaceFields } from './place-fields.tsx'
import { useWhere, warningQueries, warningsChanged } from './queries.ts'
import { watchedBy } from './watch-list.tsx'
import { words } from './words.ts'
import './warnings.css'

/** Targets and limits of a place: of one that is watched, or of another, which is watched from then on. */
export function WatchForm({ view, panel, className, asking }: Special) {
  const { can } = useSession()
  const where = useWhere(asking)
  const kind = watchedBy[view.path] ?? 'floor'
  const query = useQuery({ ...warningQueries.watches(where ?? {}, kind), enabled: where !== undefined })
  return (
    <SpecialCard
      panel={panel}
      className={`${className} warnings`}
      state={can('warning.handle') ? stateOf(query) : 'forbidden'}
      error={query.error}
      onRetry={() => void query.refetch()}
    >
      {asking && <WatchFields kind={kind} asking={asking} />}
    </SpecialCard>
  )
}

/** The form itself, with the choice of the place. */
export function WatchFields({ kind, asking }: { kind: WatchedKind; asking: Asking }) {
  const t = useText()
  const name = useName()
  const where = useWhere(asking)
  const query = useQuery({ ...warningQueries.watches(where ?? {}, kind), enabled: where !== undefined })
  const [chosen, choose] = useState('')
  const watch = query.data?.find(({ id }) => id === chosen)
  return (
    <>
      <Form layout="vertical" className="warning-form">
        <Form.Item label={t({ zh: '关注项', en: 'Place' })}>
          <Select
            aria-label={t({ zh: '关注项', en: 'Place' })}
            value={chosen}
            onChange={choose}
            options={[
              { value: '', label: t({ zh: '新增关注', en: 'Watch another place' }) },
              ...(query.data ?? []).map(one => ({
                value: one.id,
                label: `${name(one.shopname, one.shopnameEn)} · ${name(one.nodeName, one.nodeNameEn)}`,
              })),
            ]}
          />
        </Form.Item>
      </Form>
      {query.data && (
        <Fields
          key={`${chosen} ${watch?.version ?? 0}`}
          kind={kind}
          watch={watch}
          month={monthsOf(asking.period).at(-1) ?? asking.period.to.slice(0, 7)}
          shopId={asking.scope.kind === 'shop' ? asking.scope.shopId : undefined}
          onMade={choose}
        />
      )}
    </>
  )
}

function Fields({
  kind,
  watch,
  month: firstMonth,
  shopId: given,
  onMade,
}: {
  kind: WatchedKind
  watch: Watch | undefined
  month: string
  shopId: string | undefined
  onMade: (id: string) => void
}) {
  const t = useText()
  const [place, choose] = useState<Place>({ shopId: given ?? '', nodeId: '' })
  const { shopId, nodeId } = place
  const [month, setMonth] = useState(firstMonth)
  const [limits, setLimits] = useState<Watch['limits']>(
    watch?.limits ?? Object.fromEntries(watchLimitsOf[kind].map(one => [one, watchLimits[one].initial])),
  )
  const [ownerId, setOwner] = useState<string | null>(watch?.ownerId ?? null)
  const [targets, setTargets] = useState<Readonly<Record<string, number | null>>>({})
  const [isSending, sending] = useState(false)
  const people = useQuery(warningQueries.people())
  const kept = watch?.targets.find(one => one.month === month)?.visits ?? null
  const target = Object.hasOwn(targets, month) ? (targets[month] ?? null) : kept
  const isWhole = watch !== undefined || (shopId !== '' && nodeId !== '')

  async function save() {
    sending(true)
    const body = {
      limits: Object.fromEntries(
        watchLimitsOf[kind].flatMap(one => (limits[one] === undefined ? [] : [[one, limits[one]]])),
      ),
      ownerId,
      targets: Object.entries(targets).map(([name, visits]) => ({ month: name, visits })),
    }
    try {
      const saved = watch
        ? await api.warnings.updateWatch({
            params: { watchId: watch.id },
            body: { ...body, version: watch.version },
          })
        : await api.warnings.createWatch({ body: { ...body, shopId, nodeKind: kind, nodeId } })
      toast.success({ zh: '已保存', en: 'Saved' })
      await warningsChanged()
      onMade(saved.id)
    } catch (error) {
      toast.error(isProblem(error) && error.code === 409 ? words.faster : error)
      void warningsChanged()
    } finally {
      sending(false)
    }
  }

  return (
    <Form layout="vertical" className="warning-form" onFinish={() => void save()}>
      {!watch && (
        <div className="warning-form-row">
          <PlaceFields
            kind={kind}
            label={{ zh: '位置', en: 'Place in the shop' }}
            place={place}
            onChoose={choose}
          />
        </div>
      )}
      <div className="warning-form-row">
        <Form.Item label={t({ zh: '月份', en: 'Month' })} htmlFor="watch-month">
          <input
            id="watch-month"
            type="month"
            value={month}
            onChange={event => event.target.value !== '' && setMonth(event.target.value)}
          />
        </Form.Item>
        <Form.Item
          label={t(
            kind === 'entrance'
              ? { zh: '月目标（进，人次）', en: 'Target of the month (entries)' }
              : { zh: '月目标（人次）', en: 'Target of the month (visits)' },
          )}
          htmlFor="watch-target"
        >
          <InputNumber
            id="watch-target"
            precision={0}
            min={1}
            max={100_000_000}
            value={target}
            onChange={value => setTargets({ ...targets, [month]: typeof value === 'number' ? value : null })}
          />
        </Form.Item>
        {watchLimitsOf[kind].map((one: WatchLimit) => (
          <Form.Item key={one} label={t(watchLimits[one].label)} htmlFor={`watch-${one}`}>
            <InputNumber
              id={`watch-${one}`}
              precision={0}
              min={watchLimits[one].min}
              max={watchLimits[one].max}
              value={limits[one] ?? null}
              onChange={value => {
                const { [one]: _, ...rest } = limits
                setLimits(typeof value === 'number' ? { ...rest, [one]: value } : rest)
              }}
            />
          </Form.Item>
        ))}
        <Form.Item label={t({ zh: '负责人', en: 'Owner' })}>
          <Select
            aria-label={t({ zh: '负责人', en: 'Owner' })}
            value={ownerId}
            allowClear
            loading={people.isPending}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={value => setOwner(value ?? null)}
            options={(people.data ?? []).map(one => ({ value: one.userId, label: one.userName }))}
          />
        </Form.Item>
      </div>
      <Button type="primary" htmlType="submit" loading={isSending} disabled={!isWhole}>
        {watch ? t({ zh: '保存', en: 'Save' }) : t({ zh: '开始关注', en: 'Start watching' })}
      </Button>
    </Form>
  )
}
