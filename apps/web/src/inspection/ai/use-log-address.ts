import { useSession } from '../../lib/session.ts'
import type { Period } from '../../shell/date-picker/use-period.ts'
import { pathOf, useRegistry } from '../../shell/registry.ts'
import { useScope, withScope } from '../../shell/scope.ts'

/**
 * Addresses of the log with the scope and the days of a page: where a figure leads. `shop` takes the place of the scope.
 */
export function useLogAddress({
  period,
  algorithm,
}: {
  period: Pick<Period, 'from' | 'to'>
  algorithm?: string
}) {
  const { pages } = useRegistry()
  const { user } = useSession()
  const { scope } = useScope()
  const path = pathOf(pages, 'aiLog', user)
  return ({ shop, ...more }: Record<string, string>): string | undefined => {
    if (path === undefined) return undefined
    const search = withScope(
      new URLSearchParams(),
      shop === undefined ? scope : { kind: 'shop', shopId: shop },
    )
    search.set('from', period.from)
    search.set('to', period.to)
    if (algorithm !== undefined && algorithm !== 'all') search.set('algorithm', algorithm)
    for (const [name, value] of Object.entries(more)) search.set(name, value)
    return `${path}?${search}`
  }
}
