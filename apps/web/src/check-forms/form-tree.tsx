import type { CheckForm, CheckItem, CheckItemNode } from '@aisle/contract'
import { Button } from 'antd'
import { ArchiveRestore, ArrowDown, ArrowUp, GripVertical, Image, Plus } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useFormat } from '../lib/format.ts'
import { useName, useText } from '../lib/i18n.ts'
import { useWritten } from '../lib/written.ts'
import { Tag } from '../ui/bits.tsx'
import { groupNames } from './item-changes.ts'
import type { NewThing } from './new-item-dialog.tsx'
import { useTreeEdits } from './queries.ts'
import { dropOn, linesOf, type Place, stepOf } from './tree-moves.ts'

type Props = {
  form: CheckForm
  selectedId: string
  onSelect: (itemId: string) => void
  onAdd: (thing: NewThing) => void
}

/**
 * A form as a tree. ↑ ↓ walk along its lines, Enter opens one, Alt with ↑ ↓ moves it; lines can be dragged, and each has
 * buttons for the same.
 */
export function FormTree({ form, selectedId, onSelect, onAdd }: Props) {
  const t = useText()
  const { move, restore } = useTreeEdits()
  const [dragged, drag] = useState<CheckItem>()
  const [overId, over] = useState<string>()
  const [said, say] = useState('')
  const tree = useRef<HTMLDivElement>(null)
  const lines = linesOf(form)
  const [focusedId, focusOn] = useState<string>()
  const current = lines.find(({ itemId }) => itemId === (focusedId ?? selectedId)) ?? lines[0]

  function put(item: CheckItem, place: Place | undefined) {
    if (!place || move.isPending) return
    move.mutate({ item, place })
    say(
      t(
        { zh: '「{name}」移到第 {n} 位', en: '“{name}” moved to place {n}' },
        { name: item.itemName, n: place.order + 1 },
      ),
    )
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>, item: CheckItem) {
    if (event.target !== event.currentTarget) return
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined
    if (by !== undefined && event.altKey) put(item, item.archived ? undefined : stepOf(form.items, item, by))
    else if (by !== undefined) {
      const next = lines[lines.indexOf(item) + by]
      if (next) {
        focusOn(next.itemId)
        tree.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(next.itemId)}"]`)?.focus()
      }
    } else if (event.key === 'Enter' || event.key === ' ') onSelect(item.itemId)
    else return
    event.preventDefault()
  }
  const line = (item: CheckItem, count?: number) => (
    <div
      key={item.itemId}
      role="treeitem"
      className="form-line"
      data-item={item.itemId}
      data-group={item.isGroup || undefined}
      data-archived={item.archived || undefined}
      data-over={overId === item.itemId || undefined}
      aria-selected={item.itemId === selectedId}
      aria-level={item.pitemId === null ? 1 : 2}
      {...(item.isGroup ? { 'aria-expanded': true } : {})}
      tabIndex={item === current ? 0 : -1}
      draggable={!item.archived}
      onFocus={() => focusOn(item.itemId)}
      onKeyDown={event => onKeyDown(event, item)}
      onClick={event => {
        if (event.target instanceof Element && !event.target.closest('button')) onSelect(item.itemId)
      }}
      onDragStart={event => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', item.itemId)
        drag(item)
      }}
      onDragEnd={() => {
        drag(undefined)
        over(undefined)
      }}
      onDragOver={event => {
        if (!dragged || !dropOn(form.items, dragged, item)) return
        event.preventDefault()
        if (overId !== item.itemId) over(item.itemId)
      }}
      onDragLeave={() => overId === item.itemId && over(undefined)}
      onDrop={event => {
        event.preventDefault()
        if (dragged) put(dragged, dropOn(form.items, dragged, item))
        drag(undefined)
        over(undefined)
      }}
    >
      <GripVertical size={14} className="form-grip" aria-hidden />
      <Face item={item} count={count} />
      <span className="form-tools">
        {item.archived ? (
          <Button
            type="text"
            size="small"
            tabIndex={item === current ? 0 : -1}
            icon={<ArchiveRestore size={14} />}
            onClick={() => restore.mutate(item)}
          >
            {t({ zh: '恢复', en: 'Restore' })}
          </Button>
        ) : (
          <>
            {([-1, 1] as const).map(by => (
              <Button
                key={by}
                type="text"
                size="small"
                tabIndex={item === current ? 0 : -1}
                disabled={!stepOf(form.items, item, by)}
                icon={by === -1 ? <ArrowUp size={14} /> : <ArrowDown size={14} />}
                aria-label={
                  by === -1
                    ? t({ zh: '上移「{name}」', en: 'Move “{name}” up' }, { name: item.itemName })
                    : t({ zh: '下移「{name}」', en: 'Move “{name}” down' }, { name: item.itemName })
                }
                onClick={() => put(item, stepOf(form.items, item, by))}
              />
            ))}
            {item.isGroup && (
              <Button
                type="text"
                size="small"
                tabIndex={item === current ? 0 : -1}
                icon={<Plus size={14} />}
                onClick={() => onAdd({ kind: item.kind, isGroup: false, pitemId: item.itemId })}
              >
                {t({ zh: '添加检查项', en: 'Add an item' })}
              </Button>
            )}
          </>
        )}
      </span>
    </div>
  )
  return (
    <>
      <p className="form-hint">
        {t({
          zh: '拖动或按 Alt + ↑ ↓ 调整顺序；↑ ↓ 选择，Enter 打开',
          en: 'Drag, or press Alt + ↑ ↓, to change the order; ↑ ↓ to walk, Enter to open',
        })}
      </p>
      <div ref={tree} role="tree" className="form-tree" aria-label={t({ zh: '检查项', en: 'Items' })}>
        {form.items.map((node: CheckItemNode) => [
          line(node, node.children.filter(child => !child.archived).length),
          ...node.children.map(child => line(child)),
        ])}
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  )
}

function Face({ item, count }: { item: CheckItem; count: number | undefined }) {
  const t = useText()
  const written = useWritten()
  const name = useName()
  const { number } = useFormat()
  return (
    <>
      <span className="form-name ellipsis">{name(item.itemName, item.itemNameEn)}</span>
      <span className="form-facts">
        {item.archived && <Tag>{t({ zh: '已归档', en: 'Archived' })}</Tag>}
        {item.standardPictureUrl && (
          <Image size={14} aria-label={t({ zh: '有标准图', en: 'Has a standard picture' })} />
        )}
        {item.cameraGroup && !item.archived && (
          <small>
            {t(groupNames[item.cameraGroup])}
            {item.presetName !== '' && ` · ${written(item.presetName)}`}
          </small>
        )}
        {item.isGroup && count !== undefined && (
          <small>{t({ zh: '{n} 项', en: '{n} items' }, { n: count })}</small>
        )}
        {item.kind === 'evaluation' && (
          <b>{t({ zh: '{points} 分', en: '{points} pts' }, { points: number(item.itemScore) })}</b>
        )}
      </span>
    </>
  )
}
