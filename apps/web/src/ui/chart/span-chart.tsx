import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { EmptyState } from '../states.tsx'
import { ChartFrame } from './chart-frame.tsx'

/** From and to in milliseconds since 1970. */
export type Span = { from: number; to: number; kind: string; title?: string }
export type SpanRow = { key: string; label: string; spans: readonly Span[] }
/** What a kind is called, and the token of its colour: `positive`, `error`, `chart-2` … */
export type SpanKind = { label: string; colour: string }

type Props = {
  rows: readonly SpanRow[]
  kinds: Readonly<Record<string, SpanKind>>
  from: number
  to: number
  summary: string
  timeZone?: string
  onPick?: (row: number, span: number) => void
}

/** Spans on a lane of time for each row; what is left of a lane is unknown. */
export function SpanChart({ rows, kinds, from, to, summary, timeZone, onPick }: Props) {
  const t = useText()
  const { moment } = useFormat()
  const place = (at: number) => `${((Math.min(to, Math.max(from, at)) - from) * 100) / (to - from)}%`
  const time = (at: number) => moment(new Date(at), timeZone)
  const text = (span: Span) =>
    `${kinds[span.kind]?.label ?? span.kind} ${time(span.from)} – ${time(span.to)}${span.title ? ` ${span.title}` : ''}`
  const flat = rows.flatMap((row, at) => row.spans.map((span, index) => ({ row, at, span, index })))
  const ticks = Array.from({ length: 5 }, (_, index) => from + ((to - from) * index) / 4)
  return (
    <ChartFrame
      summary={summary}
      height={0}
      isEmpty={rows.length === 0}
      legend={Object.values(kinds).map(kind => ({
        name: kind.label,
        colour: `var(--${kind.colour})`,
        isOff: false,
      }))}
      count={flat.length}
      describe={at => {
        const found = flat[at]
        return found ? `${found.row.label}: ${text(found.span)}` : ''
      }}
      onPick={
        onPick &&
        (at => {
          const found = flat[at]
          if (found) onPick(found.at, found.index)
        })
      }
      table={
        flat.length === 0 ? (
          <EmptyState text={t({ zh: '没有记录', en: 'Nothing recorded' })} />
        ) : (
          <table className="chart-table">
            <thead>
              <tr>
                <th scope="col">{t({ zh: '项目', en: 'Item' })}</th>
                <th scope="col">{t({ zh: '状态', en: 'State' })}</th>
                <th scope="col">{t({ zh: '开始', en: 'From' })}</th>
                <th scope="col">{t({ zh: '结束', en: 'To' })}</th>
              </tr>
            </thead>
            <tbody>
              {flat.map(({ row, span, index }) => (
                <tr key={`${row.key} ${index}`}>
                  <th scope="row">{row.label}</th>
                  <td>{kinds[span.kind]?.label ?? span.kind}</td>
                  <td>{time(span.from)}</td>
                  <td>{time(span.to)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      }
    >
      {cursor => (
        <div className="spans">
          {rows.map((row, at) => [
            <span key={`name ${row.key}`} className="spans-name" title={row.label}>
              {row.label}
            </span>,
            <span key={row.key} className="spans-lane">
              {row.spans.map((span, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the frame's arrow keys and Enter reach every span
                // biome-ignore lint/a11y/noStaticElementInteractions: see above
                <i
                  // biome-ignore lint/suspicious/noArrayIndexKey: spans have no name of their own
                  key={index}
                  className="spans-bar"
                  title={text(span)}
                  data-at={cursor !== undefined && flat[cursor]?.span === span ? true : undefined}
                  style={{
                    left: place(span.from),
                    width: `calc(${place(span.to)} - ${place(span.from)})`,
                    background: `var(--${kinds[span.kind]?.colour ?? 'chart-other'})`,
                  }}
                  onClick={onPick && (() => onPick(at, index))}
                />
              ))}
            </span>,
          ])}
          <span />
          <span className="spans-axis" aria-hidden>
            {ticks.map(at => (
              <span key={at} style={{ left: place(at) }}>
                {time(at)}
              </span>
            ))}
          </span>
        </div>
      )}
    </ChartFrame>
  )
}
