import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useText } from '../lib/i18n.ts'
import { PageTabs } from './page-tabs.tsx'
import { PinButton } from './pin-button.tsx'
import { pageAt, useRegistry } from './registry.ts'
import './page.css'

/** The registered page that is open, undefined in a test that draws a page by itself. */
export function usePage() {
  const { pages } = useRegistry()
  const { pathname } = useLocation()
  return pageAt(pages, pathname)
}

type Props = {
  /** Left out: the title of the registry. Given where the page is about one thing: a shop, a record. */
  title?: ReactNode
  /** Beside the title: count, dates, state. */
  hint?: ReactNode
  /** Buttons at the end of the title row; one of them at most is primary. */
  actions?: ReactNode
  /** A row of compact controls whose values stand in the address. */
  filters?: ReactNode
  className?: string
  /**
   * Cards on a grid of twelve columns, 12 px apart. A card takes the whole width unless its class is `span-3`,
   * `span-4`, `span-5`, `span-6`, `span-7`, `span-8` or `span-9`; tablets and phones widen it.
   */
  children: ReactNode
}

/** The body of every page in the shell: title row, tabs of its variants, filter row, content. */
export function PageBody({ title, hint, actions, filters, className = '', children }: Props) {
  const t = useText()
  const page = usePage()
  return (
    <div className={`page ${className}`}>
      <div className="page-title-row">
        <h1>{title ?? (page && t(page.title))}</h1>
        {page && page.menu !== 'none' && <PinButton page={page} />}
        {hint !== undefined && <span className="page-hint">{hint}</span>}
        {actions && <div className="page-actions">{actions}</div>}
      </div>
      <PageTabs />
      {filters && <div className="page-filters">{filters}</div>}
      <div className="page-grid">{children}</div>
    </div>
  )
}
