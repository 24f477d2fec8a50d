import type { CheckForm, CheckItem, CheckItemNode } from '@aisle/contract'

/** Where a move puts an item: its group (null at the top) and its place there, counted from 0 without itself. */
export type Place = { pitemId: string | null; order: number }

type Nodes = readonly CheckItemNode[]
const live = <Item extends CheckItem>(items: readonly Item[]) => items.filter(item => !item.archived)

/** What stands beside an item, itself included, archived ones left out. */
function siblingsOf(nodes: Nodes, item: CheckItem): readonly CheckItem[] {
  if (item.pitemId === null) return live(nodes)
  return live(nodes.find(({ itemId }) => itemId === item.pitemId)?.children ?? [])
}

/**
 * One step up or down. At the end of its group an item goes on into the next one; a group, and a type of daily records,
 * stays at the top. Undefined where there is nowhere further to go.
 */
export function stepOf(nodes: Nodes, item: CheckItem, by: -1 | 1): Place | undefined {
  const siblings = siblingsOf(nodes, item)
  const at = siblings.findIndex(({ itemId }) => itemId === item.itemId)
  const next = at + by
  if (next >= 0 && next < siblings.length) return { pitemId: item.pitemId, order: next }
  if (item.pitemId === null) return undefined
  const groups = live(nodes)
  const group = groups[groups.findIndex(({ itemId }) => itemId === item.pitemId) + by]
  if (!group) return undefined
  return { pitemId: group.itemId, order: by === 1 ? 0 : live(group.children).length }
}

/**
 * Dropped on another line: before it, or, of an item on a group, to the group's end. Undefined where it does not belong
 * there or is there already.
 */
export function dropOn(nodes: Nodes, item: CheckItem, target: CheckItem): Place | undefined {
  if (item.itemId === target.itemId || target.archived) return undefined
  if (item.isGroup !== target.isGroup) {
    const group = nodes.find(({ itemId }) => itemId === target.itemId)
    if (item.isGroup || !group) return undefined
    const others = live(group.children).filter(({ itemId }) => itemId !== item.itemId)
    return { pitemId: group.itemId, order: others.length }
  }
  const others = siblingsOf(nodes, target).filter(({ itemId }) => itemId !== item.itemId)
  const order = others.findIndex(({ itemId }) => itemId === target.itemId)
  const now = siblingsOf(nodes, item).findIndex(({ itemId }) => itemId === item.itemId)
  return target.pitemId === item.pitemId && order === now ? undefined : { pitemId: target.pitemId, order }
}

/** The lines of the tree from top to bottom, as the arrow keys walk them. */
export function linesOf(form: Pick<CheckForm, 'items'>): CheckItem[] {
  return form.items.flatMap(node => [node, ...node.children])
}
