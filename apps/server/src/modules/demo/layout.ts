import type { ShopFormat, Text } from '@aisle/contract'
import type { Random } from './random.ts'

type Range = readonly [least: number, most: number]

/** What shops of a format have in common. */
export const formats: Record<
  ShopFormat,
  {
    areaM2: Range
    /** Opening hours; shops of a format choose one of them. */
    hours: readonly (readonly [open: string, close: string])[]
    floors: Range
    basement: number
    cameras: Range
    entrances: Range
    cashiers: Range
    clerks: Range
  }
> = {
  flagship: {
    areaM2: [3200, 4900],
    hours: [['10:00', '22:00']],
    floors: [3, 3],
    basement: 1,
    cameras: [12, 13],
    entrances: [3, 4],
    cashiers: [4, 6],
    clerks: [10, 14],
  },
  mall: {
    areaM2: [1900, 3600],
    hours: [
      ['10:00', '22:00'],
      ['10:00', '21:30'],
    ],
    floors: [2, 3],
    basement: 0.6,
    cameras: [9, 11],
    entrances: [2, 3],
    cashiers: [3, 4],
    clerks: [6, 9],
  },
  standard: {
    areaM2: [860, 1880],
    hours: [
      ['10:00', '22:00'],
      ['09:30', '21:30'],
    ],
    floors: [1, 2],
    basement: 0,
    cameras: [6, 8],
    entrances: [1, 2],
    cashiers: [2, 3],
    clerks: [3, 6],
  },
  community: {
    areaM2: [280, 640],
    hours: [
      ['08:30', '21:30'],
      ['09:00', '22:00'],
    ],
    floors: [1, 1],
    basement: 0,
    cameras: [6, 6],
    entrances: [1, 1],
    cashiers: [1, 2],
    clerks: [2, 3],
  },
  outlet: {
    areaM2: [1500, 2600],
    hours: [['10:00', '21:00']],
    floors: [1, 1],
    basement: 0,
    cameras: [9, 9],
    entrances: [2, 2],
    cashiers: [3, 4],
    clerks: [5, 7],
  },
}

export type Floor = Text & { level: number }
export type Entrance = Text & { level: number }
export type Zone = Text & { level: number; kind: string }
export type Layout = { floors: Floor[]; entrances: Entrance[]; zones: Zone[] }

const chineseNumbers = ['', '一', '二', '三', '四']

/** Floors from the basement upwards. */
function floorsOf(format: ShopFormat, random: Random): Floor[] {
  const { floors, basement } = formats[format]
  const count = random.whole(...floors)
  const above = Array.from({ length: count }, (_, below) => ({
    zh: `${chineseNumbers[below + 1]}楼`,
    en: `Floor ${below + 1}`,
    level: below + 1,
  }))
  return random.chance(basement) ? [{ zh: '地下一层', en: 'Basement 1', level: -1 }, ...above] : above
}

/** The floor on which something stands that would like to be on `wanted`: the nearest the shop has. */
export function levelFor(floors: readonly Floor[], wanted: number): number {
  const levels = floors.map(floor => floor.level)
  if (wanted < 0) return Math.min(...levels) < 0 ? -1 : 1
  return Math.min(wanted, Math.max(...levels))
}

const ways: readonly (Text & { wanted: number })[] = [
  { zh: '正门', en: 'Main entrance', wanted: 1 },
  { zh: '侧门', en: 'Side entrance', wanted: 1 },
  { zh: '商场连廊', en: 'Mall passage', wanted: 2 },
  { zh: '车库电梯厅', en: 'Car-park lobby', wanted: -1 },
]

type ZoneWanted = Text & { kind: string; wanted: number; formats: readonly ShopFormat[] }
const every = ['flagship', 'mall', 'standard', 'community', 'outlet'] as const
const clothing = ['flagship', 'mall', 'standard', 'outlet'] as const
const large = ['flagship', 'mall'] as const
const zoneTable: readonly ZoneWanted[] = [
  { zh: '入口区', en: 'Entrance area', kind: 'door', wanted: 1, formats: every },
  { zh: '收银区', en: 'Checkout', kind: 'checkout', wanted: 1, formats: every },
  { zh: '中岛促销', en: 'Promotion island', kind: 'shelf', wanted: 1, formats: every },
  { zh: '生活日用', en: 'Household', kind: 'shelf', wanted: 1, formats: every },
  { zh: '女装区', en: "Women's wear", kind: 'shelf', wanted: 1, formats: clothing },
  { zh: '男装区', en: "Men's wear", kind: 'shelf', wanted: 2, formats: clothing },
  { zh: '鞋区', en: 'Shoes', kind: 'shelf', wanted: 2, formats: clothing },
  { zh: '试衣区', en: 'Fitting rooms', kind: 'fitting', wanted: 2, formats: clothing },
  { zh: '家居区', en: 'Home', kind: 'shelf', wanted: 2, formats: every },
  { zh: '数码区', en: 'Electronics', kind: 'shelf', wanted: 3, formats: large },
  { zh: '餐饮区', en: 'Café', kind: 'seating', wanted: 4, formats: large },
  { zh: '后仓', en: 'Stock room', kind: 'stock', wanted: -1, formats: every },
]

export function layoutOf(format: ShopFormat, random: Random): Layout {
  const floors = floorsOf(format, random)
  const highest = Math.max(...floors.map(floor => floor.level))
  const lowest = Math.min(...floors.map(floor => floor.level))
  const possible = ways.filter(({ wanted }) => wanted <= highest && wanted >= lowest)
  const count = random.whole(...formats[format].entrances)
  return {
    floors,
    entrances: possible
      .slice(0, count)
      .map(({ zh, en, wanted }) => ({ zh, en, level: levelFor(floors, wanted) })),
    zones: zoneTable
      .filter(zone => zone.formats.some(name => name === format))
      .map(({ zh, en, kind, wanted }) => ({ zh, en, kind, level: levelFor(floors, wanted) })),
  }
}
