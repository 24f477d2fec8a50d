import {
  AppError,
  type ExportFormat,
  type ExportPart,
  type ExportRequest,
  exportLimits,
} from '@aisle/contract'
import sharp from 'sharp'
import { csvOf, tabbedOf } from '../../platform/export/csv.ts'
import { fileStem } from '../../platform/export/file-name.ts'
import { pdfTables } from '../../platform/export/pdf-tables.ts'
import { type About, words } from '../../platform/export/sheet-words.ts'
import { xlsxOf } from '../../platform/export/xlsx.ts'
import { legacyTimeOf } from '../../platform/time.ts'

const text = {
  noTable: { zh: '没有可导出的表格', en: 'There is no table to export' },
  tooLong: {
    zh: `PDF 最多 ${exportLimits.pdfRows} 行，请缩小范围或改用 Excel`,
    en: `A PDF has at most ${exportLimits.pdfRows} rows. Narrow it, or take Excel.`,
  },
  tooManyRows: {
    zh: `最多导出 ${exportLimits.rows} 行，请缩小范围`,
    en: `At most ${exportLimits.rows} rows can be exported. Narrow it.`,
  },
  noZone: { zh: '没有这个时区', en: 'There is no such time zone' },
  noPicture: { zh: '图片无法读取', en: 'A picture cannot be read' },
}

const mimes: Record<ExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  xls: 'application/vnd.ms-excel',
  pdf: 'application/pdf',
}

type Maker = { author: string; language: 'zh' | 'en'; now: Date }

/**
 * The file of what was asked for, under the name that exports have: `巡店记录_华东大区_20261021-20261119.xlsx`.
 * @throws ruleBroken where there is no table for a spreadsheet, too many rows, or a picture that is none
 */
export async function exportFile(request: ExportRequest, maker: Maker) {
  const tables = request.parts.filter(part => 'columns' in part)
  const rows = tables.reduce((sum, table) => sum + table.rows.length, 0)
  if (rows > exportLimits.rows) throw new AppError('ruleBroken', text.tooManyRows)
  if (request.format !== 'pdf' && tables.length === 0) throw new AppError('ruleBroken', text.noTable)
  if (request.format === 'pdf' && rows > exportLimits.pdfRows) throw new AppError('ruleBroken', text.tooLong)
  const about = aboutOf(request, maker)
  const makers: Record<ExportFormat, () => Promise<Buffer>> = {
    xlsx: () => xlsxOf(about, tables),
    csv: async () => csvOf(about, tables),
    xls: async () => tabbedOf(about, tables),
    pdf: async () => pdfTables(about, await Promise.all(request.parts.map(readable))),
  }
  return { data: await makers[request.format](), mime: mimes[request.format], fileName: fileName(request) }
}

function aboutOf({ name, scope, period, filters, timeZone }: ExportRequest, maker: Maker): About {
  const word = (key: keyof typeof words) => words[key][maker.language]
  return {
    name,
    language: maker.language,
    facts: [
      [word('scope'), scope === '' ? word('everything') : scope],
      ...(period ? [[word('period'), `${period.from} – ${period.to}`] as const] : []),
      ...filters.map(({ label, value }) => [label, value] as const),
      [word('author'), maker.author],
      [word('time'), timeIn(maker.now, timeZone)],
    ],
  }
}

/** @throws ruleBroken for a zone that is none */
function timeIn(at: Date, timeZone: string): string {
  try {
    return legacyTimeOf(at, timeZone).slice(0, 16)
  } catch (cause) {
    throw new AppError('ruleBroken', text.noZone, {}, { cause })
  }
}

export function fileName({ name, scope, period, format }: ExportRequest): string {
  const plain = (day: string) => day.replaceAll('-', '')
  const days = period
    ? period.from === period.to
      ? plain(period.from)
      : `${plain(period.from)}-${plain(period.to)}`
    : ''
  const stem = [name, scope, days]
    .map(fileStem)
    .filter(part => part !== '')
    .join('_')
  return `${stem}.${format}`
}

/** A picture is read before it is printed: what only claims to be one is refused. */
async function readable(part: ExportPart): Promise<ExportPart> {
  if ('columns' in part) return part
  try {
    const data = Buffer.from(part.picture.slice(part.picture.indexOf(',') + 1), 'base64')
    const image = sharp(data, { limitInputPixels: 40_000_000 })
    const isPhoto = part.picture.startsWith('data:image/jpeg')
    const bytes = await (isPhoto ? image.jpeg({ quality: 88 }) : image.png()).toBuffer()
    return {
      ...part,
      picture: `data:image/${isPhoto ? 'jpeg' : 'png'};base64,${bytes.toString('base64')}`,
    }
  } catch (cause) {
    throw new AppError('ruleBroken', text.noPicture, {}, { cause })
  }
}
