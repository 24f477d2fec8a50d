import { matchRoutes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { registry } from './pages.ts'
import { routes } from './router.tsx'

/** What is drawn at an address: the element of its innermost route. */
const at = (address: string) => matchRoutes(routes, address)?.at(-1)?.route
const pageOf = (address: string): unknown => {
  const element: unknown = at(address)?.element
  return typeof element === 'object' && element !== null && 'props' in element
    ? (element.props as { page?: unknown }).page
    : undefined
}
const filled = (path: string) => path.replace(':id', '702001')

describe('the router', () => {
  it('serves every page of the registry at its address and at each other that it answers to', () => {
    expect(registry.pages.length).toBeGreaterThan(100)
    for (const page of registry.pages)
      for (const path of [page.path, ...(page.aliasPaths ?? [])])
        expect((pageOf(filled(path)) as { id?: string } | undefined)?.id, path).toBe(page.id)
  })

  it('takes letters as they are written, and a slash at the end', () => {
    expect(pageOf('/driveScreen/')).toBe(pageOf('/driveScreen'))
    expect(at('/drivescreen')?.path).toBe('*')
  })

  it('draws what nobody knows inside the shell', () => {
    const branch = matchRoutes(routes, '/no/such/page') ?? []
    expect(branch.at(-1)?.route.path).toBe('*')
    // Frame, session, shell, and the page that says so.
    expect(branch).toHaveLength(4)
  })

  it('leads the short addresses of the home group to the home page', () => {
    for (const path of ['/homePage', '/homeIndex'])
      expect(at(path)?.element).toMatchObject({ props: { to: '/homePage/homeIndex' } })
    expect(pageOf('/homePage/homeIndex')).toMatchObject({ id: 'home' })
  })

  it('stands screens outside the shell', () => {
    for (const path of ['/driveScreen', '/cockpit_x', '/largeScreen', '/meetingScreen', '/costcoFull'])
      expect(matchRoutes(routes, path), path).toHaveLength(3)
  })
})
