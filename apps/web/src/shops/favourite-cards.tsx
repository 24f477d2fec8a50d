import { ArrowLeft, ArrowRight, GripVertical } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { useName, useText } from '../lib/i18n.ts'
import { Tag } from '../ui/bits.tsx'
import { movedTo } from './favourite-order.ts'
import type { OpenShop } from './open-shop.ts'
import { CameraCount, type Favourites, LastScore, StarButton } from './parts.tsx'
import type { Favourite } from './shop-rows.ts'
import type { Today } from './use-today.ts'

type Props = { rows: readonly Favourite[]; favourites: Favourites; open: OpenShop; today: Today }

/** A card a shop, in the user's own order: dragged, or moved by the arrows of the card (Alt with ← → as well). */
export function FavouriteCards({ rows, favourites, open, today }: Props) {
  const t = useText()
  const name = useName()
  const [draggedId, drag] = useState<string>()
  const [overId, over] = useState<string>()
  const [said, say] = useState('')
  const list = useRef<HTMLOListElement>(null)

  function put(row: Favourite, target: Favourite | undefined) {
    if (!target || target.shopid === row.shopid) return
    favourites.sort(movedTo(favourites.ordered, row.shopid, target.shopid))
    say(
      t(
        { zh: '「{shop}」移到第 {n} 位', en: '“{shop}” moved to place {n}' },
        { shop: name(row.shopname, row.shopnameEn), n: rows.indexOf(target) + 1 },
      ),
    )
  }
  return (
    <>
      <ol ref={list} className="favourite-grid">
        {rows.map((row, index) => {
          const label = name(row.shopname, row.shopnameEn)
          return (
            <li
              key={row.shopid}
              className="favourite-card"
              data-over={(overId === row.shopid && draggedId !== row.shopid) || undefined}
              draggable
              onDragStart={event => {
                event.dataTransfer.effectAllowed = 'move'
                event.dataTransfer.setData('text/plain', row.shopid)
                drag(row.shopid)
              }}
              onDragEnd={() => {
                drag(undefined)
                over(undefined)
              }}
              onDragOver={event => {
                if (draggedId === undefined) return
                event.preventDefault()
                if (overId !== row.shopid) over(row.shopid)
              }}
              onDrop={event => {
                event.preventDefault()
                const dragged = rows.find(({ shopid }) => shopid === draggedId)
                if (dragged) put(dragged, row)
              }}
              onKeyDown={event => {
                if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
                event.preventDefault()
                put(row, rows[index + (event.key === 'ArrowLeft' ? -1 : 1)])
              }}
            >
              <div className="favourite-head">
                <GripVertical size={14} className="favourite-grip" aria-hidden />
                {open ? (
                  <Link to={open.address(row.shopid)} className="shop-card-link ellipsis" draggable={false}>
                    {label}
                  </Link>
                ) : (
                  <strong className="ellipsis">{label}</strong>
                )}
                <StarButton row={row} favourites={favourites} />
              </div>
              {row.cameraCount !== undefined && <CameraCount row={row} />}
              {today.columns.length > 0 && (
                <dl className="favourite-today">
                  {today.columns
                    .filter(({ id }) => id === 'visits' || id === 'sales')
                    .map(({ id, label: metric }) => (
                      <div key={id}>
                        <dt>{t({ zh: '今日{metric}', en: '{metric} today' }, { metric })}</dt>
                        <dd>{today.written(row.shopid, id)}</dd>
                      </div>
                    ))}
                </dl>
              )}
              <div className="favourite-foot">
                <LastScore figures={row.figures} />
                {row.figures && row.figures.openProblems > 0 && (
                  <Tag tone={row.figures.overdueProblems > 0 ? 'error' : 'warning'}>
                    {t(
                      {
                        zh: '{n} 个问题未关闭',
                        en: '{n, plural, one {# open problem} other {# open problems}}',
                      },
                      { n: row.figures.openProblems },
                    )}
                  </Tag>
                )}
                <span className="favourite-moves">
                  {(
                    [
                      [-1, ArrowLeft, { zh: '前移「{shop}」', en: 'Move “{shop}” forward' }],
                      [1, ArrowRight, { zh: '后移「{shop}」', en: 'Move “{shop}” back' }],
                    ] as const
                  ).map(([by, Icon, text]) => (
                    <button
                      key={by}
                      type="button"
                      className="favourite-move"
                      disabled={rows[index + by] === undefined}
                      aria-label={t(text, { shop: label })}
                      onClick={() => put(row, rows[index + by])}
                    >
                      <Icon size={14} aria-hidden />
                    </button>
                  ))}
                </span>
              </div>
            </li>
          )
        })}
      </ol>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  )
}
