import type { TableName } from '@aisle/analysis'
import type { LinePlace } from '@aisle/contract'
import type { Scope } from '../../platform/scope.ts'

/** Who posts: a source, the shops that it may speak of, and the library of faces that its names for people come from. */
export type Poster = { id: string; scope: Scope; library?: string }

/** A counting line in the numbers of the measure store. */
export type Line = {
  number: number
  place: LinePlace
  nodeId: number
  entranceId: number
  floorId: number
  zoneId: number
  isSwapped: boolean
}

/** Where a fact happened. 0 stands for what is not known of it. */
export type Place = {
  shopId: number
  timeZone: string
  deviceId: number
  cityId: number
  line: Line | undefined
}

/** What sources name by codes of their own. */
export const codeSpaces = {
  till: 'shop',
  staff: 'shop',
  map: 'shop',
  point: 'shop',
  shelf: 'shop',
  goods: 'chain',
  category: 'chain',
  brand: 'chain',
  person: 'library',
} as const
export type CodeKind = keyof typeof codeSpaces
export type Code = { kind: CodeKind; code: string; name?: string | undefined }

/** A part of the shop that a row names by our id; `path` is the field. */
export type Part = { kind: 'zone' | 'floor'; id: string; path: string }

/** A row with everything that is known of it before it is stored. */
export type Fact<Row> = {
  row: Row
  place: Place
  at: Date
  /** Business day of the shop and its five-minute slot. */
  date: string
  slot: number
  ver: number
  received: Date
  /** How sure it is, where it is not as measured. */
  quality: 'backfilled' | 'doubtful' | undefined
  source: Poster
  numberOf(kind: CodeKind, code: string | undefined): number
  /** A number below 2^53 that depends on the texts and on a secret of the installation: what must not be readable. */
  hash(...texts: string[]): number
}

export type Stored = Readonly<Record<string, unknown>>
export type StoredParts = Partial<Record<TableName, Stored[]>>

/** How rows of one kind become rows of the measure store. */
export type Kind<Row> = {
  /** When it happened; the business day and the slot follow from it. Undefined for what has a day of its own. */
  moment(row: Row): string | undefined
  /** When it was over, where it took a while: must not lie in the future. */
  until?(row: Row): string
  /** What must be known of its place: a line of a device, the device, either a device or a shop, or a city. */
  needs: 'line' | 'device' | 'place' | 'city'
  codes?(row: Row): readonly Code[]
  parts?(row: Row): readonly Part[]
  /** Where its row lies: by its key the same thing is known again. */
  table: TableName
  /**
   * It may be told anew on another day, and is one thing all the same: the column that names it within its shop. Rows of
   * `dependents` with that name are replaced together with it.
   */
  movable?: { by: string; dependents: readonly TableName[] }
  store(fact: Fact<Row>): { own: Stored; dependents?: StoredParts }
  /** Columns that say nothing new by themselves, and what does all the same. */
  ignored?: readonly string[]
  saysMore?(before: Stored, row: Stored): boolean
  /** A question for further shop-days (`shop_id`, `biz_date`) whose rollups depend on these rows. */
  alsoChanges?(rows: readonly Stored[]): string | undefined
  /** Statements to run once rows are on disk, for tables that are made of others. */
  after?(rows: readonly Stored[]): readonly string[]
}

/** Type-checks a kind without losing its row. */
export const kind = <Row>(definition: Kind<Row>): Kind<Row> => definition

/** A moment as the measure store writes it. */
export const instantMs = (at: Date): string => {
  const ms = at.getTime()
  const known = moments.get(ms)
  if (known !== undefined) return known
  if (moments.size > momentsMost) moments.clear()
  const written = at.toISOString().slice(0, 23).replace('T', ' ')
  moments.set(ms, written)
  return written
}
export const instant = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ')
/** Windows of many devices begin at the same moments. */
const moments = new Map<number, string>()
const momentsMost = 20_000
/** Yuan and fen, without the dust of binary fractions. */
export const money = (value: number): number => Math.round(value * 100) / 100
