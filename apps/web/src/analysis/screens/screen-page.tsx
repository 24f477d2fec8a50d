import { Button } from 'antd'
import type { CSSProperties } from 'react'
import { type Dictionary, useDictionary, useQuestion } from '../../lib/figures/use-question.ts'
import { useText } from '../../lib/i18n.ts'
import { usePage } from '../../shell/page.tsx'
import { everything, useScope } from '../../shell/scope.ts'
import { ScopePanel } from '../../shell/scope-panel.tsx'
import { panelAttributes } from '../../ui/panel.tsx'
import { questionOf } from '../views/ask.ts'
import { views } from '../views/catalogue/index.ts'
import { specialOf } from '../views/kinds/names.ts'
import { useLastDay } from '../views/last-day.ts'
import { type Asked, useAsking } from '../views/use-asking.ts'
import { type View, type ViewPanel, viewId } from '../views/view.ts'
import { visiblePanel } from '../views/visible.ts'
import { onBoard } from './board-asking.ts'
import { BoardCard, boardMs } from './board-card.tsx'
import { BoardExport } from './board-export.tsx'
import { BoardHeader } from './board-header.tsx'
import { BoardOwn } from './board-own.tsx'
import { Hero, Strip } from './figures.tsx'
import { layouts, type Place } from './layouts.ts'
import { Slides } from './slides.tsx'
import { Stage, useFit } from './stage.tsx'
import { usePicking } from './use-picking.ts'

/** The screen at the address, over the whole window. */
export function ScreenPage() {
  const page = usePage()
  const view = views.find(candidate => viewId(candidate) === page?.id)
  return view && <Screen key={page?.id} view={view} />
}

function Screen({ view }: { view: View }) {
  const present = useAsking(view)
  const fit = useFit()
  const dictionary = useDictionary()
  const fresh = useFreshness(view, present, dictionary)
  const { asked, isLastDay } = useLastDay(present, fresh)
  const { scope } = useScope()
  const isFlow = fit.shape === 'flow'
  const needs = neededScope(view, scope.kind)
  if (view.screen === 'slides')
    return dictionary ? (
      <Slides
        view={view}
        asked={asked}
        dictionary={dictionary}
        fit={fit}
        fresh={fresh}
        isLastDay={isLastDay}
      />
    ) : (
      <Stage fit={fit} header={<BoardHeader view={view} asked={present} fresh={fresh} isFlow={isFlow} />}>
        {null}
      </Stage>
    )
  return (
    <Stage
      fit={fit}
      header={
        <BoardHeader
          view={view}
          asked={present}
          fresh={fresh}
          isLastDay={isLastDay}
          isFlow={isFlow}
          tools={dictionary && !needs && <BoardExport view={view} asked={asked} dictionary={dictionary} />}
        />
      }
    >
      {needs ? (
        <ScopeWanted needs={needs} />
      ) : (
        dictionary && (
          <Board view={view} asked={asked} present={present} dictionary={dictionary} shape={fit.shape} />
        )
      )}
    </Stage>
  )
}

type Needed = 'shop' | 'noArea'
/** A mall's cockpit is of one place or of all; the board of a store is of one. */
function neededScope({ filters }: View, kind: 'all' | 'area' | 'shop'): Needed | undefined {
  if (!filters.includes('shop')) return undefined
  if (filters.includes('period')) return kind === 'area' ? 'noArea' : undefined
  return kind === 'shop' ? undefined : 'shop'
}

/** Says why the place that is chosen has no such screen, and offers the ways on. */
function ScopeWanted({ needs }: { needs: Needed }) {
  const t = useText()
  const { setScope } = useScope()
  return (
    <section className="board-wanted" {...panelAttributes('scope', 'empty')}>
      <h2>
        {needs === 'noArea'
          ? t({ zh: '驾驶舱暂不支持区域级展示', en: 'The cockpit does not support a region' })
          : t({ zh: '请选择一家门店', en: 'Choose a shop' })}
      </h2>
      <p>
        {needs === 'noArea'
          ? t({
              zh: '可以查看全国，或者选择一家门店',
              en: 'See the whole chain, or choose one shop',
            })
          : t({
              zh: '这块看板展示一家门店的在场人数、出入口与收银',
              en: 'This board is of one shop: people inside, entrances, tills',
            })}
      </p>
      {needs === 'noArea' && (
        <Button type="primary" onClick={() => setScope(everything)}>
          {t({ zh: '查看全国', en: 'See the whole chain' })}
        </Button>
      )}
      <ScopePanel isNarrow={false} onDone={() => undefined} />
    </section>
  )
}

/** When the last figures came, and the hours of the shops: a panel of the board says so, which is asked once for both. */
function useFreshness(view: View, { asking, isKnown }: Asked, dictionary: Dictionary | undefined) {
  const panel = view.panels.find(one => one.metrics.length > 0 && specialOf(view, one.id) === undefined)
  const seen = panel && dictionary && visiblePanel(panel, dictionary)
  const shown = seen && isKnown ? onBoard(seen, asking) : undefined
  const question = shown && dictionary && questionOf(shown.panel, shown.asking, dictionary.knows)
  return useQuestion(question, { everyMs: boardMs }).data?.meta
}

type BoardProps = {
  view: View
  asked: Asked
  /** What tells of the very present has nothing to say of another day. */
  present: Asked
  dictionary: Dictionary
  shape: ReturnType<typeof useFit>['shape']
}

function Board({ view, asked, present, dictionary, shape }: BoardProps) {
  const { onPick, hrefOf } = usePicking()
  const isFlow = shape === 'flow'
  const layout = isFlow ? undefined : layouts[viewId(view)]?.[shape]
  const asking = asked.isKnown ? asked.asking : undefined
  const styleOf = (piece: string): CSSProperties | undefined => {
    const place = layout?.[piece]
    return place && gridPlace(place)
  }
  const canvas = view.panels.find(({ kind }) => kind === 'canvas')
  return (
    <div className="board-grid" {...(canvas ? panelAttributes(canvas.id, 'ready') : {})}>
      {view.panels.map(panel => {
        if (panel.kind === 'canvas') return null
        const common = { panel, asking, dictionary, isFlow }
        return (
          <BoardOwn
            key={panel.id}
            view={view}
            panel={panel}
            asking={present.isKnown ? present.asking : undefined}
            dictionary={dictionary}
            onPick={onPick}
            style={styleOf(panel.id)}
          >
            {panel.kind === 'kpi' ? (
              <Figures {...common} styleOf={styleOf} />
            ) : (
              <BoardCard {...common} style={styleOf(panel.id)} onPick={onPick} hrefOf={hrefOf} />
            )}
          </BoardOwn>
        )
      })}
    </div>
  )
}

const gridPlace = ([column, row, columns, rows]: Place): CSSProperties => ({
  gridColumn: `${column + 1} / span ${columns}`,
  gridRow: `${row + 1} / span ${rows}`,
})

/** Key figures: the first large and the others in a strip, where the board has a place for both. */
function Figures({
  styleOf,
  ...common
}: {
  panel: ViewPanel
  asking: Asked['asking'] | undefined
  dictionary: Dictionary
  isFlow: boolean
  styleOf: (piece: string) => CSSProperties | undefined
}) {
  const hero = styleOf('hero')
  if (hero === undefined && !common.isFlow)
    return <Strip {...common} from={0} style={styleOf(common.panel.id)} />
  return (
    <>
      <Hero {...common} style={hero} />
      <Strip {...common} style={styleOf('strip')} />
    </>
  )
}
