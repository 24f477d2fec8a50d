import type { AreaNode } from '@aisle/contract'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useName, useText } from '../../lib/i18n.ts'
import { EmptyState } from '../../ui/states.tsx'
import { everything, type Scope, useScope } from '../scope.ts'
import { branchKeys, keyOf, type TreeRow, visibleRows } from './area-tree.ts'

type Props = {
  tree: readonly AreaNode[]
  /** How many shops there are altogether. */
  total: number
  /** Everything is open while a search shows what it found. */
  isSearching: boolean
}

const allKey = 'all'

/** Regions, provinces, cities and counties with their shops counted; a choice applies to every page at once. */
export function AreaTreePanel({ tree, total, isSearching }: Props) {
  const t = useText()
  const name = useName()
  const { scope, trail, setScope } = useScope()
  const chosen = scope.kind === 'all' ? allKey : trail.at(-1) ? keyOf(trail.at(-1) as AreaNode) : allKey
  const [toggled, toggle] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [cursor, setCursor] = useState(chosen)
  const list = useRef<HTMLDivElement>(null)
  const hasMoved = useRef(false)

  const rows = useMemo(() => {
    const open = new Set(isSearching ? branchKeys(tree) : trail.map(keyOf))
    for (const [key, isOpen] of toggled) isOpen ? open.add(key) : open.delete(key)
    return visibleRows(tree, open)
  }, [tree, trail, toggled, isSearching])
  const keys = [allKey, ...rows.map(row => row.key)]
  const at = keys.includes(cursor) ? cursor : (keys[0] ?? allKey)

  useEffect(() => {
    if (hasMoved.current)
      list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(cursor)}"]`)?.focus()
  }, [cursor])

  const open = (key: string, isOpen: boolean) => toggle(new Map(toggled).set(key, isOpen))
  const choose = (next: Scope, key: string) => {
    setCursor(key)
    setScope(next)
  }
  const scopeOf = ({ node }: TreeRow): Scope => ({ kind: 'area', level: node.level, id: node.id })

  function onKey(event: KeyboardEvent, row: TreeRow | undefined) {
    const move = (key: string | undefined) => {
      if (key === undefined) return
      hasMoved.current = true
      setCursor(key)
    }
    const index = keys.indexOf(at)
    if (event.key === 'ArrowDown') move(keys[index + 1])
    else if (event.key === 'ArrowUp') move(keys[index - 1])
    else if (event.key === 'Home') move(keys[0])
    else if (event.key === 'End') move(keys.at(-1))
    else if (event.key === 'ArrowRight' && row?.hasChildren)
      row.isOpen ? move(keys[index + 1]) : open(row.key, true)
    else if (event.key === 'ArrowLeft' && row)
      row.isOpen ? open(row.key, false) : move(row.parentKey ?? allKey)
    else return
    event.preventDefault()
  }

  if (isSearching && rows.length === 0)
    return <EmptyState text={t({ zh: '没有匹配的区域', en: 'No area matches' })} />
  return (
    <div className="area-tree" role="tree" aria-label={t({ zh: '区域树', en: 'Area tree' })} ref={list}>
      {!isSearching && (
        <div
          role="treeitem"
          aria-level={1}
          aria-selected={chosen === allKey}
          tabIndex={at === allKey ? 0 : -1}
          data-key={allKey}
          className="area-row"
          onClick={() => choose(everything, allKey)}
          onKeyDown={event =>
            event.key === 'Enter' || event.key === ' ' ? choose(everything, allKey) : onKey(event, undefined)
          }
        >
          <span className="area-twist" />
          <span className="ellipsis">{t({ zh: '全部区域', en: 'All areas' })}</span>
          <span className="area-count">{total}</span>
        </div>
      )}
      {rows.map(row => (
        <div
          key={row.key}
          role="treeitem"
          aria-level={row.level}
          aria-selected={chosen === row.key}
          aria-expanded={row.hasChildren ? row.isOpen : undefined}
          tabIndex={at === row.key ? 0 : -1}
          data-key={row.key}
          className="area-row"
          style={{ paddingInlineStart: 4 + (row.level - 1) * 18 }}
          onClick={() => choose(scopeOf(row), row.key)}
          onKeyDown={event =>
            event.key === 'Enter' || event.key === ' ' ? choose(scopeOf(row), row.key) : onKey(event, row)
          }
        >
          {row.hasChildren ? (
            <button
              type="button"
              className="area-twist"
              tabIndex={-1}
              aria-label={row.isOpen ? t({ zh: '收起', en: 'Close' }) : t({ zh: '展开', en: 'Open' })}
              onClick={event => {
                event.stopPropagation()
                open(row.key, !row.isOpen)
              }}
            >
              {row.isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
            </button>
          ) : (
            <span className="area-twist" />
          )}
          <span className="ellipsis">{name(row.node.name, row.node.nameEn)}</span>
          <span className="area-count">{row.node.shopCount}</span>
        </div>
      ))}
    </div>
  )
}
