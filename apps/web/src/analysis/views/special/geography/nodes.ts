import type { AnalysisAnswer, AnalysisCell, AreaLevel, AreaNode, Shop } from '@aisle/contract'
import { cellOf, memberOf } from '../../../../lib/figures/figure.ts'

export type NodeLevel = AreaLevel | 'shop'
/** A place of the organisation with its figure. */
export type PlaceNode = {
  level: NodeLevel
  id: string
  name: string
  /** Of an area. */
  shopCount?: number
  cell: AnalysisCell
  children: PlaceNode[]
}

export const keyOf = ({ level, id }: Pick<PlaceNode, 'level' | 'id'>): string => `${level}.${id}`

/** Cells of a metric by place. */
export function cellsOf(answer: AnalysisAnswer | undefined, level: NodeLevel, metric: string) {
  return new Map((answer?.rows ?? []).map(row => [memberOf(row, level).id, cellOf(row, metric)]))
}

type Figures = Readonly<Record<NodeLevel, ReadonlyMap<string, AnalysisCell>>>

/** The organisation with a figure at every place, the largest of each group first; what has no figure stands last. */
export function placeNodes(
  tree: readonly AreaNode[],
  shops: readonly Shop[],
  figures: Figures,
  say: (zh: string, en: string) => string,
): PlaceNode[] {
  const inCounty = Map.groupBy(shops, shop => shop.countyid)
  const none: AnalysisCell = { current: null }
  const ofShop = (shop: Shop): PlaceNode => ({
    level: 'shop',
    id: shop.shopid,
    name: say(shop.shopname, shop.shopnameEn),
    cell: figures.shop.get(shop.shopid) ?? none,
    children: [],
  })
  const ofArea = (area: AreaNode): PlaceNode => ({
    level: area.level,
    id: area.id,
    name: say(area.name, area.nameEn),
    shopCount: area.shopCount,
    cell: figures[area.level].get(area.id) ?? none,
    children: bySize([
      ...area.children.map(ofArea),
      ...(area.level === 'county' ? (inCounty.get(area.id) ?? []).map(ofShop) : []),
    ]),
  })
  return bySize(tree.map(ofArea))
}

const bySize = (nodes: PlaceNode[]): PlaceNode[] =>
  nodes.toSorted((a, b) => (b.cell.current ?? -1) - (a.cell.current ?? -1))

/** A line of the tree as it is drawn. */
export type Line = { node: PlaceNode; depth: number; isOpen: boolean; parent?: string }

/** The lines that are seen: below a place only where it is open. */
export function linesOf(nodes: readonly PlaceNode[], open: ReadonlySet<string>): Line[] {
  const walk = (all: readonly PlaceNode[], depth: number, parent?: string): Line[] =>
    all.flatMap(node => {
      const key = keyOf(node)
      const isOpen = open.has(key) && node.children.length > 0
      return [
        { node, depth, isOpen, ...(parent === undefined ? {} : { parent }) },
        ...(isOpen ? walk(node.children, depth + 1, key) : []),
      ]
    })
  return walk(nodes, 0)
}

/** Keys of the places above one, so that it is seen; empty where the tree has it not. */
export function above(nodes: readonly PlaceNode[], key: string): string[] {
  for (const node of nodes) {
    if (keyOf(node) === key) return []
    const below = node.children.some(child => keyOf(child) === key) ? [] : above(node.children, key)
    if (below.length > 0 || node.children.some(child => keyOf(child) === key)) return [keyOf(node), ...below]
  }
  return []
}
