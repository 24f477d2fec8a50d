import type { AreaLevel, AreaNode, Shop, Text } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { useName, useText } from '../lib/i18n.ts'
import { byName, useMatcher } from '../lib/matcher.ts'
import { sharedQueries } from '../lib/queries.ts'
import { Bone, EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import { everything, isShopIn, type Scope, useScope } from './scope.ts'

const levels: readonly { level: AreaLevel | 'shop'; title: Text }[] = [
  { level: 'region', title: { zh: '大区', en: 'Region' } },
  { level: 'province', title: { zh: '省', en: 'Province' } },
  { level: 'city', title: { zh: '市', en: 'City' } },
  { level: 'county', title: { zh: '区县', en: 'County' } },
  { level: 'shop', title: { zh: '门店', en: 'Shop' } },
]

type Row = { key: string; label: string; count?: number; scope: Scope; isChosen: boolean; hasMore: boolean }
type Column = { title: string; rows: readonly Row[] }

/** One column for each level down to the shops; a choice applies at once and opens what lies below. */
export function ScopeColumns({ isNarrow, onDone }: { isNarrow: boolean; onDone: () => void }) {
  const t = useText()
  const tree = useQuery(sharedQueries.areaTree())
  const shops = useQuery(sharedQueries.allShops())
  if (tree.isError || shops.isError)
    return (
      <ErrorState
        error={tree.error ?? shops.error}
        onRetry={() => {
          void tree.refetch()
          void shops.refetch()
        }}
      />
    )
  if (!tree.data || !shops.data)
    return (
      <Loading>
        <div className="scope-columns">
          {levels.map(({ level }) => (
            <div key={level} className="scope-column" style={{ padding: 8, display: 'grid', gap: 8 }}>
              <Bone height={20} />
              <Bone height={20} width="70%" />
              <Bone height={20} width="80%" />
            </div>
          ))}
        </div>
      </Loading>
    )
  if (shops.data.length === 0)
    return (
      <EmptyState
        text={t({
          zh: '你的账号还没有门店，请联系管理员分配',
          en: 'Your account has no shops. Ask an administrator.',
        })}
      />
    )
  return <Columns tree={tree.data} shops={shops.data} isNarrow={isNarrow} onDone={onDone} />
}

type ColumnsProps = {
  tree: readonly AreaNode[]
  shops: readonly Shop[]
  isNarrow: boolean
  onDone: () => void
}

function Columns({ tree, shops, isNarrow, onDone }: ColumnsProps) {
  const t = useText()
  const { trail, setScope } = useScope()
  const columns = useColumns(tree, shops)
  const shown = isNarrow ? columns.slice(-1) : columns
  const choose = (row: Row, isLast: boolean) => {
    setScope(row.scope)
    if (row.scope.kind === 'shop' || isLast) onDone()
  }
  const up = trail.at(-2)
  return (
    <fieldset className="scope-columns" onKeyDown={moveByArrows}>
      {isNarrow && trail.length > 0 && (
        <button
          type="button"
          className="scope-up"
          onClick={() => setScope(up ? { kind: 'area', level: up.level, id: up.id } : everything)}
        >
          <ChevronLeft size={16} aria-hidden />
          {t({ zh: '上一级', en: 'Up' })}
        </button>
      )}
      {shown.map(column => (
        <ColumnList key={column.title} column={column} onChoose={choose} />
      ))}
    </fieldset>
  )
}

/** The columns open for the scope of the page: those above it and the one below. */
function useColumns(tree: readonly AreaNode[], shops: readonly Shop[]): Column[] {
  const t = useText()
  const name = useName()
  const { scope, trail } = useScope()
  return useMemo(() => {
    const columns: Column[] = []
    let nodes: readonly AreaNode[] = tree
    for (const [depth, { level, title }] of levels.entries()) {
      const above = trail[depth - 1]
      const parent: Scope = above ? { kind: 'area', level: above.level, id: above.id } : everything
      const isEnd = level === 'shop'
      const inside = above ? shops.filter(shop => isShopIn(shop, above.level, above.id)) : shops
      const rows: Row[] = isEnd
        ? inside.map(shop => ({
            key: shop.shopid,
            label: name(shop.shopname, shop.shopnameEn),
            scope: { kind: 'shop', shopId: shop.shopid },
            isChosen: scope.kind === 'shop' && scope.shopId === shop.shopid,
            hasMore: false,
          }))
        : nodes.map(node => ({
            key: node.id,
            label: name(node.name, node.nameEn),
            count: node.shopCount,
            scope: { kind: 'area', level: node.level, id: node.id },
            isChosen: trail.some(area => area.level === node.level && area.id === node.id),
            hasMore: true,
          }))
      const all: Row = {
        key: 'all',
        label: t({ zh: '全部', en: 'All' }),
        count: inside.length,
        scope: parent,
        isChosen: trail.length === depth && scope.kind !== 'shop',
        hasMore: false,
      }
      columns.push({ title: t(title), rows: [all, ...rows.toSorted((a, b) => byName(a.label, b.label))] })
      if (trail.length <= depth) break
      nodes = trail[depth]?.children ?? []
    }
    return columns
  }, [tree, shops, scope, trail, t, name])
}

function ColumnList({ column, onChoose }: { column: Column; onChoose: (row: Row, isLast: boolean) => void }) {
  const t = useText()
  const matches = useMatcher()
  const [typed, type] = useState('')
  const rows =
    typed.trim() === ''
      ? column.rows
      : column.rows.filter(row => row.key !== 'all' && matches(row.label, typed))
  return (
    <div className="scope-column">
      <div className="scope-column-head">
        <span>{column.title}</span>
        {column.rows.length > 9 && (
          <input
            type="search"
            value={typed}
            onChange={event => type(event.target.value)}
            placeholder={t({ zh: '筛选', en: 'Filter' })}
            aria-label={t({ zh: '筛选{level}', en: 'Filter {level}' }, { level: column.title })}
          />
        )}
      </div>
      <ul>
        {rows.map(row => (
          <li key={row.key}>
            <button
              type="button"
              className="scope-row"
              aria-pressed={row.isChosen}
              onClick={() => onChoose(row, row.key === 'all')}
            >
              <span className="ellipsis" title={row.label}>
                {row.label}
              </span>
              {row.count !== undefined && <span className="scope-count">{row.count}</span>}
              {row.hasMore && <ChevronRight size={14} aria-hidden />}
            </button>
          </li>
        ))}
        {rows.length === 0 && <li className="scope-none">{t({ zh: '没有匹配', en: 'No match' })}</li>}
      </ul>
    </div>
  )
}

/** ↑ ↓ move within a column, ← → between columns; Enter is the button's own. */
function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const target = event.target
  if (!(target instanceof HTMLElement) || target.tagName === 'INPUT' || !event.key.startsWith('Arrow')) return
  const column = target.closest('.scope-column')
  const rowsOf = (element: Element | null | undefined) => [
    ...(element?.querySelectorAll<HTMLElement>('.scope-row') ?? []),
  ]
  const rows = rowsOf(column)
  const at = rows.indexOf(target)
  if (at === -1) return
  const beside = (other: Element | null | undefined) =>
    rowsOf(other).find(row => row.getAttribute('aria-pressed') === 'true') ?? rowsOf(other)[0]
  const next = {
    ArrowDown: rows[at + 1],
    ArrowUp: rows[at - 1],
    ArrowRight: beside(column?.nextElementSibling),
    ArrowLeft: beside(column?.previousElementSibling),
  }[event.key]
  if (!next) return
  event.preventDefault()
  next.focus()
}
