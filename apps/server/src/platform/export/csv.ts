import type { TablePart } from '@aisle/contract'
import { header } from './sheet-words.ts'

/**
 * Tables as CSV: UTF-8 with BOM, CRLF, quoted where needed. A text that a spreadsheet would run as a formula gets a
 * quote mark in front. Several tables stand under each other with their titles between empty lines.
 */
export function csvOf(tables: readonly TablePart[]): Buffer {
  const blocks = tables.map(table =>
    [
      ...(tables.length > 1 ? [[table.title]] : []),
      table.columns.map(header),
      ...table.rows.map(row => table.columns.map((_, index) => row[index] ?? null)),
    ]
      .map(line => line.map(written).join(','))
      .join('\r\n'),
  )
  return Buffer.from(`\uFEFF${blocks.join('\r\n\r\n')}\r\n`, 'utf8')
}

function written(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) && !/^[+-]?[\d.,]+%?$/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
