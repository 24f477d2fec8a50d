import type { ExportFormat, ExportPart, Text } from '@aisle/contract'
import { Button, Dropdown } from 'antd'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { messageOf } from '../../lib/problem.ts'
import { useSession } from '../../lib/session.ts'
import { toast } from '../toast.tsx'
import { saveBlob, saveFile } from './save-file.ts'

const formatNames: Record<ExportFormat, Text> = {
  xlsx: { zh: 'Excel 表格', en: 'Excel' },
  csv: { zh: 'CSV（UTF-8）', en: 'CSV (UTF-8)' },
  xls: { zh: 'Excel 旧格式（制表符分隔 .xls）', en: 'Old Excel (tab-separated .xls)' },
  pdf: { zh: 'PDF 文档', en: 'PDF' },
}
/** Files that the browser makes of what it draws. */
export type DrawnFormat = 'jpg' | 'zip'
const drawnNames: Record<DrawnFormat, Text> = {
  jpg: { zh: '整页图片（JPG）', en: 'Picture of the page (JPG)' },
  zip: { zh: '图片打包（ZIP）', en: 'Pictures (ZIP)' },
}
export type DrawnFiles = Partial<Record<DrawnFormat, () => Promise<{ fileName: string; data: Blob }>>>
const all: readonly ExportFormat[] = ['xlsx', 'csv', 'pdf']

type Props = {
  /** What it is called, as the page is: the beginning of the file's name. */
  name: string
  /** The area or shop that the page looks at; empty is everything. */
  scope?: string
  period?: { from: string; to: string }
  /** What the page is narrowed by, as it says it. */
  filters?: readonly { label: string; value: string }[]
  /** What goes into the file, asked for when a format is chosen: all rows, not only the page of the list on show. */
  parts: (format: ExportFormat) => Promise<ExportPart[]>
  formats?: readonly ExportFormat[]
  drawn?: DrawnFiles
  /** Hands a format to a job on the server where it would be too long to wait for; answers whether it did. */
  inBackground?: (format: ExportFormat) => Promise<boolean>
}

/** The export button of a page; absent for those who may not export. A failure says why and offers to try again. */
export function ExportMenu({
  name,
  scope = '',
  period,
  filters = [],
  parts,
  formats = all,
  drawn = {},
  inBackground,
}: Props) {
  const t = useText()
  const { can } = useSession()
  const [isRunning, setRunning] = useState(false)
  if (!can('export.run')) return null

  async function run(format: ExportFormat) {
    setRunning(true)
    try {
      if (await inBackground?.(format)) return
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      const { fileName, mime, base64 } = await api.exports.table({
        body: {
          format,
          name,
          scope,
          ...(period ? { period: { from: period.from, to: period.to } } : {}),
          filters: [...filters],
          parts: await parts(format),
          timeZone,
        },
      })
      saveFile(fileName, mime, base64)
      toast.success({ zh: '已导出「{name}」', en: 'Exported “{name}”' }, { name: fileName })
    } catch (error) {
      toast.retry({ zh: '导出失败：{reason}', en: 'The export failed: {reason}' }, () => void run(format), {
        reason: messageOf(error),
      })
    } finally {
      setRunning(false)
    }
  }
  async function draw(make: () => Promise<{ fileName: string; data: Blob }>) {
    setRunning(true)
    try {
      const { fileName, data } = await make()
      saveBlob(fileName, data)
      toast.success({ zh: '已导出「{name}」', en: 'Exported “{name}”' }, { name: fileName })
    } catch (error) {
      toast.retry({ zh: '导出失败：{reason}', en: 'The export failed: {reason}' }, () => void draw(make), {
        reason: messageOf(error),
      })
    } finally {
      setRunning(false)
    }
  }
  const drawings = (['jpg', 'zip'] as const).filter(name => drawn[name])
  return (
    <Dropdown
      trigger={['click']}
      disabled={isRunning}
      autoFocus
      menu={{
        items: [
          ...formats.map(format => ({ key: format, label: t(formatNames[format]) })),
          ...drawings.map(format => ({ key: format, label: t(drawnNames[format]) })),
        ],
        onClick: ({ key }) => {
          const format = formats.find(known => known === key)
          if (format) void run(format)
          const make = drawings.find(known => known === key)
          if (make && drawn[make]) void draw(drawn[make])
        },
      }}
    >
      <Button icon={<Download size={14} />} loading={isRunning}>
        {t({ zh: '导出', en: 'Export' })}
      </Button>
    </Dropdown>
  )
}
