import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import { queryClient } from '../lib/queries.ts'
import { type Registry, RegistryContext } from '../shell/registry.ts'

/** Draws routes as the console does: with its registry, query client and router. Answers the router. */
export function renderInConsole(routes: RouteObject[], registry: Registry, address: string) {
  queryClient.clear()
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  render(
    <QueryClientProvider client={queryClient}>
      <RegistryContext value={registry}>
        <RouterProvider router={router} />
      </RegistryContext>
    </QueryClientProvider>,
  )
  const here = () => `${router.state.location.pathname}${router.state.location.search}`
  return { router, here }
}

export const anywhere = (element: ReactNode): RouteObject[] => [{ path: '*', element }]
