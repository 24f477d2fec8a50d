import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { useNotOpenYet } from '../../../../lib/figures/closed-words.ts'
import { cellOf, memberOf, useFigure } from '../../../../lib/figures/figure.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { useText } from '../../../../lib/i18n.ts'
import { questionOf } from '../../ask.ts'
import type { Special } from '../../kinds/special.ts'
import { ShopChoice, useShopChoice } from '../shop/shop-choice.tsx'
import { SpecialCard } from '../special-card.tsx'
import { feedLines } from './feed-lines.ts'
import { RoundButton } from './round-button.tsx'
import './now.css'

const everyMs = 15_000
const most = 120

/** What the doors of a shop counted, five minutes by five minutes, the latest first. Can be paused to be read. */
export function Feed(props: Special) {
  const { view, panel, asking, dictionary, className } = props
  const t = useText()
  const figure = useFigure()
  const notOpenYet = useNotOpenYet()
  const [isOn, run] = useState(true)
  const isChosen = asking?.scope.kind === 'shop' || (asking?.shops.length ?? 0) > 0
  const metrics = panel.metrics.filter(id => dictionary.metric(id)?.allowed)
  const choice = useShopChoice(props, asking !== undefined && !isChosen)
  const counts = useQuestion(
    asking && isChosen && metrics.length > 0
      ? {
          ...questionOf(
            { ...panel, kind: 'table', by: ['time', 'entrance'], granularity: ['5min'], metrics },
            asking,
            dictionary.knows,
          ),
          granularity: '5min',
          totals: false,
        }
      : undefined,
    isOn ? { everyMs } : {},
  )
  const lines = counts.data ? feedLines(counts.data, metrics).slice(0, most) : []
  const query = asking && !isChosen ? choice : counts
  const columns = (counts.data?.columns ?? []).filter(({ kind }) => kind === 'metric')
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={
        metrics.length === 0
          ? 'forbidden'
          : query.data === undefined
            ? query.isError
              ? 'error'
              : 'loading'
            : isChosen && lines.length === 0
              ? 'empty'
              : 'ready'
      }
      error={query.error}
      onRetry={() => void query.refetch()}
      nothing={
        notOpenYet(counts.data?.meta.hours, asking?.period) ??
        t({ zh: '今日还没有收到计数', en: 'No counts were received yet today' })
      }
      hint={
        isChosen &&
        t(
          isOn
            ? { zh: '每 15 秒更新，最新在前', en: 'Every 15 seconds, the latest first' }
            : { zh: '已暂停', en: 'Paused' },
        )
      }
      actions={
        isChosen && (
          <RoundButton
            label={isOn ? t({ zh: '暂停', en: 'Pause' }) : t({ zh: '继续', en: 'Go on' })}
            Icon={isOn ? Pause : Play}
            onClick={() => run(!isOn)}
          />
        )
      }
    >
      {!isChosen && <ShopChoice view={view} answer={choice} />}
      {isChosen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by keys
        <section className="now-scroll" tabIndex={0} aria-label={t(panel.title)}>
          <table className="feed">
            <thead>
              <tr>
                <th>{t({ zh: '时间', en: 'Time' })}</th>
                <th>{t({ zh: '出入口', en: 'Entrance' })}</th>
                {columns.map(({ id, label }) => (
                  <th key={id}>{label}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map(({ row, clock, isSilent, isFirst }) => {
                const entrance = memberOf(row, 'entrance')
                return (
                  <tr
                    key={`${memberOf(row, 'time').id} ${entrance.id}`}
                    data-first={isFirst || undefined}
                    data-silent={isSilent || undefined}
                  >
                    <td>{isFirst ? clock : <span className="visually-hidden">{clock}</span>}</td>
                    <td>{entrance.name}</td>
                    {isSilent ? (
                      <td colSpan={columns.length}>{t({ zh: '无数据', en: 'no data' })}</td>
                    ) : (
                      columns.map(column => {
                        const { current } = cellOf(row, column.id)
                        return (
                          <td key={column.id}>{current === null ? '—' : figure.full(current, column)}</td>
                        )
                      })
                    )}
                  </tr>
                )
              })}
            </tbody>
          </table>
        </section>
      )}
    </SpecialCard>
  )
}
