import { type FactKind, factKinds } from '@aisle/contract'
import { z } from 'zod'
import { BrokenRow } from '../../platform/http/rows.ts'
import { fromLegacyTime } from '../../platform/time.ts'
import type { Cell, FileRecord } from './import-file.ts'

/**
 * Field of a kind → title of a column, or `=` and a constant; `=+15m` for an end that many minutes after the begin. Where no column is
 * called so, `date+hour` is two columns behind each other, and `quantity*price` one times the other.
 */
export type Mapping = Readonly<Record<string, string>>

export type ImportField = {
  name: string
  type: 'text' | 'number' | 'flag' | 'time' | 'value'
  isRequired: boolean
}

const property = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  anyOf: z.array(z.looseObject({ type: z.string().optional() })).optional(),
})
const shape = z.object({
  properties: z.record(z.string(), z.looseObject({})),
  required: z.array(z.string()).default([]),
})

function fieldsIn(json: unknown, prefix = ''): ImportField[] {
  const { properties, required } = shape.parse(json)
  return Object.entries(properties).flatMap(([name, value]): ImportField[] => {
    const { type, format, anyOf } = property.parse(value)
    const types = [type, ...(anyOf ?? []).map(option => option.type)].flat()
    const field = (as: ImportField['type']) => [
      { name: `${prefix}${name}`, type: as, isRequired: required.includes(name) },
    ]
    if (prefix === '' && name === 'lines')
      return fieldsIn(z.looseObject({ items: z.unknown() }).parse(value).items, 'lines.')
    if (format === 'date-time') return field('time')
    if (types.includes('string')) return field('text')
    if (types.includes('number') || types.includes('integer')) return field('number')
    return field(types.includes('boolean') ? 'flag' : 'value')
  })
}

/** What a row of a kind may have. Lines of receipts are fields of their own: rows of one receipt follow each other. */
export function importFields(kind: FactKind): ImportField[] {
  const { $schema: _, ...json } = z.toJSONSchema(factKinds[kind].row, { io: 'input', unrepresentable: 'any' })
  return fieldsIn(json).map(field =>
    field.name.startsWith('lines.') ? { ...field, isRequired: false } : field,
  )
}

/** What columns are called by those who do not know our names for them. */
const alsoCalled: Readonly<Record<string, RegExp>> = {
  device: /^(设备|设备编号|设备序列号|序列号|sn|serial|device ?(id|sn)?)$/i,
  shop: /^(门店|门店编号|店铺|店号|shop|store|(shop|store) ?(id|code|no))$/i,
  line: /^(计数线|通道|line)$/i,
  from: /^(开始|开始时间|起始时间|begin|start|start ?time|from)$/i,
  to: /^(结束|结束时间|end|end ?time|to)$/i,
  at: /^(时间|日期时间|交易时间|发生时间|time|datetime|date ?time|timestamp|(invoice|transaction) ?(date|time|timestamp)|at)$/i,
  date: /^(日期|date|day)$/i,
  in: /^(进|进入|进店|进客流|进店人数|in|enter|entries|count)$/i,
  out: /^(出|离开|出店|出客流|出店人数|out|exit|exits)$/i,
  pass: /^(过店|过店客流|路过|pass|passers?)$/i,
  id: /^(编号|单号|小票号|交易号|id|receipt|receipt ?no|invoice|invoice ?no|(transaction|basket) ?id)$/i,
  net: /^(实收|实收金额|金额|销售额|净额|net|amount|sales|total)$/i,
  discount: /^(优惠|折扣|折扣金额|discount)$/i,
  items: /^(件数|数量|items|qty|quantity)$/i,
  cashier: /^(收银员|cashier|employee)$/i,
  till: /^(收银台|收银机|till|register)$/i,
  member: /^(会员|会员号|顾客|member|customer ?id)$/i,
  'lines.goods': /^(商品|商品编号|货号|sku|goods|stock ?code|product|product ?id)$/i,
  'lines.name': /^(商品名称|品名|description|product ?name)$/i,
  'lines.items': /^(商品数量|line ?quantity)$/i,
  'lines.net': /^(商品金额|line ?amount|sales ?value)$/i,
  goods: /^(商品|商品编号|货号|sku|goods)$/i,
  temperature: /^(气温|温度|temperature|temp)$/i,
  weather: /^(天气|weather)$/i,
}

/** In a file with a row an article, what of such a name is the article's and not the receipt's. */
const ofTheArticle: readonly (readonly [receipt: string, article: string, title: RegExp])[] = [
  ['items', 'lines.items', /^(件数|数量|qty|quantity|items)$/i],
  ['net', 'lines.net', /^(金额|销售额|amount|sales)$/i],
]

/** Which column each field is likely to stand in. */
export function suggestedMapping(kind: FactKind, titles: readonly string[]): Record<string, string> {
  const free = new Set(titles.filter(title => title !== ''))
  const mapping: Record<string, string> = {}
  const fields = importFields(kind)
  const take = (name: string, isIt: (title: string) => boolean) => {
    if (mapping[name] !== undefined) return
    const title = [...free].find(isIt)
    if (title === undefined) return
    mapping[name] = title
    free.delete(title)
  }
  for (const { name } of fields) take(name, title => title.toLowerCase() === name.toLowerCase())
  const plain = (title: string) => title.trim().replaceAll(/[_-]+/g, ' ')
  for (const { name } of fields) take(name, title => alsoCalled[name]?.test(plain(title)) ?? false)
  if (mapping['lines.goods'] === undefined) return mapping
  for (const [receipt, article, isIts] of ofTheArticle) {
    const title = mapping[receipt]
    if (title === undefined || mapping[article] !== undefined || !isIts.test(plain(title))) continue
    mapping[article] = title
    delete mapping[receipt]
  }
  return mapping
}

/** A row to be posted, with the line it stands in; a receipt of several lines has the first of them. */
export type MappedRow = { line: number; row: unknown; bytes: number }

/** Receipts that are remembered: those of a larger file are trusted to follow each other. */
const mostTold = 1_000_000

/**
 * Rows of a kind from the records of a file. Times without an offset are those of the given clock. Records of JSON are taken as
 * they are, unless a mapping renames their fields.
 */
export async function* mappedRows(
  records: AsyncIterable<FileRecord>,
  kind: FactKind,
  mapping: Mapping,
  timeZone: string,
): AsyncGenerator<MappedRow> {
  const types = new Map(importFields(kind).map(({ name, type }) => [name, type]))
  const hasLines = Object.keys(mapping).some(name => name.startsWith('lines.'))
  let waiting: (MappedRow & { row: Record<string, unknown> }) | undefined
  let last: string | undefined
  const told = new Set<string>()
  for await (const { line, cells, value, bytes } of records) {
    const titled = cells ?? cellsOf(value)
    if (!titled || (!cells && Object.keys(mapping).length === 0)) {
      yield { line, row: value, bytes }
      continue
    }
    const row = rowOf(titled, mapping, types, timeZone)
    if (!hasLines) {
      yield { line, row, bytes }
      continue
    }
    const receipt = row.id === undefined ? undefined : [row.shop, row.device, row.id].join('\n')
    const lines = waiting?.row.lines
    if (receipt !== undefined && receipt === last && Array.isArray(lines)) {
      lines.push(...(Array.isArray(row.lines) ? row.lines : []))
      continue
    }
    if (waiting) yield { ...waiting, row: withTotal(waiting.row) }
    // Its part would take the place of the whole that came before.
    const isTorn = receipt !== undefined && told.has(receipt)
    waiting = isTorn ? undefined : { line, row, bytes }
    if (isTorn) yield { line, row: new BrokenRow('rows of one receipt have to follow each other'), bytes }
    if (receipt !== undefined && told.size < mostTold) told.add(receipt)
    last = isTorn ? undefined : receipt
  }
  if (waiting) yield { ...waiting, row: withTotal(waiting.row) }
}

function cellsOf(value: unknown): ReadonlyMap<string, Cell> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return new Map(Object.entries(value))
}

function rowOf(
  cells: ReadonlyMap<string, Cell>,
  mapping: Mapping,
  types: ReadonlyMap<string, ImportField['type']>,
  timeZone: string,
): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  const line: Record<string, unknown> = {}
  for (const [name, column] of Object.entries(mapping)) {
    const after = /^=\+(\d+)m$/.exec(column)?.[1]
    const cell = cellAt(cells, column)
    const value =
      after === undefined
        ? readCell(cell, types.get(name) ?? 'value', timeZone)
        : laterBy(row.from, Number(after))
    if (value === undefined) continue
    if (name.startsWith('lines.')) line[name.slice('lines.'.length)] = value
    else row[name] = value
  }
  if (Object.keys(line).length > 0) row.lines = [line]
  return row
}

function cellAt(cells: ReadonlyMap<string, Cell>, column: string): Cell {
  if (column.startsWith('=')) return column.slice(1)
  if (cells.has(column)) return cells.get(column)
  const parts = column.split('+')
  if (parts.length > 1 && parts.every(part => cells.has(part)))
    return parts.map(part => written(cells.get(part))).join(' ')
  const factors = column.split('*')
  if (factors.length === 1 || !factors.every(factor => cells.has(factor))) return undefined
  const values = factors.map(factor => written(cells.get(factor)))
  const product = values.reduce((so, value) => so * (value === '' ? Number.NaN : numberOf(value)), 1)
  // Of what is no number the verdict tells.
  return Number.isNaN(product) ? values.join(' × ') : Math.round(product * 1e4) / 1e4
}

const written = (cell: Cell): string =>
  cell instanceof Date ? cell.toISOString().slice(0, 19) : String(cell ?? '').trim()
const numberOf = (text: string): number => Number(text.replaceAll(/[,，\s]/g, ''))

/** A cell as the schema of a row takes it; what it cannot be is left as it is, for the verdict to name. */
function readCell(cell: Cell, type: ImportField['type'], timeZone: string): unknown {
  if (cell === null || cell === undefined || cell === '') return undefined
  if (type === 'time') return timeOf(cell, timeZone)
  if (type === 'number') {
    const number = typeof cell === 'string' ? numberOf(cell) : Number(cell)
    return Number.isNaN(number) ? cell : number
  }
  if (type === 'flag') return /^(1|true|yes|y|是)$/i.test(String(cell))
  if (type === 'text') return cell instanceof Date ? cell.toISOString() : String(cell).trim()
  try {
    return JSON.parse(String(cell))
  } catch {
    return cell
  }
}

const localTime =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ](\d{1,2})(?::(\d{2})(?::(\d{2}))?(?:\.\d+)?)?)?$/

function timeOf(cell: Exclude<Cell, null | undefined>, timeZone: string): unknown {
  // A spreadsheet has no time zone: what it shows is the clock of the shop.
  const text = written(cell)
  const parts = localTime.exec(text)
  if (!parts) return text
  const [, year = '', month = '', day = '', hour = '0', minute = '00', second = '00'] = parts
  const two = (part: string) => part.padStart(2, '0')
  try {
    return fromLegacyTime(
      `${year}-${two(month)}-${two(day)} ${two(hour)}:${minute}:${second}`,
      timeZone,
      'at',
    ).toISOString()
  } catch {
    return text
  }
}

function laterBy(from: unknown, minutes: number): string | undefined {
  const begin = typeof from === 'string' ? Date.parse(from) : Number.NaN
  return Number.isNaN(begin) ? undefined : new Date(begin + minutes * 60_000).toISOString()
}

/** What the lines of a receipt add up to, where its total stands in no column of its own. */
function withTotal(row: Record<string, unknown>): Record<string, unknown> {
  if (row.net !== undefined || !Array.isArray(row.lines)) return row
  const cents = row.lines.reduce((sum, line) => sum + Math.round(Number(line?.net ?? 0) * 100), 0)
  return { ...row, net: cents / 100 }
}
