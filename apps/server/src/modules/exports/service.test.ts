import type { ExportRequest } from '@aisle/contract'
import { readXlsx } from 'hucre/xlsx'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { sideBySide } from '../../platform/export/pdf-tables.ts'
import { sheetNames } from '../../platform/export/xlsx.ts'
import { exportFile, fileName } from './service.ts'

const maker = { author: '林晓彤', language: 'zh' as const, now: new Date('2026-11-20T02:30:00Z') }
const request: ExportRequest = {
  format: 'xlsx',
  name: '巡店记录',
  scope: '华东大区',
  period: { from: '2026-10-21', to: '2026-11-19' },
  filters: [{ label: '状态', value: '已完成' }],
  timeZone: 'Asia/Shanghai',
  parts: [
    {
      title: '记录',
      columns: [
        { title: '门店', kind: 'text' },
        { title: '得分', unit: '分', kind: 'number' },
        { title: '合格率', kind: 'percent' },
      ],
      rows: [
        ['静安寺店', 92.4, 88.5],
        ['=HYPERLINK("http://x")', null, 0],
      ],
    },
  ],
}

describe('a spreadsheet', () => {
  it('says first what it is about, then gives raw numbers with units in the header', async () => {
    const { data, mime } = await exportFile(request, maker)
    expect(mime).toContain('spreadsheetml')
    const { sheets } = await readXlsx(data)
    expect(sheets.map(sheet => sheet.name)).toEqual(['说明', '记录'])
    expect(sheets[0]?.rows).toEqual(
      expect.arrayContaining([
        ['范围', '华东大区'],
        ['日期', '2026-10-21 – 2026-11-19'],
        ['状态', '已完成'],
        ['导出人', '林晓彤'],
        ['导出时间', '2026-11-20 10:30'],
      ]),
    )
    expect(sheets[1]?.rows[0]).toEqual(['门店', '得分 (分)', '合格率 (%)'])
    expect(sheets[1]?.rows[1]).toEqual(['静安寺店', 92.4, 88.5])
    // A text stays a text, whatever it begins with; unknown stays empty.
    expect(sheets[1]?.rows[2]?.[0]).toBe('=HYPERLINK("http://x")')
    expect(sheets[1]?.rows[2]?.[1] ?? null).toBeNull()
  })

  it('has sheet names that a workbook accepts, each once', () => {
    expect(sheetNames(['a/b', 'A b', '', '长'.repeat(40)])).toEqual([
      'a b',
      'A b 2',
      'Sheet3',
      '长'.repeat(28),
    ])
  })

  it('needs a table', async () => {
    const picture = { title: 'x', picture: 'data:image/png;base64,AAAA' }
    await expect(exportFile({ ...request, parts: [picture] }, maker)).rejects.toMatchObject({
      problem: 'ruleBroken',
    })
  })
})

describe('a CSV', () => {
  it('begins with a BOM, quotes what needs it, and lets no text become a formula', async () => {
    const { data } = await exportFile({ ...request, format: 'csv' }, maker)
    expect(data.toString('utf8')).toBe(
      '\uFEFF门店,得分 (分),合格率 (%)\r\n静安寺店,92.4,88.5\r\n"\'=HYPERLINK(""http://x"")",,0\r\n',
    )
  })
})

describe('a CSV of several tables', () => {
  it('says first what it is about, and above each table which one it is', async () => {
    const [part] = request.parts
    const parts = [part!, { ...part!, title: '第二张' }]
    const { data } = await exportFile({ ...request, format: 'csv', parts }, maker)
    const lines = data.toString('utf8').replace('\uFEFF', '').split('\r\n')
    expect(lines.slice(0, 3)).toEqual(['巡店记录', '范围,华东大区', '日期,2026-10-21 – 2026-11-19'])
    expect(lines.filter(line => line.startsWith('门店,'))).toHaveLength(2)
    expect(lines).toContain('第二张')
  })
})

describe.each(['csv', 'xls'] as const)('a table that a spreadsheet opens as %s', format => {
  it.each(['=1+1', ' =1+1', '\u3000+1+cmd', '＝1+1', '＋1', '－1+1', '＠SUM(A1)', '\n=1+1', '\t@x', '-2+3'])(
    'has no text that it would run: %j',
    async words => {
      const parts = [{ title: 'x', columns: [{ title: 'a', kind: 'text' as const }], rows: [[words]] }]
      const { data } = await exportFile({ ...request, format, parts }, maker)
      const [, cell] = /(?:^\uFEFF|\r\n)a\r\n([\s\S]*)\r\n$/.exec(data.toString('utf8')) ?? []
      expect(cell).toMatch(/^"?'/)
    },
  )

  it('leaves numbers and dashes among words as they are', async () => {
    const parts = [
      {
        title: 'x',
        columns: [{ title: 'a', kind: 'text' as const }],
        rows: [['-3.5%'], ['静安-1'], ['A=1']],
      },
    ]
    const { data } = await exportFile({ ...request, format, parts }, maker)
    expect(data.toString('utf8')).toMatch(/\r\n-3\.5%\r\n静安-1\r\nA=1\r\n$/)
  })
})

describe('the table of the inherited console', () => {
  it('parts columns by tabs under .xls, tells first what it is about, and lets no text become a formula', async () => {
    const odd = { ...request, format: 'xls' as const, parts: request.parts }
    const { data, fileName: name } = await exportFile(odd, maker)
    const lines = data.toString('utf8').replace('\uFEFF', '').split('\r\n')
    expect(name).toBe('巡店记录_华东大区_20261021-20261119.xls')
    expect(lines.slice(0, 4)).toEqual([
      '巡店记录',
      '范围\t华东大区',
      '日期\t2026-10-21 – 2026-11-19',
      '状态\t已完成',
    ])
    expect(lines.slice(7, 10)).toEqual([
      '门店\t得分 (分)\t合格率 (%)',
      '静安寺店\t92.4\t88.5',
      '\'=HYPERLINK("http://x")\t\t0',
    ])
  })
})

describe('a PDF', () => {
  it('parts a table that is wider than a page, and loses no column', async () => {
    const columns = [
      { title: '门店', kind: 'text' as const },
      ...Array.from({ length: 20 }, (_, at) => ({ title: `C${at}`, kind: 'number' as const })),
    ]
    const rows = [['静安寺店', ...Array.from({ length: 20 }, (_, at) => at)]]
    const parts = sideBySide({ title: '明细', columns, rows })
    expect(parts.map(({ title }) => title)).toEqual(['明细 1/2', '明细 2/2'])
    expect(parts.map(part => part.columns.length)).toEqual([12, 10])
    expect(parts.flatMap(part => part.columns.slice(1).map(({ title }) => title))).toEqual(
      columns.slice(1).map(({ title }) => title),
    )
    expect(parts.map(part => part.rows[0]![0])).toEqual(['静安寺店', '静安寺店'])
  })

  it('holds tables and pictures', async () => {
    const pixels = { width: 40, height: 30, channels: 3 as const, background: '#1F5BD8' }
    const png = await sharp({ create: pixels }).png().toBuffer()
    const picture = { title: '趋势', picture: `data:image/png;base64,${png.toString('base64')}` }
    const { data } = await exportFile(
      { ...request, format: 'pdf', parts: [...request.parts, picture] },
      maker,
    )
    expect(data.subarray(0, 5).toString()).toBe('%PDF-')
    expect(data.includes('/Subtype /Image')).toBe(true)
  })

  it('refuses a picture that is none, and more rows than people read', async () => {
    const broken = { title: 'x', picture: 'data:image/png;base64,AAAA' }
    await expect(exportFile({ ...request, format: 'pdf', parts: [broken] }, maker)).rejects.toMatchObject({
      problem: 'ruleBroken',
    })
    const long = {
      title: 'x',
      columns: [{ title: 'a', kind: 'text' as const }],
      rows: Array(2001).fill(['a']),
    }
    await expect(exportFile({ ...request, format: 'pdf', parts: [long] }, maker)).rejects.toMatchObject({
      problem: 'ruleBroken',
    })
  })
})

describe('the name of a file', () => {
  it('tells what, where and when, without signs that file systems refuse', () => {
    expect(fileName(request)).toBe('巡店记录_华东大区_20261021-20261119.xlsx')
    const day = { from: '2026-11-20', to: '2026-11-20' }
    expect(fileName({ ...request, scope: '', period: day, name: 'A/B: "c"', format: 'csv' })).toBe(
      'A B c_20261120.csv',
    )
  })
})
