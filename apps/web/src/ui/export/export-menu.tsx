import type { ExportFormat, ExportPart, Text } from '@aisle/contract'
import { Button, Dropdown } from 'antd'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { messageOf } from '../../lib/problem.ts'
import { useSession } from '../../lib/session.ts'
import { toast } from '../toast.tsx'
import { saveFile } from './save-file.ts'

const formatNames: Record<ExportFormat, Text> = {
  xlsx: { zh: 'Excel 表格', en: 'Excel' },
  csv: { zh: 'CSV（UTF-8）', en: 'CSV (UTF-8)' },
  pdf: { zh: 'PDF 文档', en: 'PDF' },
}
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
}

/** The export button of a page; absent for those who may not export. A failure says why and offers to try again. */
export function ExportMenu({ name, scope = '', period, filters = [], parts, formats = all }: Props) {
  const t = useText()
  const { can } = useSession()
  const [isRunning, setRunning] = useState(false)
  if (!can('export.run')) return null

  async function run(format: ExportFormat) {
    setRunning(true)
    try {
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
  return (
    <Dropdown
      trigger={['click']}
      disabled={isRunning}
      menu={{
        items: formats.map(format => ({ key: format, label: t(formatNames[format]) })),
        onClick: ({ key }) => {
          const format = formats.find(known => known === key)
          if (format) void run(format)
        },
      }}
    >
      <Button icon={<Download size={14} />} loading={isRunning}>
        {t({ zh: '导出', en: 'Export' })}
      </Button>
    </Dropdown>
  )
}
