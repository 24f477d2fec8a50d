import type { AreaNode } from '@aisle/contract'

/** One line of the tree as drawn. */
export type TreeRow = {
  key: string
  node: AreaNode
  /** 1 for regions. */
  level: number
  hasChildren: boolean
  isOpen: boolean
  parentKey: string | undefined
}

export const keyOf = (node: Pick<AreaNode, 'level' | 'id'>) => `${node.level}.${node.id}`

/** The lines on show: those whose parents are all open. */
export function visibleRows(
  tree: readonly AreaNode[],
  open: ReadonlySet<string>,
  level = 1,
  parentKey?: string,
): TreeRow[] {
  return tree.flatMap(node => {
    const key = keyOf(node)
    const isOpen = open.has(key) && node.children.length > 0
    return [
      { key, node, level, hasChildren: node.children.length > 0, isOpen, parentKey },
      ...(isOpen ? visibleRows(node.children, open, level + 1, key) : []),
    ]
  })
}

/** What is left of a tree where only some nodes are wanted: those, what lies above and what lies below them. */
export function prunedTree(tree: readonly AreaNode[], isWanted: (node: AreaNode) => boolean): AreaNode[] {
  return tree.flatMap(node => {
    if (isWanted(node)) return [node]
    const children = prunedTree(node.children, isWanted)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

/** Keys of every node that has children. */
export function branchKeys(tree: readonly AreaNode[]): string[] {
  return tree.flatMap(node => (node.children.length > 0 ? [keyOf(node), ...branchKeys(node.children)] : []))
}

/**
 * Where the page returns to: an address of the console itself, and not the picker again. Anything else is home; a link
 * from outside cannot send the user elsewhere.
 */
export function safeBack(back: string | null): string {
  if (back === null || !/^\/(?![/\\])/.test(back)) return '/'
  const { origin, pathname, search } = new URL(back, 'http://console')
  return origin === 'http://console' && !pathname.startsWith('/inspection/areaPicker')
    ? `${pathname}${search}`
    : '/'
}
