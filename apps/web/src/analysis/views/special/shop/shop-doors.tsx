import { Link } from 'react-router'
import { useText } from '../../../../lib/i18n.ts'
import { usePage } from '../../../../shell/page.tsx'
import { useRegistry } from '../../../../shell/registry.ts'
import { shopScope, useLinks } from '../use-links.ts'

/** Pages about one shop, by id, in the order in which they are offered. */
const about = [
  'shopIndex',
  'monitor',
  'home',
  'shopTotalData',
  'realTime',
  'x_2StoreFlow',
  'salesAnalysis',
  'customerGroupAnalysis',
  'records',
  'problems',
]

/** Doors from a shop to the pages about it that the reader may open. */
export function ShopDoors({ shopId, most = about.length }: { shopId: string; most?: number }) {
  const t = useText()
  const { pages } = useRegistry()
  const page = usePage()
  const links = useLinks()
  const doors = about.flatMap(id => {
    const href = links(id, shopScope(shopId))
    const found = pages.find(candidate => candidate.id === id)
    return href === undefined || !found || found === page ? [] : [{ id, href, title: found.title }]
  })
  if (doors.length === 0) return null
  return (
    <nav className="shop-doors" aria-label={t({ zh: '该门店的页面', en: 'Pages about this shop' })}>
      {doors.slice(0, most).map(({ id, href, title }) => (
        <Link key={id} to={href}>
          {t(title)}
        </Link>
      ))}
    </nav>
  )
}
