import type { AnalysisRow } from '@aisle/contract'
import { comparisons } from '@aisle/contract'
import { cellOf, figureColumns, memberOf, useFigure } from '../../lib/figures/figure.ts'
import { useQuestion } from '../../lib/figures/use-question.ts'
import { useText } from '../../lib/i18n.ts'
import { addDays, dayOf } from '../../shell/date-picker/periods.ts'
import { Growth } from '../../ui/growth.tsx'
import { unitBehind } from '../../ui/kpi.tsx'
import { type Asking, comparisonOf, daysIn, questionOf } from '../views/ask.ts'
import type { Column } from '../views/kinds/drawing.ts'
import type { ViewPanel } from '../views/view.ts'
import { BoardFace, boardMs, type OnBoard, useBoardPanel } from './board-card.tsx'

type Props = Omit<OnBoard, 'onPick' | 'hrefOf'>

/** `18.62 万` is a figure and its unit. */
const parts = (text: string): [string, string] => {
  const found = /^(.*\d)\s?([^\d.,]+)$/.exec(text)
  return found?.[1] !== undefined && found[2] !== undefined ? [found[1], found[2]] : [text, '']
}

const lessIsBetter: ReadonlySet<string> = new Set(['problems', 'warnings', 'exceptions'])

/** People inside are counted by the hour: of today the hour that is going on is told, not the mean of the day. */
function useInsideNow(panel: ViewPanel, asking: Asking | undefined, dictionary: Props['dictionary']) {
  const today = dayOf(new Date())
  const isOn =
    asking !== undefined &&
    panel.metrics.includes('occupancy') &&
    asking.period.from === today &&
    asking.period.to === today &&
    dictionary.metric('occupancy')?.allowed === true
  const { data } = useQuestion(
    isOn && asking
      ? {
          ...questionOf({ ...panel, kind: 'kpi', metrics: ['occupancy'], by: [] }, asking, dictionary.knows),
          granularity: 'hour',
        }
      : undefined,
    { everyMs: boardMs },
  )
  if (!isOn) return undefined
  return data?.rows.findLast((row: AnalysisRow) => cellOf(row, 'occupancy').current !== null)
}

/** A name as it stands inside a sentence: `last week same day`. */
const inSentence = (name: string) => name.replace(/^较/, '').replace(/^[A-Z]/, letter => letter.toLowerCase())

function useWords(panel: ViewPanel, asking: Asking) {
  const t = useText()
  const compare = comparisonOf(panel, asking)
  return {
    t,
    against:
      compare && t({ zh: '较{name}', en: 'vs {name}' }, { name: inSentence(t(comparisons[compare.type])) }),
  }
}

/** The one large figure of a board: the first of its panel, its growth, and its last seven days as columns. */
export function Hero({ panel, asking, dictionary, isFlow, style }: Props) {
  const asked = useBoardPanel({ panel, asking, dictionary })
  const { shown, answer } = asked
  const [column] = answer.data ? figureColumns(answer.data) : []
  return (
    <BoardFace
      panel={panel}
      dictionary={dictionary}
      asked={asked}
      title={column?.label ?? ''}
      className="board-hero"
      style={style}
    >
      {column && shown && (
        <HeroFace
          column={column}
          row={answer.data?.rows[0]}
          panel={shown.panel}
          asking={shown.asking}
          dictionary={dictionary}
          isFlow={isFlow}
        />
      )}
    </BoardFace>
  )
}

type FaceProps = {
  column: Column
  row: AnalysisRow | undefined
  panel: ViewPanel
  asking: Asking
  dictionary: Props['dictionary']
  isFlow: boolean
}

function HeroFace({ column, row, panel, asking, dictionary, isFlow }: FaceProps) {
  const figure = useFigure()
  const { t, against } = useWords(panel, asking)
  const cell = cellOf(row, column.id)
  const to = asking.period.to
  const isShort = daysIn(asking.period) < 7
  const { compare: _, ...plain } = asking
  const days = useQuestion(
    {
      ...questionOf(
        { ...panel, kind: 'trend', by: ['time'], granularity: ['day'], metrics: [column.id] },
        { ...plain, period: isShort ? { from: addDays(to, -6), to } : asking.period, granularity: 'day' },
        dictionary.knows,
      ),
    },
    { everyMs: boardMs },
  ).data
  const bars = (days?.rows ?? []).slice(-14).map(one => ({
    day: memberOf(one, 'time').name,
    value: cellOf(one, column.id).current,
  }))
  const highest = Math.max(1, ...bars.map(({ value }) => value ?? 0))
  return (
    <>
      <p className="hero-value">
        <b>{cell.current === null ? '—' : figure.full(cell.current, column)}</b>
        <span>{figure.unit(column)}</span>
      </p>
      <p className="hero-foot">
        {against && (
          <>
            <Growth value={cell.growth ?? null} /> <span>{against}</span>
          </>
        )}
      </p>
      {bars.length > 1 && !isFlow && (
        <div
          className="hero-bars"
          role="img"
          aria-label={t({ zh: '最近 {count} 天', en: 'The last {count} days' }, { count: bars.length })}
        >
          {bars.map(({ day, value }, index) => (
            <span key={day} data-last={index === bars.length - 1 || undefined}>
              <em>{bars.length <= 7 && value !== null ? figure.short(value, column) : ''}</em>
              <i style={{ height: `${((value ?? 0) * 100) / highest}%` }} />
              <small>{bars.length <= 7 || index % 2 === 1 ? day.slice(8) : ''}</small>
            </span>
          ))}
        </div>
      )}
    </>
  )
}

/** The other figures of the panel side by side. `from` is the first of them. */
export function Strip({ panel, asking, dictionary, style, from = 1 }: Props & { from?: number }) {
  const { t } = { t: useText() }
  const asked = useBoardPanel({ panel, asking, dictionary })
  const inside = useInsideNow(panel, asked.shown?.asking, dictionary)
  const { shown, answer } = asked
  const columns = answer.data ? figureColumns(answer.data).slice(from) : []
  const now = t({ zh: '本小时', en: 'This hour' })
  return (
    <BoardFace
      panel={panel}
      dictionary={dictionary}
      asked={asked}
      title={t(panel.title)}
      className="board-strip"
      style={style}
      isPiece={from > 0}
    >
      <ul className="strip" style={{ ['--figures' as string]: columns.length }}>
        {columns.map(column => {
          const isInside = column.id === 'occupancy' && inside !== undefined
          return (
            <StripFigure
              key={column.id}
              column={column}
              row={isInside ? inside : answer.data?.rows[0]}
              panel={shown?.panel ?? panel}
              asking={shown?.asking}
              {...(isInside ? { note: now } : {})}
            />
          )
        })}
      </ul>
    </BoardFace>
  )
}

function StripFigure({
  column,
  row,
  panel,
  asking,
  note,
}: {
  column: Column
  row: AnalysisRow | undefined
  panel: ViewPanel
  asking: Asking | undefined
  note?: string
}) {
  const figure = useFigure()
  const t = useText()
  const cell = cellOf(row, column.id)
  const isCompared = asking !== undefined && comparisonOf(panel, asking) !== undefined
  const written =
    cell.current === null
      ? '—'
      : figure.short(cell.current, column.id === 'occupancy' ? { ...column, decimals: 0 } : column)
  const [value, grouping] = parts(written)
  return (
    <li>
      <span className="strip-label">{column.label}</span>
      <span
        className="strip-value"
        title={cell.current === null ? t({ zh: '无数据', en: 'No data' }) : undefined}
      >
        {value}
        <small>{unitBehind(grouping, cell.current === null ? '' : figure.unit(column))}</small>
      </span>
      <span className="strip-foot">
        {isCompared && <Growth value={cell.growth ?? null} isLessBetter={lessIsBetter.has(column.id)} />}
        {note}
      </span>
    </li>
  )
}
