import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useText } from '../lib/i18n.ts'
import { useMatcher } from '../lib/matcher.ts'
import { useSession } from '../lib/session.ts'
import { usePageTitle } from './chrome.tsx'
import { menuPages, useRegistry } from './registry.ts'
import { addressWith, useScope } from './scope.ts'
import './not-found.css'

/** An address that leads nowhere: says so, and finds pages by their titles. */
export function NotFound() {
  const t = useText()
  usePageTitle(t({ zh: '没有这个页面', en: 'No such page' }))
  const { pathname } = useLocation()
  const { pages, groups } = useRegistry()
  const { user } = useSession()
  const { scope } = useScope()
  const matches = useMatcher()
  const [typed, type] = useState('')
  const found = menuPages(pages, user).filter(
    page => typed.trim() === '' || matches(page.title.zh, typed) || matches(page.title.en, typed),
  )
  return (
    <div className="page not-found" data-panel="page" data-state="empty">
      <h1>{t({ zh: '没有这个页面', en: 'No such page' })}</h1>
      <p>
        {t(
          {
            zh: '地址 {path} 不存在或已改名。可以按名称找页面：',
            en: 'Nothing is at {path}. Find a page by its title:',
          },
          { path: pathname },
        )}
      </p>
      <input
        type="search"
        value={typed}
        onChange={event => type(event.target.value)}
        placeholder={t({ zh: '页面名称，可用拼音首字母', en: 'Title of the page' })}
        aria-label={t({ zh: '搜索页面', en: 'Search pages' })}
      />
      <ul>
        {found.map(page => (
          <li key={page.id}>
            <Link to={addressWith(page.path, scope)}>
              <span>{t(page.title)}</span>
              <span className="not-found-group">{t(groups[page.group].title)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p>{t({ zh: '没有匹配的页面', en: 'No page matches' })}</p>}
    </div>
  )
}
