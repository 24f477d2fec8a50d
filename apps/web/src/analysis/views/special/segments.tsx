import { cellOf, memberOf, useFigure } from '../../../lib/figures/figure.ts'
import { useQuestion } from '../../../lib/figures/use-question.ts'
import { percent } from '../../../lib/format.ts'
import { useText } from '../../../lib/i18n.ts'
import { stateOf } from '../../../ui/panel.tsx'
import type { Special } from '../kinds/special.ts'
import { pieceQuestion } from './reading/use-totals.ts'
import { SpecialCard } from './special-card.tsx'
import './reading/reading.css'

const most = 5

/** The five largest groups of customers in words: how many, how long, how often, and when they come. */
export function SegmentCards(props: Special) {
  const { panel, dictionary, className } = props
  const t = useText()
  const figure = useFigure()
  const isForbidden = dictionary.metric('visitors')?.allowed === false
  const answer = useQuestion(
    pieceQuestion(props, {
      kind: 'rank',
      metrics: ['visitors', 'dwell', 'repeatRate'],
      by: ['segment'],
      calc: ['share'],
    }),
  )
  const whole = useQuestion(pieceQuestion(props, { metrics: ['dwell', 'repeatRate'] }))
  const hours = useQuestion(pieceQuestion(props, { metrics: ['visitors'], by: ['segment', 'hourOfDay'] }))
  const rows = (answer.data?.rows ?? [])
    .filter(row => (cellOf(row, 'visitors').current ?? 0) > 0)
    .slice(0, most)
  const busiest = (id: string) => {
    const [first] = (hours.data?.rows ?? [])
      .filter(row => memberOf(row, 'segment').id === id)
      .toSorted((a, b) => (cellOf(b, 'visitors').current ?? 0) - (cellOf(a, 'visitors').current ?? 0))
    return first && cellOf(first, 'visitors').current ? Number(memberOf(first, 'hourOfDay').id) : undefined
  }
  const mean = cellOf(whole.data?.rows[0], 'dwell').current
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={isForbidden ? 'forbidden' : stateOf(answer, () => rows.length === 0)}
      error={answer.error}
      onRetry={() => void answer.refetch()}
      isRefreshing={answer.isFetching && answer.data !== undefined}
      nothing={t({
        zh: '该条件下没有识别到的顾客。此图需要：精准客流',
        en: 'No customers were recognised for this. It needs: precise flow',
      })}
    >
      <ul className="advice segments">
        {rows.map(row => {
          const { id, name } = memberOf(row, 'segment')
          const visitors = cellOf(row, 'visitors')
          const dwell = cellOf(row, 'dwell')
          const repeat = cellOf(row, 'repeatRate')
          const hour = busiest(id)
          const { share } = visitors
          const said = [
            t(
              { zh: '{count} 人', en: '{count, plural, one {# visitor} other {# visitors}}' },
              { count: visitors.current ?? 0 },
            ),
            typeof share === 'number'
              ? t({ zh: '占 {share}', en: '{share} of all' }, { share: percent(share) })
              : undefined,
            typeof dwell.current === 'number'
              ? t(
                  mean && Math.abs(dwell.current / mean - 1) >= 0.05
                    ? dwell.current > mean
                      ? { zh: '停留 {dwell} 分钟，长于整体', en: 'stay {dwell} min, longer than most' }
                      : { zh: '停留 {dwell} 分钟，短于整体', en: 'stay {dwell} min, shorter than most' }
                    : { zh: '停留 {dwell} 分钟', en: 'stay {dwell} min' },
                  { dwell: figure.full(dwell.current, { decimals: 1 }) },
                )
              : undefined,
            typeof repeat.current === 'number'
              ? t({ zh: '重复率 {rate}', en: 'repeat rate {rate}' }, { rate: percent(repeat.current) })
              : undefined,
            hour === undefined
              ? undefined
              : t({ zh: '多在 {hour} 点来', en: 'come mostly at {hour}:00' }, { hour }),
          ].filter(part => part !== undefined)
          return (
            <li key={id}>
              <strong>{name}</strong>
              <p>{said.join(t({ zh: '，', en: ', ' }))}</p>
            </li>
          )
        })}
      </ul>
    </SpecialCard>
  )
}
