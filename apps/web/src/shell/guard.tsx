import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { connectionStore } from '../lib/connection.ts'
import { useText } from '../lib/i18n.ts'
import { pageWishes } from '../lib/page-wishes.ts'
import { sharedQueries } from '../lib/queries.ts'
import { recentPlaces, visit } from '../lib/recent.ts'
import { refreshUser, useSession } from '../lib/session.ts'
import { useStore } from '../lib/store.ts'
import { useConsoleStream } from '../lib/stream/console-stream.ts'
import { NoPermission } from '../ui/states.tsx'
import { analyticsThemeStore, ThemeRoot } from '../ui/theme.tsx'
import { ToastPlace, toast } from '../ui/toast.tsx'
import { chromeTitle } from './chrome.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { PageBoundary } from './crash.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { menuPages, type Page, pageAt, pathOf, useRegistry } from './registry.ts'
import { useScope, withScope } from './scope.ts'

const SessionDialog = lazy(() =>
  import('../account/session-dialog.tsx').then(m => ({ default: m.SessionDialog })),
)
const ScopePrompt = lazy(() => import('./scope-prompt.tsx').then(m => ({ default: m.ScopePrompt })))

/** Around every page, signed in or not: theme of the page, toasts, the state of the connection, document title. */
export function RootFrame() {
  const { pages } = useRegistry()
  const { pathname } = useLocation()
  const t = useText()
  const page = pageAt(pages, pathname)
  const forced = useStore(analyticsThemeStore)
  const ownTitle = useStore(chromeTitle)
  const theme = page?.theme === 'dark' ? 'dark' : pathname === '/login' ? 'light' : forced
  const title = ownTitle ?? (page && t(page.title))
  useEffect(() => {
    document.title = title ? `${title} · Aisle` : 'Aisle'
  }, [title])
  return (
    <ThemeRoot theme={theme}>
      <Suspense>
        <Outlet />
      </Suspense>
      <ConnectionBanner />
      <ToastPlace />
    </ThemeRoot>
  )
}

/** Where the login page sends the user back to. */
function loginAddress(here: { pathname: string; search: string }, reason?: 'unreachable'): string {
  const search = new URLSearchParams()
  const next = `${here.pathname}${here.search}`
  if (next !== '/') search.set('next', next)
  if (reason) search.set('reason', reason)
  const text = search.toString()
  return text === '' ? '/login' : `/login?${text}`
}

/** Only for someone signed in. An ended session asks for a new one over the intact page. */
export function SignedIn() {
  const { phase, user } = useSession()
  const location = useLocation()
  const page = pageAt(useRegistry().pages, location.pathname)
  const connection = useStore(connectionStore)
  const me = useQuery({ ...sharedQueries.me(), enabled: phase === 'signedIn' })
  useEffect(() => {
    if (me.data) refreshUser(me.data)
  }, [me.data])
  if (phase === 'signedOut' || !user) return <Navigate to={loginAddress(location)} replace />
  if (connection.phase === 'lost' && !page?.isUnattended)
    return <Navigate to={loginAddress(location, 'unreachable')} replace />
  return (
    <>
      <ConsoleStream />
      <Outlet />
      {phase === 'expired' && (
        <Suspense>
          <SessionDialog user={user} />
        </Suspense>
      )}
    </>
  )
}

function ConsoleStream() {
  useConsoleStream()
  return null
}

/** Ids of the pages that `/` leads to, by the version-difference setting. */
const entries = { 0: 'driveScreen', 1: 'x_2TotalDataView' } as const

/**
 * `/` leads to the page that the user starts with, else to the one of the installation, else to the home page, or to the first
 * that the user may open.
 */
export function HomeRedirect() {
  const { pages, home } = useRegistry()
  const { user } = useSession()
  const config = useQuery(sharedQueries.config())
  const wishes = useQuery(pageWishes())
  if (config.isPending || wishes.isPending) return <PageSkeleton />
  const wanted = [wishes.data?.start, entries[config.data?.versionDifferent ?? 1], home]
  const path =
    wanted.map(id => id && pathOf(pages, id, user)).find(found => found !== undefined && found !== '') ??
    menuPages(pages, user)[0]?.path
  const homePage = pages.find(page => page.id === home)
  if (path) return <Navigate to={path} replace />
  return homePage ? <NoPermission title={homePage.title} required={homePage.authority} /> : null
}

/** Lets a page appear: its authority, its shop, its code, and its failure are dealt with here. */
export function PageHost({ page }: { page: Page }) {
  const { can } = useSession()
  const back = useWayBack(page)
  if (back !== undefined) return <Navigate to={back} replace />
  if (page.authority.length > 0 && !can(...page.authority)) return <Forbidden page={page} />
  return page.needsShop ? <WithShop page={page} /> : <Ready page={page} />
}

function Forbidden({ page }: { page: Page }) {
  const t = useText()
  return (
    <div className="page" data-panel="page" data-state="forbidden">
      <h1>{t(page.title)}</h1>
      <NoPermission title={page.title} required={page.authority} />
    </div>
  )
}

/** Of the home page: where it was opened from for want of a shop, once there is one. */
function useWayBack(page: Page): string | undefined {
  const { pages, home } = useRegistry()
  const { scope, shop } = useScope()
  const { search } = useLocation()
  if (page.id !== home || scope.kind !== 'shop' || !shop) return undefined
  const next = new URLSearchParams(search).get('next')
  if (next === null) return undefined
  const { pathname, searchParams } = new URL(next, location.origin)
  return pageAt(pages, pathname)?.needsShop ? `${pathname}?${withScope(searchParams, scope)}` : undefined
}

/** Says on the home page why it was opened: which page waits for a shop. */
function useShopWish(title: Page['title'], isSent: boolean) {
  useEffect(() => {
    if (isSent)
      toast.info({
        zh: `请先选择门店，随后回到「${title.zh}」`,
        en: `Choose a shop first. ${title.en} opens then.`,
      })
  }, [isSent, title])
}

function WithShop({ page }: { page: Page }) {
  const { scope, isUnknown } = useScope()
  const { pages, home } = useRegistry()
  const { user } = useSession()
  const here = useLocation()
  const homePath = pathOf(pages, home, user)
  // Who never looked at a shop begins at the home page, as links from outside expect; others choose where they are.
  const isSent =
    scope.kind !== 'shop' &&
    homePath !== undefined &&
    !recentPlaces.get().some(place => place.shopId !== undefined)
  useShopWish(page.title, isSent)
  if (isSent) {
    const next = new URLSearchParams({ next: `${here.pathname}${here.search}` })
    return <Navigate to={`${homePath}?${next}`} replace />
  }
  if (scope.kind === 'shop' && !isUnknown) return <Ready page={page} />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <ScopePrompt page={page} isUnknown={scope.kind === 'shop'} />
    </Suspense>
  )
}

function Ready({ page }: { page: Page }) {
  const location = useLocation()
  const { shopId } = useScope()
  const address = `${location.pathname}${location.search}`
  useEffect(() => {
    visit({ pageId: page.id, address, at: Date.now(), ...(shopId ? { shopId } : {}) })
  }, [page.id, address, shopId])
  const Component = page.component
  return (
    <PageBoundary key={page.id}>
      <Suspense fallback={<PageSkeleton />}>
        <Component />
      </Suspense>
    </PageBoundary>
  )
}
