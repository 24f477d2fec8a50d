import type { AnalysisAnswer, AnalysisMember } from '@aisle/contract'
import type { CSSProperties, ReactNode } from 'react'
import { useNotOpenYet } from '../../lib/figures/closed-words.ts'
import { cellOf, figureColumns, isBlank, memberOf, useFigure } from '../../lib/figures/figure.ts'
import { type Dictionary, useQuestion } from '../../lib/figures/use-question.ts'
import { chinese, useLanguage, useText } from '../../lib/i18n.ts'
import { isProblem } from '../../lib/problem.ts'
import { Growth } from '../../ui/growth.tsx'
import { Panel, type PanelState } from '../../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { type Asking, comparisonOf, dimensionsOf, questionOf } from '../views/ask.ts'
import type { Column } from '../views/kinds/drawing.ts'
import { kinds, oneMetric } from '../views/kinds/index.ts'
import { isDrawn } from '../views/kinds/names.ts'
import { PanelInfo } from '../views/panel-info.tsx'
import type { ViewPanel } from '../views/view.ts'
import { visiblePanel } from '../views/visible.ts'
import { onBoard } from './board-asking.ts'
import { useBox } from './use-box.ts'

/** How often a board asks anew while the server cannot tell it of changes. */
export const boardMs = 15_000

export type OnBoard = {
  panel: ViewPanel
  asking: Asking | undefined
  dictionary: Dictionary
  isFlow: boolean
  style?: CSSProperties | undefined
  onPick(dimension: string, member: AnalysisMember): void
  hrefOf(dimension: string, member: AnalysisMember): string | undefined
}

/** The question of a panel on a board, in the states of a card; what was answered last stays where asking fails. */
export function useBoardPanel({
  panel,
  asking,
  dictionary,
}: Pick<OnBoard, 'panel' | 'asking' | 'dictionary'>) {
  const seen = visiblePanel(panel, dictionary)
  const shown = seen && asking ? onBoard(seen, asking) : undefined
  const question = shown && questionOf(shown.panel, shown.asking, dictionary.knows)
  const answer = useQuestion(question, { everyMs: boardMs })
  const isRefused = answer.isError && isProblem(answer.error) && answer.error.code === 403
  const state: PanelState =
    seen === undefined || isRefused
      ? 'forbidden'
      : answer.data
        ? isBlank(answer.data) || isUnnamed(answer.data, shown?.panel)
          ? 'empty'
          : 'ready'
        : answer.isError
          ? 'error'
          : 'loading'
  return { shown, answer, state }
}

/** Groups that nobody ever named are one group: a chart of it says nothing. */
function isUnnamed({ rows }: AnalysisAnswer, panel: ViewPanel | undefined): boolean {
  const [dimension] = panel ? dimensionsOf(panel) : []
  const [only, ...others] = rows
  if (dimension === undefined || only === undefined || others.length > 0) return false
  return ['', '0'].includes(memberOf(only, dimension).id)
}

type FaceProps = Pick<OnBoard, 'panel' | 'dictionary' | 'style'> & {
  asked: ReturnType<typeof useBoardPanel>
  title: string
  hint?: ReactNode
  className?: string
  /** Left out: the panel's own id; another piece of the same panel has none. */
  isPiece?: boolean
  children: ReactNode
}

/** The card of a panel on a board, in all its states; `children` are drawn when it is ready. */
export function BoardFace({
  panel,
  dictionary,
  asked,
  title,
  hint,
  className = '',
  style,
  isPiece,
  children,
}: FaceProps) {
  const t = useText()
  const { answer, state, shown } = asked
  const early = useNotOpenYet()(answer.data?.meta.hours, shown?.asking.period)
  const body = (
    <>
      {state === 'loading' && (
        <Loading>
          <Bone height="100%" />
        </Loading>
      )}
      {state === 'error' && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      {state === 'forbidden' && (
        <EmptyState text={t({ zh: '没有查看这些数据的权限', en: 'You may not see these figures' })} />
      )}
      {state === 'empty' && (
        <EmptyState
          text={
            early ??
            (answer.data && !isBlank(answer.data)
              ? t({ zh: '还没有登记可区分的分组', en: 'No groups are registered to tell apart' })
              : t({ zh: '该条件下没有数据', en: 'There is no data for this' }))
          }
        />
      )}
      {state === 'ready' && children}
    </>
  )
  const classes = `board-card ${className}`
  if (isPiece)
    return (
      <section className={`panel ${classes}`} style={style}>
        {body}
      </section>
    )
  return (
    <div className="board-place" style={style}>
      <Panel
        id={panel.id}
        state={state}
        title={title}
        hint={hint}
        className={classes}
        actions={
          <PanelInfo panel={panel} answer={answer.data} dictionary={dictionary} className="board-info" />
        }
      >
        {body}
      </Panel>
    </div>
  )
}

const flowHeight = 260
/** Legend and switch above a chart; the legend of a stack takes two lines in a card, three in English. */
const barPx = 30
const stackBarPx = { zh: 57, en: 82 } as const
/** With the bar under the name, as it lies in narrow cards; English names take two lines now and then. */
const rankRowPx = { zh: 37, en: 50 } as const

/** A panel on a board, as its kind is drawn, filling its place. */
export function BoardCard(props: OnBoard) {
  const { panel } = props
  const asked = useBoardPanel(props)
  const { shown, answer } = asked
  const { instead } = panel
  if (instead && answer.data && isUnnamed(answer.data, shown?.panel))
    return <Other {...props} panel={{ ...panel, ...instead }} />
  return <Card {...props} asked={asked} />
}

function Other(props: OnBoard) {
  return <Card {...props} asked={useBoardPanel(props)} />
}

/** Figures that share a scale are one drawing; visits and sales are two, one under the other. */
function drawingsOf({ kind }: ViewPanel, columns: readonly Column[]): (readonly Column[])[] {
  if (oneMetric.has(kind)) return [columns.slice(0, 1)]
  if (kind !== 'trend') return [columns]
  const units = [...new Set(columns.map(({ unit }) => unit))]
  return units.map(unit => columns.filter(column => column.unit === unit))
}

type CardProps = OnBoard & { asked: ReturnType<typeof useBoardPanel> }

function Card({ panel, dictionary, isFlow, style, onPick, hrefOf, asked }: CardProps) {
  const t = useText()
  const { shown, answer } = asked
  const { box, height } = useBox()
  const Drawn = isDrawn(panel.kind) ? kinds[panel.kind] : undefined
  const language = useLanguage() === chinese ? 'zh' : 'en'
  const room = isFlow
    ? flowHeight
    : Math.max(60, height - (panel.kind === 'stacked' ? stackBarPx[language] : barPx))
  const columns = answer.data ? figureColumns(answer.data) : []
  const drawings = drawingsOf(panel, columns)
  const most = Math.max(3, Math.floor((isFlow ? flowHeight : height) / rankRowPx[language]))
  return (
    <BoardFace
      panel={panel}
      dictionary={dictionary}
      asked={asked}
      title={t(shown?.panel.title ?? panel.title)}
      className={`board-${panel.kind}`}
      style={style}
    >
      <div className="board-body" ref={box} style={{ ['--room' as string]: `${room}px` }}>
        {Drawn &&
          shown &&
          answer.data &&
          (isFlow || height > 0) &&
          drawings.map(scale => (
            <Drawn
              key={scale[0]?.id}
              panel={shown.panel}
              asking={{ ...shown.asking, topN: Math.min(panel.top ?? most, most) }}
              answer={answer.data}
              columns={scale}
              isBoard
              height={drawings.length > 1 ? Math.floor((room + barPx) / drawings.length) - barPx : room}
              onPick={onPick}
              hrefOf={hrefOf}
            />
          ))}
        {panel.kind === 'geoMap' && !isFlow && shown && answer.data && (
          <Highest answer={answer.data} panel={shown.panel} asking={shown.asking} />
        )}
      </div>
    </BoardFace>
  )
}

/** Beside a map: the place with most. */
function Highest({ answer, panel, asking }: { answer: AnalysisAnswer; panel: ViewPanel; asking: Asking }) {
  const t = useText()
  const figure = useFigure()
  const [column] = figureColumns(answer)
  const level = answer.columns.find(({ kind }) => kind === 'dimension')?.id ?? 'province'
  if (!column || answer.rows.length < 2) return null
  const best = answer.rows
    .map(row => ({ member: memberOf(row, level), cell: cellOf(row, column.id) }))
    .reduce((one, other) => ((other.cell.current ?? -1) > (one.cell.current ?? -1) ? other : one))
  if (best.cell.current === null) return null
  return (
    <aside className="map-highest">
      <span>{t({ zh: '最高', en: 'Highest' })}</span>
      <strong>{best.member.name}</strong>
      <p>
        {figure.full(best.cell.current, column)} {figure.unit(column)}
      </p>
      {comparisonOf(panel, asking) && <Growth value={best.cell.growth ?? null} />}
    </aside>
  )
}
