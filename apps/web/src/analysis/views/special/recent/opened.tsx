import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { Pin, PinOff, X } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { useMatcher } from '../../../../lib/matcher.ts'
import { sharedQueries } from '../../../../lib/queries.ts'
import { forgetPlace, forgetPlaces, pinPlace, recentPlaces } from '../../../../lib/recent.ts'
import { useSession } from '../../../../lib/session.ts'
import { useStore } from '../../../../lib/store.ts'
import { useAddressFilter, words } from '../../../../shell/filters.ts'
import { useRegistry } from '../../../../shell/registry.ts'
import type { Special } from '../../kinds/special.ts'
import { viewId } from '../../view.ts'
import { SpecialCard } from '../special-card.tsx'
import { addressWords } from './address-words.ts'
import './recent.css'

/** Pages opened lately with what they looked at: to go back to, to pin, to forget. */
export function Opened({ view, panel, dictionary, className }: Special) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const matches = useMatcher()
  const { pages, groups } = useRegistry()
  const { can } = useSession()
  const places = useStore(recentPlaces)
  const shops = useQuery(sharedQueries.allShops())
  const tree = useQuery(sharedQueries.areaTree())
  const [typed, type] = useAddressFilter('q', words)
  const lines = useMemo(
    () =>
      places
        .flatMap(place => {
          const page = pages.find(candidate => candidate.id === place.pageId)
          const isOpen = page && (page.authority.length === 0 || can(...page.authority))
          if (!page || !isOpen || page.id === viewId(view)) return []
          return [
            {
              ...place,
              title: t(page.title),
              group: t(groups[page.group].title),
              about: addressWords(place.address, {
                shops: shops.data ?? [],
                tree: tree.data ?? [],
                name,
                say: t,
                dimension: id => {
                  const found = dictionary.dimension(id)
                  return found && t(found.label)
                },
              }),
            },
          ]
        })
        .toSorted((a, b) => Number(b.isPinned ?? false) - Number(a.isPinned ?? false) || b.at - a.at),
    [places, pages, groups, can, view, shops.data, tree.data, name, t, dictionary],
  )
  const wanted = typed.trim()
  const shown =
    wanted === ''
      ? lines
      : lines.filter(({ title, group, about }) => [title, group, ...about].some(one => matches(one, wanted)))
  const hasUnpinned = lines.some(({ isPinned }) => !isPinned)
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={lines.length === 0 ? 'empty' : 'ready'}
      nothing={t({
        zh: '还没有打开过其他页面；打开过的页面连同筛选条件会列在这里',
        en: 'No other page was opened yet. Pages will be listed here with their filters.',
      })}
      actions={
        <>
          <Input.Search
            size="small"
            allowClear
            className="recent-search"
            placeholder={t({ zh: '搜索页面、门店', en: 'Search pages, shops' })}
            aria-label={t({ zh: '搜索页面、门店', en: 'Search pages, shops' })}
            value={typed}
            onChange={event => type(event.target.value)}
          />
          {hasUnpinned && (
            <Button type="text" size="small" onClick={() => forgetPlaces({ pinned: false })}>
              {t({ zh: '清空', en: 'Clear' })}
            </Button>
          )}
        </>
      }
    >
      {shown.length === 0 && (
        <p className="recent-none">
          {t({ zh: '没有与「{words}」相符的记录', en: 'Nothing matches “{words}”' }, { words: wanted })}
        </p>
      )}
      <ul className="recent">
        {shown.map(({ address, title, group, about, at, isPinned = false }) => (
          <li key={address} data-pinned={isPinned || undefined}>
            <Link to={address} className="recent-way">
              <strong className="ellipsis">{title}</strong>
              <span className="ellipsis">{[group, ...about].join(' · ')}</span>
            </Link>
            <time>{format.moment(new Date(at))}</time>
            <button
              type="button"
              aria-pressed={isPinned}
              aria-label={
                isPinned
                  ? t({ zh: '取消固定「{title}」', en: 'Unpin {title}' }, { title })
                  : t({ zh: '固定「{title}」', en: 'Pin {title}' }, { title })
              }
              title={isPinned ? t({ zh: '取消固定', en: 'Unpin' }) : t({ zh: '固定', en: 'Pin' })}
              onClick={() => pinPlace(address, !isPinned)}
            >
              {isPinned ? <PinOff size={15} aria-hidden /> : <Pin size={15} aria-hidden />}
            </button>
            <button
              type="button"
              aria-label={t({ zh: '移除「{title}」', en: 'Remove {title}' }, { title })}
              title={t({ zh: '移除', en: 'Remove' })}
              onClick={() => forgetPlace(address)}
            >
              <X size={15} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </SpecialCard>
  )
}
