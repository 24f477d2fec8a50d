import { type Attention, attentionKinds } from '@aisle/contract'
import { Select } from 'antd'
import { History, MonitorPlay } from 'lucide-react'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { oneOf, useAddressFilter } from '../../shell/filters.ts'
import { pathOf, useRegistry } from '../../shell/registry.ts'
import { StatusDot } from '../../ui/bits.tsx'
import { Panel, stateOf } from '../../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { writtenMoment } from '../playback/shop-day.ts'
import { concernsOf } from './attention.ts'
import { attentionNames, attentionTones, deskText as words } from './text.ts'
import type { Desk } from './use-desk.ts'

const kinds = ['all', ...attentionKinds] as const
/** A recording begins a little before the moment. */
const aheadMs = 30_000

/** 待关注: what is wrong where, latest first; each opens its camera now, or the recording of that time. */
export function AttentionList({ desk }: { desk: Desk }) {
  const t = useText()
  const { query } = desk
  const [kind, choose] = useAddressFilter('kind', oneOf(kinds, 'all'))
  const all = query.data?.attention ?? []
  const shown = kind === 'all' ? all : all.filter(each => each.kind === kind)
  const present = attentionKinds.filter(each => all.some(one => one.kind === each))
  const state = stateOf(query, () => shown.length === 0)
  return (
    <Panel
      id="p3"
      state={state}
      title={t(words.attention)}
      hint={query.data ? String(shown.length) : undefined}
      className="desk-attention"
      actions={
        <Select
          size="small"
          aria-label={t(words.attention)}
          value={kind}
          onChange={choose}
          popupMatchSelectWidth={false}
          options={[
            { value: 'all' as const, label: t(words.all) },
            ...present.map(each => ({ value: each, label: t(attentionNames[each]) })),
          ]}
        />
      }
    >
      {state === 'loading' && (
        <Loading>
          <div className="panel-body">
            <Bone height={260} />
          </div>
        </Loading>
      )}
      {state === 'error' && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {state === 'empty' && <EmptyState text={t(words.nothing)} />}
      <ul className="attention-list">
        {concernsOf(shown).map(({ key, item, count }) => (
          <Row key={key} item={item} count={count} desk={desk} />
        ))}
      </ul>
    </Panel>
  )
}

const times = {
  offline: words.since,
  overdue: words.dueAt,
  finding: words.seenAt,
  flow: words.raisedAt,
} as const

function Row({ item, count, desk }: { item: Attention; count: number; desk: Desk }) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const { pages } = useRegistry()
  const { user } = useSession()
  const { cameraId, shopId, timeZone, seenAt } = item
  const playback = pathOf(pages, 'playback', user)
  const about = addressOfThing(item, id => pathOf(pages, id, user))
  const shop = name(item.shopname, item.shopnameEn)
  const what = count > 1 ? t(words.manyOff, { n: count }) : t(item.what)
  const at = item.at === null ? '' : t(times[item.kind], { time: format.moment(new Date(item.at), timeZone) })
  const recording =
    playback && cameraId !== null && seenAt !== null
      ? `${playback}?${new URLSearchParams({
          shop: shopId,
          cameras: cameraId,
          at: writtenMoment(Date.parse(seenAt) - aheadMs, timeZone),
        })}`
      : undefined
  return (
    <li className="attention">
      <StatusDot tone={attentionTones[item.kind]} />
      <div className="attention-what">
        {about ? <Link to={about}>{what}</Link> : <strong>{what}</strong>}
        <span className="ellipsis">
          {shop}
          {count === 1 &&
            item.cameraNumber &&
            ` · ${item.cameraNumber} ${name(item.cameraName, item.cameraNameEn)}`}
        </span>
        <span className="muted">
          {[
            ...(item.kind === 'offline' ? [] : [t(attentionNames[item.kind])]),
            ...(at === '' ? [] : [at]),
          ].join(' · ')}
        </span>
      </div>
      <div className="attention-actions">
        {cameraId !== null && item.cameraStatus === 'online' && (
          <button
            type="button"
            aria-label={`${t(words.live)}: ${shop} ${item.cameraNumber}`}
            title={t(words.live)}
            onClick={() => desk.show(cameraId, shopId)}
          >
            <MonitorPlay size={15} aria-hidden />
          </button>
        )}
        {recording && (
          <Link
            to={recording}
            aria-label={`${t(words.replay)}: ${shop} ${item.cameraNumber}`}
            title={t(words.replay)}
          >
            <History size={15} aria-hidden />
          </Link>
        )}
      </div>
    </li>
  )
}

/** Where the thing itself is handled. */
function addressOfThing(item: Attention, path: (id: string) => string | undefined): string | undefined {
  if (item.kind === 'overdue') {
    const problems = path('problems')
    return problems && `${problems}?problemId=${item.id}`
  }
  if (item.kind === 'finding') {
    const findings = path('aiLog')
    return findings && `${findings}?finding=${item.id}`
  }
  if (item.kind === 'flow') {
    const warnings = path('x_2FlowWarning')
    return warnings && `${warnings}?warning=${item.id}`
  }
  return undefined
}
