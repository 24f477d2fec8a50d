import type { FactImport, Page } from '@aisle/contract'
import { Button, Progress, Table } from 'antd'
import { Download, Square } from 'lucide-react'
import { api } from '../lib/api.ts'
import { useFormat } from '../lib/format.ts'
import { useText } from '../lib/i18n.ts'
import { Tag } from '../ui/bits.tsx'
import { paging } from '../ui/paging.ts'
import { toast } from '../ui/toast.tsx'
import { importsPerPage, ingestChanged } from './queries.ts'
import { importStates, kindName, reasonOf, words } from './text.ts'

const tones = {
  new: 'neutral',
  waiting: 'primary',
  running: 'primary',
  done: 'positive',
  failed: 'error',
  stopped: 'neutral',
} as const

/** Imports, the newest first; those that run tell how far they are. */
export function ImportTable({
  imports,
  onTurn,
}: {
  imports: Page<FactImport>
  onTurn: (page: number) => void
}) {
  const t = useText()
  const format = useFormat()
  async function stop(importId: string) {
    try {
      await api.imports.stop({ params: { importId } })
      await ingestChanged()
    } catch (error) {
      toast.error(error)
    }
  }
  return (
    <Table<FactImport>
      size="small"
      rowKey="id"
      dataSource={imports.records}
      scroll={{ x: 1000 }}
      expandable={{
        rowExpandable: row => row.rejected.length > 0,
        expandedRowRender: row => <Rejected run={row} />,
      }}
      pagination={{
        ...paging,
        current: imports.current,
        pageSize: importsPerPage,
        total: imports.total,
        onChange: onTurn,
      }}
      columns={[
        { title: t(words.file), dataIndex: 'fileName', fixed: 'left', width: 180, ellipsis: true },
        { title: t(words.kind), width: 120, render: (_, row) => t(kindName(row.kind)) },
        {
          title: t(words.state),
          width: 150,
          render: (_, row) => (
            <>
              <Tag tone={tones[row.state]}>{t(importStates[row.state])}</Tag>
              {row.isDryRun && row.state !== 'new' && <Tag>{t(words.tried)}</Tag>}
            </>
          ),
        },
        {
          title: t(words.progress),
          width: 140,
          render: (_, row) => (
            <Progress
              size="small"
              percent={
                row.state === 'done' ? 100 : Math.floor((row.readBytes / Math.max(1, row.bytes)) * 100)
              }
              {...(row.state === 'failed' ? { status: 'exception' as const } : {})}
            />
          ),
        },
        { title: t(words.rows), width: 90, align: 'end', render: (_, row) => format.number(row.rows) },
        {
          title: t(words.accepted),
          width: 90,
          align: 'end',
          render: (_, row) => format.number(row.accepted),
        },
        {
          title: t(words.duplicates),
          width: 90,
          align: 'end',
          render: (_, row) => format.number(row.duplicates),
        },
        {
          title: t(words.rejected),
          width: 90,
          align: 'end',
          render: (_, row) => format.number(row.rejectedCount),
        },
        {
          title: t(words.by),
          width: 150,
          render: (_, row) => `${row.createdBy} ${format.moment(new Date(row.createdAt))}`,
        },
        {
          key: 'actions',
          width: 90,
          render: (_, row) =>
            (row.state === 'waiting' || row.state === 'running') && (
              <Button type="text" size="small" icon={<Square size={14} />} onClick={() => void stop(row.id)}>
                {t(words.stop)}
              </Button>
            ),
        },
      ]}
    />
  )
}

/** The first rejected lines, and all that are kept as a file. */
function Rejected({ run }: { run: FactImport }) {
  const t = useText()
  return (
    <ul className="import-rejected">
      {run.rejected.slice(0, 10).map(one => (
        <li key={`${one.line} ${one.path}`}>
          {t(words.line, { n: one.line })} · {t(reasonOf(one))}
        </li>
      ))}
      <li>
        <Button
          type="link"
          size="small"
          icon={<Download size={14} />}
          href={reportOf(run)}
          download={`${run.fileName}.rejected.csv`}
        >
          {t(words.report)}
        </Button>
      </li>
    </ul>
  )
}

function reportOf(run: FactImport): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const lines = run.rejected.map(({ line, path, message }) => [line, quoted(path), quoted(message)].join(','))
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeffline,field,message\n${lines.join('\n')}\n`)}`
}
