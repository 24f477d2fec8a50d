import {
  type AnalysisAnswer,
  type Question,
  type Watch,
  type WatchedKind,
  watchStatuses,
} from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { cellOf, memberOf, useFigure } from '../../../../lib/figures/figure.ts'
import { useOfferedTable } from '../../../../lib/figures/notebook.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { Tag } from '../../../../ui/bits.tsx'
import { Growth } from '../../../../ui/growth.tsx'
import { stateOf } from '../../../../ui/panel.tsx'
import { comparisonOf } from '../../ask.ts'
import type { Special } from '../../kinds/special.ts'
import { timeText } from '../../shape.ts'
import { SpecialCard } from '../special-card.tsx'
import { useWhere, warningQueries } from './queries.ts'
import { WatchSteps } from './watch-steps.tsx'
import { watchTones } from './words.ts'
import './warnings.css'

/** Which places a page watches, by the page. */
export const watchedBy: Readonly<Record<string, WatchedKind>> = {
  '/FloorSpe': 'floor',
  '/EntranceSpe': 'entrance',
  '/AreasSpe': 'zone',
}

/** Watched places with their figures against target, their state, who looks after them, and the steps that are allowed. */
export function WatchList(props: Special) {
  const { view, panel, className, asking, dictionary } = props
  const t = useText()
  const name = useName()
  const figure = useFigure()
  const kind = watchedBy[view.path] ?? 'floor'
  const where = useWhere(asking)
  const query = useQuery({ ...warningQueries.watches(where ?? {}, kind), enabled: where !== undefined })
  const watches = (query.data ?? []).filter(({ nodeId }) => {
    const chosen = asking?.members[kind]
    return !chosen || chosen.length === 0 || chosen.includes(nodeId)
  })
  const [main = 'visits', ...others] = panel.metrics
  const isAllowed = (id: string) => dictionary.metric(id)?.allowed === true
  const compare = asking && comparisonOf(panel, asking)
  const shops = [...new Set(watches.map(({ shopId }) => shopId))]
  const filters = [
    { member: kind, op: 'in' as const, values: watches.map(({ nodeId }) => nodeId) },
    { member: 'shop', op: 'in' as const, values: shops },
  ]
  const base =
    asking && watches.length > 0
      ? { dimensions: [kind], filters, period: asking.period, limit: 500 }
      : undefined
  const target = useQuestion(
    base && isAllowed(main)
      ? {
          ...base,
          filters,
          metrics: [main],
          calc: ['progress'],
          ...(panel.source?.length === 1 ? { source: 1 } : {}),
          ...(compare ? { compare } : {}),
        }
      : undefined,
  )
  const more = others.filter(id => isAllowed(id) && dictionary.knows(id, kind))
  const rest = useQuestion(base && more.length > 0 ? { ...base, metrics: more } : undefined)
  const isDoor = kind === 'entrance'
  const over = useQuery({
    ...warningQueries.list(
      {
        ...where,
        from: asking?.period.from ?? '',
        to: asking?.period.to ?? '',
        nodeKind: kind,
        watched: '1',
      },
      1,
      500,
    ),
    enabled: where !== undefined && isDoor,
  })
  const rowOf = (data: AnalysisAnswer | undefined, id: string) =>
    data?.rows.find(row => memberOf(row, kind).id === id)
  const full = (value: number | null | undefined, id: string) =>
    value === null || value === undefined ? '—' : figure.full(value, dictionary.metric(id) ?? {})
  const label = (id: string) => {
    const entry = dictionary.metric(id)
    return entry ? t(entry.label) : id
  }
  useOfferedTable(
    watches.length === 0
      ? undefined
      : async () => ({
          title: t(panel.title),
          columns: [
            { title: t({ zh: '位置', en: 'Place' }), kind: 'text' },
            { title: t({ zh: '门店', en: 'Shop' }), kind: 'text' },
            { title: t({ zh: '状态', en: 'State' }), kind: 'text' },
            { title: label(main), kind: 'number' },
            { title: t({ zh: '目标', en: 'Target' }), kind: 'number' },
            { title: t({ zh: '达成', en: 'Reached' }), kind: 'percent' },
            { title: t({ zh: '负责人', en: 'Owner' }), kind: 'text' },
          ],
          rows: watches.map(watch => {
            const cell = cellOf(rowOf(target.data, watch.nodeId), main)
            return [
              name(watch.nodeName, watch.nodeNameEn),
              name(watch.shopname, watch.shopnameEn),
              t(watchStatuses[watch.status]),
              cell.current,
              numeric(cell.target),
              numeric(cell.progress),
              watch.ownerName,
            ]
          }),
        }),
  )
  return (
    <SpecialCard
      panel={panel}
      className={`${className} warnings`}
      state={stateOf(query, () => watches.length === 0)}
      error={query.error}
      onRetry={() => void query.refetch()}
      isRefreshing={target.isFetching && target.data !== undefined}
      nothing={t({
        zh: '所选范围内还没有关注项。在下方登记后在此查看达标情况。',
        en: 'Nothing is watched here yet. Register a place below to see how it does against its target.',
      })}
    >
      <div className="watch-scroll">
        <table className="watch-table">
          <thead>
            <tr>
              <th>{t({ zh: '位置', en: 'Place' })}</th>
              <th>{t({ zh: '状态', en: 'State' })}</th>
              <th className="is-number">{label(main)}</th>
              {compare && <th className="is-number">{t({ zh: '增幅', en: 'Growth' })}</th>}
              <th className="is-number">{t({ zh: '目标', en: 'Target' })}</th>
              <th className="is-number">{t({ zh: '达成', en: 'Reached' })}</th>
              {more.map(id => (
                <th key={id} className="is-number">
                  {label(id)}
                </th>
              ))}
              {isDoor && (
                <>
                  <th className="is-number">{t({ zh: '峰值时刻（5 分钟）', en: 'Busiest 5 min' })}</th>
                  <th className="is-number">{t({ zh: '5 分钟上限', en: 'Limit of 5 min' })}</th>
                  <th className="is-number">{t({ zh: '超限次数', en: 'Times over' })}</th>
                </>
              )}
              <th>{t({ zh: '负责人', en: 'Owner' })}</th>
              <th>{t({ zh: '操作', en: 'Steps' })}</th>
            </tr>
          </thead>
          <tbody>
            {watches.map(watch => {
              const cell = cellOf(rowOf(target.data, watch.nodeId), main)
              const times = (over.data?.records ?? [])
                .filter(one => one.nodeId === watch.nodeId && one.kind === 'crowd')
                .reduce((sum, one) => sum + one.times, 0)
              return (
                <tr key={watch.id}>
                  <th scope="row">
                    {name(watch.nodeName, watch.nodeNameEn)}
                    <small>{name(watch.shopname, watch.shopnameEn)}</small>
                  </th>
                  <td>
                    <Tag tone={watchTones[watch.status]}>{t(watchStatuses[watch.status])}</Tag>
                  </td>
                  <td className="is-number">{full(cell.current, main)}</td>
                  {compare && (
                    <td className="is-number">
                      <Growth value={cell.growth ?? null} />
                    </td>
                  )}
                  <td className="is-number">{full(numeric(cell.target), main)}</td>
                  <td className="is-number">
                    <Reached value={numeric(cell.progress)} watch={watch} />
                  </td>
                  {more.map(id => (
                    <td key={id} className="is-number">
                      {full(cellOf(rowOf(rest.data, watch.nodeId), id).current, id)}
                    </td>
                  ))}
                  {isDoor && (
                    <>
                      <td className="is-number">
                        {base && isAllowed(main) ? (
                          <BusiestMoment
                            question={{
                              ...base,
                              metrics: [main],
                              filters: [{ member: kind, op: 'in', values: [watch.nodeId] }],
                              granularity: '5min',
                              source: 1,
                              order: [{ by: main }],
                              limit: 1,
                            }}
                            write={value => full(value, main)}
                          />
                        ) : (
                          '—'
                        )}
                      </td>
                      <td className="is-number">{watch.limits.crowd ?? '—'}</td>
                      <td className="is-number">{over.data ? times : '—'}</td>
                    </>
                  )}
                  <td>{watch.ownerName || '—'}</td>
                  <td>
                    <WatchSteps watch={watch} />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </SpecialCard>
  )
}

/** Of doors, which have limits of another kind. */
const usualTolerance = 10
/** The five minutes with most through a door, and when they were. */
function BusiestMoment({ question, write }: { question: Question; write: (value: number) => string }) {
  const answer = useQuestion(question)
  const [metric] = question.metrics
  const [row] = answer.data?.rows ?? []
  const { current } = cellOf(row, typeof metric === 'string' ? metric : '')
  if (row === undefined || current === null) return <>—</>
  return (
    <>
      {write(current)}
      <small>{timeText(memberOf(row, 'time').name, false)}</small>
    </>
  )
}

const numeric = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Share of the target with its light: reached, within what is tolerated, or below. The colour never stands alone. */
function Reached({ value, watch }: { value: number | null | undefined; watch: Watch }) {
  const t = useText()
  if (value === null || value === undefined) return <>—</>
  const least = 100 - (watch.limits.tolerance ?? usualTolerance)
  const [tone, word] =
    value >= 100
      ? (['positive', { zh: '达标', en: 'reached' }] as const)
      : value >= least
        ? (['warning', { zh: '接近', en: 'close' }] as const)
        : (['error', { zh: '偏低', en: 'below' }] as const)
  return (
    <Tag tone={tone}>
      {value.toFixed(1)}% {t(word)}
    </Tag>
  )
}
