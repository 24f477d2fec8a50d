import type { TablePart } from '@aisle/contract'

const heading = ({ title, unit, kind }: TablePart['columns'][number]) =>
  unit ? `${title} (${unit})` : kind === 'percent' ? `${title} (%)` : title
const plain = (value: string | number | null | undefined) =>
  value === null || value === undefined ? '' : String(value).replace(/[\t\r\n]+/g, ' ')
const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, sign => signs[sign] ?? sign)

/** Tables as text that a spreadsheet takes apart by tabs: titles between empty lines where there are several. */
export function tabbedText(tables: readonly TablePart[]): string {
  return tables
    .map(({ title, columns, rows }) =>
      [
        ...(tables.length > 1 ? [title] : []),
        columns.map(heading).join('\t'),
        ...rows.map(row => row.map(plain).join('\t')),
      ].join('\n'),
    )
    .join('\n\n')
}

function markup(tables: readonly TablePart[]): string {
  const line = (tag: string, cells: readonly string[]) =>
    `<tr>${cells.map(cell => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`
  return tables
    .map(
      ({ title, columns, rows }) =>
        `<table><caption>${escaped(title)}</caption>${line('th', columns.map(heading))}${rows
          .map(row => line('td', row.map(plain)))
          .join('')}</table>`,
    )
    .join('')
}

/** Puts tables where they can be pasted from, for spreadsheets and for documents. @throws where the browser does not let it */
export async function copyTables(tables: readonly TablePart[]): Promise<void> {
  const text = tabbedText(tables)
  if (typeof ClipboardItem === 'undefined' || !navigator.clipboard?.write) return copyText(text)
  await navigator.clipboard.write([
    new ClipboardItem({
      'text/plain': new Blob([text], { type: 'text/plain' }),
      'text/html': new Blob([markup(tables)], { type: 'text/html' }),
    }),
  ])
}

/** Pages that did not come by HTTPS have no clipboard of their own: what is selected can be copied there, too. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (!isCopied) throw new Error('the browser does not copy')
}
