import { formatNames, type Text } from '@aisle/contract'
import { ArrowDown, ArrowUp, ChevronsUpDown, MonitorPlay } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useName, useText } from '../lib/i18n.ts'
import { useScope } from '../shell/scope.ts'
import { Bone, Loading } from '../ui/states.tsx'
import type { OpenShop } from './open-shop.ts'
import { CameraCount, type Favourites, LastCheck, StarButton } from './parts.tsx'
import type { ShopRow, Sort, SortKey } from './shop-rows.ts'

export type ListProps = {
  rows: readonly ShopRow[]
  sort: Sort
  onSort: (sort: Sort) => void
  favourites: Favourites
  open: OpenShop
  mayInspect: boolean
}

const columns: readonly { key: SortKey; title: Text; isInspecting?: boolean }[] = [
  { key: 'name', title: { zh: '门店', en: 'Shop' } },
  { key: 'area', title: { zh: '区域', en: 'Area' } },
  { key: 'format', title: { zh: '业态', en: 'Format' } },
  { key: 'cameras', title: { zh: '摄像头在线', en: 'Cameras online' }, isInspecting: true },
  { key: 'check', title: { zh: '最近巡店', en: 'Last check' }, isInspecting: true },
]

const step = 100

/** How many rows stand in the page: more come as the end of the list comes into sight. */
export function useGrowing(total: number) {
  const [count, setCount] = useState(step)
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = end.current
    if (!element || count >= total) return
    const watcher = new IntersectionObserver(
      entries => entries.some(entry => entry.isIntersecting) && setCount(now => now + step),
      { rootMargin: '600px' },
    )
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [count, total])
  return { count, end: count < total ? <div ref={end} style={{ height: 1 }} /> : null }
}

/** Shops as a table. One row has the focus of the keyboard; ↑ ↓ move it, Enter opens the cameras. */
export function ShopTable({ rows, sort, onSort, favourites, open, mayInspect }: ListProps) {
  const t = useText()
  const { shopId } = useScope()
  const [focusedId, focusOn] = useState(shopId)
  const { count, end } = useGrowing(rows.length)
  const shown = rows.slice(0, count)
  const current = shown.find(row => row.shopid === focusedId) ?? shown[0]
  return (
    <div className="shop-table-box">
      <table className="shop-table">
        <thead>
          <tr>
            <th className="cell-star">
              <span className="visually-hidden">{t({ zh: '收藏', en: 'Favourite' })}</span>
            </th>
            {columns
              .filter(column => mayInspect || !column.isInspecting)
              .map(column => (
                <SortHead key={column.key} column={column} sort={sort} onSort={onSort} />
              ))}
            {open && (
              <th className="cell-open">
                <span className="visually-hidden">{t({ zh: '操作', en: 'Actions' })}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map(row => (
            <Row
              key={row.shopid}
              row={row}
              favourites={favourites}
              open={open}
              mayInspect={mayInspect}
              isCurrent={row === current}
              isChosen={row.shopid === shopId}
              onFocus={() => focusOn(row.shopid)}
            />
          ))}
        </tbody>
      </table>
      {end}
    </div>
  )
}

type HeadProps = { column: (typeof columns)[number]; sort: Sort; onSort: (sort: Sort) => void }

function SortHead({ column, sort, onSort }: HeadProps) {
  const t = useText()
  const isOn = sort.key === column.key
  const Icon = isOn ? (sort.isDown ? ArrowDown : ArrowUp) : ChevronsUpDown
  return (
    <th
      className={`cell-${column.key}`}
      aria-sort={isOn ? (sort.isDown ? 'descending' : 'ascending') : undefined}
    >
      <button
        type="button"
        className="sort-button"
        data-on={isOn}
        onClick={() => onSort({ key: column.key, isDown: isOn ? !sort.isDown : false })}
      >
        {t(column.title)}
        <Icon size={13} aria-hidden />
      </button>
    </th>
  )
}

type RowProps = {
  row: ShopRow
  favourites: Favourites
  open: OpenShop
  mayInspect: boolean
  isCurrent: boolean
  isChosen: boolean
  onFocus: () => void
}

function Row({ row, favourites, open, mayInspect, isCurrent, isChosen, onFocus }: RowProps) {
  const t = useText()
  const name = useName()
  const label = name(row.shopname, row.shopnameEn)
  const area = name(row.areaPath, row.areaPathEn)
  return (
    <tr
      tabIndex={isCurrent ? 0 : -1}
      data-chosen={isChosen || undefined}
      data-openable={open !== undefined}
      onFocus={onFocus}
      onKeyDown={event => onRowKey(event, () => open?.run(row.shopid))}
      onClick={event => {
        if (event.target instanceof Element && !event.target.closest('a, button')) open?.run(row.shopid)
      }}
    >
      <td className="cell-star">
        <StarButton row={row} favourites={favourites} tabIndex={isCurrent ? 0 : -1} />
      </td>
      <td className="cell-name">
        {open ? (
          <Link to={open.address(row.shopid)} tabIndex={-1}>
            {label}
          </Link>
        ) : (
          <strong>{label}</strong>
        )}
        <span className="muted shop-code">{row.code}</span>
      </td>
      <td className="cell-area ellipsis" title={area}>
        {area}
      </td>
      <td className="cell-format">{t(formatNames[row.format])}</td>
      {mayInspect && (
        <>
          <td className="cell-cameras">
            <CameraCount row={row} />
          </td>
          <td className="cell-check">
            <LastCheck row={row} />
          </td>
        </>
      )}
      {open && (
        <td className="cell-open">
          <Link to={open.address(row.shopid)} className="open-link" tabIndex={-1}>
            <MonitorPlay size={15} aria-hidden />
            {t({ zh: '看画面', en: 'Watch' })}
          </Link>
        </td>
      )}
    </tr>
  )
}

function onRowKey(event: KeyboardEvent<HTMLTableRowElement>, open: () => void) {
  if (event.target !== event.currentTarget) return
  const row = event.currentTarget
  const siblings = { ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling }
  if (event.key === 'Enter') open()
  else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    const next = siblings[event.key]
    if (next instanceof HTMLElement) next.focus()
  } else return
  event.preventDefault()
}

export function ShopSkeleton({ isCards, onCancel }: { isCards: boolean; onCancel: () => void }) {
  return (
    <Loading onCancel={onCancel}>
      <div className="shop-skeleton">
        {Array.from({ length: isCards ? 4 : 10 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: places without identity
          <Bone key={index} height={isCards ? 92 : 20} radius={isCards ? 8 : 4} />
        ))}
      </div>
    </Loading>
  )
}
