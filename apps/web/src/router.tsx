import { lazy, Suspense } from 'react'
import { createBrowserRouter, Navigate, type RouteObject, RouterProvider, useLocation } from 'react-router'
import { registry } from './pages.ts'
import { CrashPage } from './shell/crash.tsx'
import { HomeRedirect, PageHost, RootFrame, SignedIn } from './shell/guard.tsx'
import { type Page, RegistryContext } from './shell/registry.ts'

const LoginPage = lazy(() => import('./account/login-page.tsx').then(m => ({ default: m.LoginPage })))
const Shell = lazy(() => import('./shell/shell.tsx').then(m => ({ default: m.Shell })))
const NotFound = lazy(() => import('./shell/not-found.tsx').then(m => ({ default: m.NotFound })))

function routesOf(page: Page): RouteObject[] {
  return [page.path, ...(page.aliasPaths ?? [])].map(path => ({
    path,
    caseSensitive: true,
    element: <PageHost key={page.id} page={page} />,
  }))
}

/** Short addresses that are one page with another, search and all. */
const redirects: readonly { path: string; to: string }[] = [
  { path: '/homePage', to: '/homePage/homeIndex' },
  { path: '/homeIndex', to: '/homePage/homeIndex' },
]

function Redirect({ to }: { to: string }) {
  const { search, hash } = useLocation()
  return <Navigate to={`${to}${search}${hash}`} replace />
}

const inWindow = (page: Page) => page.frame === 'window'

/** Every address of the console. */
export const routes: RouteObject[] = [
  {
    element: <RootFrame />,
    errorElement: <CrashPage />,
    children: [
      { path: '/login', caseSensitive: true, element: <LoginPage /> },
      {
        element: <SignedIn />,
        children: [
          { path: '/', element: <HomeRedirect /> },
          ...redirects.map(({ path, to }) => ({
            path,
            caseSensitive: true,
            element: <Redirect to={to} />,
          })),
          ...registry.pages.filter(inWindow).flatMap(routesOf),
          {
            element: (
              <Suspense>
                <Shell />
              </Suspense>
            ),
            children: [
              ...registry.pages.filter(page => !inWindow(page)).flatMap(routesOf),
              { path: '*', element: <NotFound /> },
            ],
          },
        ],
      },
    ],
  },
]
const router = createBrowserRouter(routes)

/** The console: every page of the registry at its address, behind the guard. */
export function Router() {
  return (
    <RegistryContext value={registry}>
      <RouterProvider router={router} />
    </RegistryContext>
  )
}
