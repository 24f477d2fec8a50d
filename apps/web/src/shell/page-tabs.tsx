import { Link, useLocation } from 'react-router'
import { useText } from '../lib/i18n.ts'
import { useSession } from '../lib/session.ts'
import { pageAt, tabsOf, useRegistry } from './registry.ts'
import { addressWith, useScope } from './scope.ts'
import './page.css'
import './page.css'

/** The variants of the page as tabs, with the scope kept; nothing where the page has none that the user may open. */
export function PageTabs() {
  const t = useText()
  const { pages } = useRegistry()
  const { user } = useSession()
  const { scope } = useScope()
  const { pathname } = useLocation()
  const page = pageAt(pages, pathname)
  const tabs = page ? tabsOf(pages, page, user) : []
  if (tabs.length === 0) return null
  return (
    <nav className="page-tabs" aria-label={t({ zh: '同类页面', en: 'Related pages' })}>
      {tabs.map(tab => (
        <Link
          key={tab.id}
          to={addressWith(tab.path, scope)}
          className="page-tab"
          aria-current={tab.id === page?.id ? 'page' : undefined}
        >
          {t(tab.title)}
        </Link>
      ))}
    </nav>
  )
}
