import { type AnalysisMember, type AreaLevel, areaLevels } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useMemo } from 'react'
import { useLocation } from 'react-router'
import { NotebookContext, notebook } from '../../lib/figures/notebook.ts'
import {
  analysisQueries,
  type Dictionary,
  useDictionary,
  useQuestion,
} from '../../lib/figures/use-question.ts'
import { useText } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { PageBody, usePage } from '../../shell/page.tsx'
import { pathOf, useRegistry } from '../../shell/registry.ts'
import { useScope, withScope } from '../../shell/scope.ts'
import { PictureStudio } from '../../ui/picture/picture-studio.tsx'
import { Bone, ErrorState, Loading, NoPermission } from '../../ui/states.tsx'
import { placed, questionOf } from './ask.ts'
import { views } from './catalogue/index.ts'
import { FilterBar } from './filter-bar.tsx'
import { filterFacts } from './filter-facts.ts'
import { specialOf } from './kinds/names.ts'
import { special } from './kinds/special.ts'
import { useLastDay } from './last-day.ts'
import { inOrder, widthsOf } from './layout.ts'
import { LiveMark } from './live-mark.tsx'
import { PanelMenu } from './panel-menu.tsx'
import { type PageFacts, PageFactsContext, PanelExtrasContext } from './panel-tools.ts'
import { WaitingCard } from './special/special-card.tsx'
import { type Asked, useAsking } from './use-asking.ts'
import { memberFilters, type View, type ViewPanel, viewId } from './view.ts'
import { ViewExport } from './view-export.tsx'
import { ViewPanelCard } from './view-panel.tsx'
import { visiblePanel } from './visible.ts'
import './views.css'

/** How often pages of the present ask anew while the server cannot tell them of changes. */
const realtimeMs = 15_000

/** The page of figures at the address. */
export function ViewPage() {
  const page = usePage()
  const view = views.find(candidate => viewId(candidate) === page?.id)
  return view && <Drawn key={page?.id} view={view} />
}

/** A page of figures, drawn from its declaration. */
function Drawn({ view }: { view: View }) {
  const t = useText()
  const present = useAsking(view)
  const { setScope } = useScope()
  const dictionary = useDictionary()
  const loading = useQuery(analysisQueries.dictionary())
  const { scope } = present.asking
  const panels = useMemo(
    () =>
      dictionary
        ? inOrder(
            view.panels.flatMap(declared => {
              const panel = placed(declared, scope)
              // A piece of its own says itself what its reader may not see.
              return specialOf(view, panel.id) ? panel : (visiblePanel(panel, dictionary) ?? [])
            }),
          )
        : [],
    [view, dictionary, scope],
  )
  const widths = useMemo(() => widthsOf(panels), [panels])
  const notebooks = useMemo(() => new Map(panels.map(({ id }) => [id, notebook()])), [panels])
  const { set } = present
  const onPick = useCallback(
    (dimension: string, { id }: AnalysisMember) => {
      if (id === '' || id === 'others') return
      if (dimension === 'shop') setScope({ kind: 'shop', shopId: id })
      else if (isAreaLevel(dimension)) setScope({ kind: 'area', level: dimension, id })
      else {
        const filter = memberFilters.find(name => name === dimension)
        if (filter && view.filters.includes(filter)) set(filter, [id])
      }
    },
    [setScope, set, view],
  )

  const fresh = useFreshness(
    view.isRealtime ? panels.find(({ id }) => !specialOf(view, id)) : undefined,
    present,
    dictionary,
  )
  const { asked, isLastDay } = useLastDay(present, view.isRealtime ? fresh : undefined)

  const { pages } = useRegistry()
  const { user } = useSession()
  const { pathname, search } = useLocation()
  /** A shop opens its own page where there is one, an area the same page below; other places narrow the page. */
  const hrefOf = useCallback(
    (dimension: string, { id }: AnalysisMember): string | undefined => {
      if (id === '' || id === 'others') return undefined
      const current = new URLSearchParams(search)
      if (dimension === 'shop')
        return `${pathOf(pages, 'shopIndex', user) ?? pathname}?${withScope(current, { kind: 'shop', shopId: id })}`
      if (dimension === 'person') {
        const file = pathOf(pages, 'snapshotDetail', user)
        return file && `${file}?person=${encodeURIComponent(id)}`
      }
      if (isAreaLevel(dimension))
        return `${pathname}?${withScope(current, { kind: 'area', level: dimension, id })}`
      const filter = memberFilters.find(name => name === dimension)
      if (!filter || !view.filters.includes(filter)) return undefined
      current.set(filter, id)
      return `${pathname}?${current}`
    },
    [pages, user, pathname, search, view],
  )

  const facts = useMemo<PageFacts | undefined>(
    () =>
      dictionary && {
        name: t(view.title),
        scope: asked.scopeName,
        period: asked.asking.period,
        filters: filterFacts(asked.asking, dictionary, t),
        dictionary,
      },
    [dictionary, view, asked, t],
  )

  /** A panel as it stands on the page, or once more on a picture, where nothing can be opened. */
  const drawn = (panel: ViewPanel, width: number, isPicture = false) => {
    if (!dictionary) return null
    const name = specialOf(view, panel.id)
    const Own = name === undefined ? undefined : special[name]
    const className = `span-${width}`
    // What tells of the very present has nothing to say of another day.
    const { isKnown, asking: own } = Own ? present : asked
    const asking = isKnown ? own : undefined
    if (!Own)
      return (
        <ViewPanelCard
          key={panel.id}
          panel={panel}
          asking={asking}
          dictionary={dictionary}
          width={width}
          onPick={onPick}
          hrefOf={hrefOf}
          {...(view.isRealtime && !isPicture ? { everyMs: realtimeMs } : {})}
        />
      )
    const notes = isPicture ? undefined : notebooks.get(panel.id)
    const piece = (
      <Suspense key={panel.id} fallback={<WaitingCard panel={panel} className={className} />}>
        <Own
          view={view}
          panel={panel}
          asking={asking}
          dictionary={dictionary}
          className={className}
          width={width}
          onPick={onPick}
          hrefOf={hrefOf}
        />
      </Suspense>
    )
    return (
      <NotebookContext key={panel.id} value={notes}>
        <PanelExtrasContext
          value={
            notes && (
              <PanelMenu
                panel={panel}
                questions={notes.questions}
                lists={notes}
                copy={() => drawn(panel, 12, true)}
                width={width > 8 ? 1120 : 800}
              />
            )
          }
        >
          {piece}
        </PanelExtrasContext>
      </NotebookContext>
    )
  }

  return (
    <PageFactsContext value={facts}>
      <PictureStudio>
        <PageBody
          className="view-page"
          hint={
            view.isRealtime ? (
              <>
                {asked.scopeName}
                <LiveMark fresh={fresh} isLastDay={isLastDay} />
              </>
            ) : (
              asked.scopeName
            )
          }
          actions={
            facts && (
              <ViewExport
                view={view}
                panels={panels}
                widths={widths}
                asking={asked.asking}
                facts={facts}
                questionsOf={panel => notebooks.get(panel.id)?.questions() ?? []}
                listsOf={async panel => (await notebooks.get(panel.id)?.tables()) ?? []}
                drawn={(panel, width) => drawn(panel, width, true)}
              />
            )
          }
          filters={<FilterBar view={view} asked={asked} />}
        >
          {loading.isError && <ErrorState error={loading.error} onRetry={() => void loading.refetch()} />}
          {loading.isPending && (
            <Loading>
              <Bone height={400} />
            </Loading>
          )}
          {dictionary && panels.length === 0 && <NoPermission title={view.title} required={view.authority} />}
          {panels.map((panel, index) => drawn(panel, widths[index] ?? 12))}
        </PageBody>
      </PictureStudio>
    </PageFactsContext>
  )
}

/** When the last figures of a page of the present came, and the hours of its shops: its first panel says so, which is asked once for both. */
function useFreshness(
  panel: ViewPanel | undefined,
  { asking, isKnown }: Asked,
  dictionary: Dictionary | undefined,
) {
  const question = panel && dictionary && isKnown ? questionOf(panel, asking, dictionary.knows) : undefined
  return useQuestion(question, { everyMs: realtimeMs }).data?.meta
}

const isAreaLevel = (name: string): name is AreaLevel => areaLevels.some(level => level === name)
