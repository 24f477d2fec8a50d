import { type AnalysisMember, type AreaLevel, areaLevels } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useMemo } from 'react'
import { useLocation } from 'react-router'
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
import { Bone, ErrorState, Loading, NoPermission } from '../../ui/states.tsx'
import { questionOf } from './ask.ts'
import { views } from './catalogue/index.ts'
import { FilterBar } from './filter-bar.tsx'
import { specialOf } from './kinds/names.ts'
import { special } from './kinds/special.ts'
import { inOrder, widthsOf } from './layout.ts'
import { LiveMark } from './live-mark.tsx'
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
  const asked = useAsking(view)
  const { setScope } = useScope()
  const dictionary = useDictionary()
  const loading = useQuery(analysisQueries.dictionary())
  const panels = useMemo(
    () =>
      dictionary
        ? inOrder(
            view.panels.flatMap(
              // A piece of its own says itself what its reader may not see.
              panel => (specialOf(view, panel.id) ? panel : (visiblePanel(panel, dictionary) ?? [])),
            ),
          )
        : [],
    [view, dictionary],
  )
  const widths = useMemo(() => widthsOf(panels), [panels])
  const exported = useMemo(() => panels.filter(({ id }) => !specialOf(view, id)), [view, panels])
  const { set } = asked
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

  const freshAt = useFreshAt(view.isRealtime ? exported[0] : undefined, asked, dictionary)

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
      if (isAreaLevel(dimension))
        return `${pathname}?${withScope(current, { kind: 'area', level: dimension, id })}`
      const filter = memberFilters.find(name => name === dimension)
      if (!filter || !view.filters.includes(filter)) return undefined
      current.set(filter, id)
      return `${pathname}?${current}`
    },
    [pages, user, pathname, search, view],
  )

  return (
    <PageBody
      className="view-page"
      hint={
        view.isRealtime ? (
          <>
            {asked.scopeName}
            <LiveMark freshAt={freshAt} />
          </>
        ) : (
          asked.scopeName
        )
      }
      actions={
        <ViewExport
          view={view}
          panels={exported}
          asked={asked}
          dictionary={dictionary}
          name={t(view.title)}
        />
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
      {dictionary &&
        panels.map((panel, index) => {
          const name = specialOf(view, panel.id)
          const Own = name === undefined ? undefined : special[name]
          if (Own)
            return (
              <Suspense
                key={panel.id}
                fallback={<WaitingCard panel={panel} className={`span-${widths[index] ?? 12}`} />}
              >
                <Own
                  view={view}
                  panel={panel}
                  asking={asked.isKnown ? asked.asking : undefined}
                  dictionary={dictionary}
                  className={`span-${widths[index] ?? 12}`}
                  onPick={onPick}
                />
              </Suspense>
            )
          return (
            <ViewPanelCard
              key={panel.id}
              panel={panel}
              asking={asked.isKnown ? asked.asking : undefined}
              dictionary={dictionary}
              width={widths[index] ?? 12}
              onPick={onPick}
              hrefOf={hrefOf}
              {...(view.isRealtime ? { everyMs: realtimeMs } : {})}
            />
          )
        })}
    </PageBody>
  )
}

/** When the last figures of a page of the present came: its first panel says so, which is asked once for both. */
function useFreshAt(
  panel: ViewPanel | undefined,
  { asking, isKnown }: Asked,
  dictionary: Dictionary | undefined,
) {
  const question = panel && dictionary && isKnown ? questionOf(panel, asking, dictionary.knows) : undefined
  return useQuestion(question, { everyMs: realtimeMs }).data?.meta.freshAt
}

const isAreaLevel = (name: string): name is AreaLevel => areaLevels.some(level => level === name)
