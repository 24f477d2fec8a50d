import { AppError, type Text } from '@aisle/contract'
import { parseCsv } from 'hucre/csv'
import { readXlsx } from 'hucre/xlsx'
import { unpackedBytes } from '../../platform/unpacked.ts'
import { text } from './text.ts'

const words = {
  noShop: { zh: '没有编号为 {value} 的门店', en: 'There is no shop with the code {value}' },
  wrongMonth: { zh: '月份应为 2026-11 的形式：{value}', en: 'A month looks like 2026-11, not {value}' },
  wrongNumber: { zh: '不是有效的数字：{value}', en: 'Not a number that can be used: {value}' },
  repeated: { zh: '与前面的行重复', en: 'The same as a row before' },
  header: {
    zh: '表头需要「门店编号」「月份」，以及「客流目标」或「销售目标」',
    en: 'The header needs “Shop code”, “Month”, and “Visits target” or “Sales target”',
  },
} satisfies Record<string, Text>

/** Titles of columns as exported, in either language; a unit in brackets behind them is passed over. */
const columns = {
  code: /^(门店编号|编号|shop code|code)$/i,
  month: /^(月份|month)$/i,
  visits: /^(客流目标|visits target|visits)$/i,
  sales: /^(销售目标|sales target|sales)$/i,
} as const
type Column = keyof typeof columns

/** Bytes of an unpacked workbook of targets: ten thousand shops by twelve months fit many times over. */
const workbookMost = 100_000_000

export type ReadTarget = {
  shopId: string
  shopname: string
  month: string
  visits: number | null
  sales: number | null
}
type Shop = { id: string; name: string }
type Cell = string | number | boolean | Date | null | undefined

/**
 * Targets of an xlsx or csv file: of the first sheet that has the columns. Every wrong row is named with what is wrong;
 * rows count as in the spreadsheet.
 * @throws ruleBroken where the file is no table or lacks the columns
 */
export async function readTargetFile(data: Buffer, byCode: ReadonlyMap<string, Shop>, language: 'zh' | 'en') {
  const found = (await sheetsOf(data)).map(withHeader).find(sheet => sheet !== undefined)
  if (!found) throw new AppError('ruleBroken', words.header)
  const say = (text: Text, value = '') => text[language].replace('{value}', value)
  const entries: ReadTarget[] = []
  const errors: { row: number; message: string }[] = []
  const seen = new Set<string>()
  for (const [index, cells] of found.rows.entries()) {
    const row = found.first + index
    const at = (column: Column): Cell => (found.places[column] === -1 ? null : cells[found.places[column]])
    if (cells.every(cell => cell === null || cell === undefined || cell === '')) continue
    const fail = (message: string) => errors.push({ row, message })
    const code = String(at('code') ?? '').trim()
    const shop = byCode.get(code.toUpperCase())
    const month = monthOf(at('month'))
    const [visits, sales] = [numberOf(at('visits')), numberOf(at('sales'))]
    if (!shop) fail(say(words.noShop, code))
    else if (!month) fail(say(words.wrongMonth, String(at('month') ?? '')))
    else if (visits === undefined || (visits !== null && (!Number.isInteger(visits) || visits > 100_000_000)))
      fail(say(words.wrongNumber, String(at('visits') ?? '')))
    else if (sales === undefined || (sales !== null && sales > 100_000_000_000))
      fail(say(words.wrongNumber, String(at('sales') ?? '')))
    else if (seen.has(`${shop.id} ${month}`)) fail(say(words.repeated))
    else {
      seen.add(`${shop.id} ${month}`)
      entries.push({ shopId: shop.id, shopname: shop.name, month, visits, sales })
    }
  }
  return { entries, errors: errors.slice(0, 200) }
}

async function sheetsOf(data: Buffer): Promise<Cell[][][]> {
  try {
    // A workbook is a ZIP file.
    if (data.subarray(0, 2).toString('latin1') === 'PK') {
      if (unpackedBytes(data) > workbookMost) throw new RangeError('more than can be unpacked')
      const { sheets } = await readXlsx(data)
      return sheets.map(sheet => sheet.rows)
    }
    return [parseCsv(data.toString('utf8').replace(/^\uFEFF/, ''))]
  } catch (cause) {
    throw new AppError('ruleBroken', text.unreadable, {}, { cause })
  }
}

function withHeader(rows: readonly Cell[][]) {
  const at = rows.findIndex(row => row.some(cell => columns.code.test(titleOf(cell))))
  const header = rows[at]
  if (!header) return undefined
  const place = (column: Column) => header.findIndex(cell => columns[column].test(titleOf(cell)))
  const places = {
    code: place('code'),
    month: place('month'),
    visits: place('visits'),
    sales: place('sales'),
  }
  if (places.month === -1 || (places.visits === -1 && places.sales === -1)) return undefined
  return { places, rows: rows.slice(at + 1), first: at + 2 }
}

const titleOf = (cell: Cell) =>
  String(cell ?? '')
    .replace(/[(（].*[)）]\s*$/, '')
    .trim()

/** `2026-11`, `2026/11`, `202611`, or a date of that month. */
function monthOf(cell: Cell): string | undefined {
  if (cell instanceof Date) return cell.toISOString().slice(0, 7)
  const found = /^(\d{4})[-/.年]?(\d{1,2})(?:月|[-/.]\d{1,2})?$/.exec(String(cell ?? '').trim())
  if (!found) return undefined
  const month = `${found[1]}-${found[2]?.padStart(2, '0')}`
  return /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : undefined
}

/** null for an empty cell, undefined for what is no number from nought upward. */
function numberOf(cell: Cell): number | null | undefined {
  if (cell === null || cell === undefined || cell === '') return null
  const number = typeof cell === 'number' ? cell : Number(String(cell).replaceAll(',', '').trim())
  return Number.isFinite(number) && number >= 0 ? number : undefined
}
