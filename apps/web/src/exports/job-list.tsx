import { type ExportJob, type ExportKind, exportJobLimits } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Progress, Table } from 'antd'
import { Download, RotateCcw, Square } from 'lucide-react'
import { useState } from 'react'
import { api } from '../lib/api.ts'
import { useFormat } from '../lib/format.ts'
import { useText } from '../lib/i18n.ts'
import { useSession } from '../lib/session.ts'
import { Tag } from '../ui/bits.tsx'
import { saveBlob } from '../ui/export/save-file.ts'
import { paging } from '../ui/paging.ts'
import { Panel, stateOf } from '../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading, NoPermission } from '../ui/states.tsx'
import { act, exportQueries } from './queries.ts'
import { kindNames, stateNames, words } from './text.ts'

/** The tone of the tag of each state. */
export const jobTones = {
  queued: 'primary',
  running: 'primary',
  done: 'positive',
  failed: 'error',
  cancelled: 'neutral',
  expired: 'neutral',
} as const

const kilo = 1024
const sizeText = (bytes: number) =>
  bytes < kilo * kilo ? `${Math.ceil(bytes / kilo)} KB` : `${(bytes / kilo / kilo).toFixed(1)} MB`

/** The caller's exports with their progress; those that were made can be fetched, those that failed made again. */
export function JobList({ kind, id = 'p3' }: { kind?: ExportKind; id?: string }) {
  const t = useText()
  const { moment } = useFormat()
  const [page, turn] = useState(1)
  const { can } = useSession()
  const mayExport = can('export.run')
  const jobs = useQuery({ ...exportQueries.jobs(kind, page), enabled: mayExport })
  const state = mayExport ? stateOf(jobs, data => data.total === 0) : 'forbidden'
  async function fetchFile(job: ExportJob) {
    await act('jobs', async () => {
      const data = await api.exportJobs.download({ params: { jobId: job.id } })
      if (!(data instanceof Uint8Array)) return
      const [only] = job.files
      saveBlob(job.fileCount === 1 && only ? only.name : `${job.name}.zip`, new Blob([new Uint8Array(data)]))
    })
  }
  return (
    <Panel
      id={id}
      title={t(words.jobs)}
      hint={t(words.kept, { files: exportJobLimits.keptDays, rows: exportJobLimits.listedDays })}
      state={state}
    >
      {state === 'loading' && (
        <div className="panel-body">
          <Loading>
            <Bone height={120} />
          </Loading>
        </div>
      )}
      {state === 'forbidden' && <NoPermission title={words.jobs} required={['export.run']} />}
      {state === 'error' && <ErrorState error={jobs.error} onRetry={() => void jobs.refetch()} />}
      {state === 'empty' && <EmptyState text={t(words.noJobs)} />}
      {state === 'ready' && jobs.data && (
        <Table<ExportJob>
          size="small"
          rowKey="id"
          dataSource={jobs.data.records}
          scroll={{ x: 900 }}
          expandable={{
            rowExpandable: job => job.fileCount > 1 || job.message !== '',
            expandedRowRender: job => (
              <ul className="export-files">
                {job.files.map(file => (
                  <li key={file.name} data-state={file.state}>
                    {file.name}
                    <span>
                      {file.state === 'failed'
                        ? file.message
                        : file.state === 'done'
                          ? sizeText(file.bytes)
                          : t(words.waits)}
                    </span>
                  </li>
                ))}
                {job.fileCount > job.files.length && (
                  <li>{t(words.moreFiles, { count: job.fileCount - job.files.length })}</li>
                )}
              </ul>
            ),
          }}
          pagination={{
            ...paging,
            current: page,
            pageSize: jobs.data.size,
            total: jobs.data.total,
            onChange: turn,
          }}
          columns={[
            { title: t(words.name), dataIndex: 'name', ellipsis: true, width: 220 },
            ...(kind
              ? []
              : [
                  {
                    title: t(words.kind),
                    width: 110,
                    render: (_: unknown, job: ExportJob) => t(kindNames[job.kind]),
                  },
                ]),
            {
              title: t(words.state),
              width: 110,
              render: (_, job) => <Tag tone={jobTones[job.state]}>{t(stateNames[job.state])}</Tag>,
            },
            {
              title: t(words.progress),
              width: 150,
              render: (_, job) => (
                <Progress
                  size="small"
                  percent={Math.floor(job.progress * 100)}
                  aria-label={t(words.progress)}
                  {...(job.state === 'failed' ? { status: 'exception' as const } : {})}
                />
              ),
            },
            {
              title: t(words.files),
              align: 'right',
              width: 110,
              render: (_, job) =>
                job.filesFailed > 0
                  ? t(words.someFailed, { done: job.filesDone, failed: job.filesFailed })
                  : `${job.filesDone} / ${job.fileCount}`,
            },
            {
              title: t(words.rows),
              align: 'right',
              width: 100,
              render: (_, job) => job.rows.toLocaleString('en'),
            },
            { title: t(words.size), align: 'right', width: 90, render: (_, job) => sizeText(job.bytes) },
            { title: t(words.made), width: 120, render: (_, job) => moment(new Date(job.createdAt)) },
            {
              title: t(words.expires),
              width: 120,
              render: (_, job) => <Expiry job={job} />,
            },
            {
              title: '',
              fixed: 'right',
              width: 170,
              render: (_, job) => (
                <span className="export-actions">
                  {job.filesDone > 0 && (job.state === 'done' || job.state === 'failed') && (
                    <Button
                      size="small"
                      icon={<Download size={13} aria-hidden />}
                      onClick={() => void fetchFile(job)}
                    >
                      {t(words.download)}
                    </Button>
                  )}
                  {(job.filesFailed > 0 || job.state === 'cancelled' || job.state === 'expired') &&
                    job.state !== 'running' &&
                    job.state !== 'queued' && (
                      <Button
                        size="small"
                        icon={<RotateCcw size={13} aria-hidden />}
                        onClick={() =>
                          void act('jobs', () => api.exportJobs.retry({ params: { jobId: job.id } }))
                        }
                      >
                        {t(words.retry)}
                      </Button>
                    )}
                  {(job.state === 'queued' || job.state === 'running') && (
                    <Button
                      size="small"
                      icon={<Square size={13} aria-hidden />}
                      onClick={() =>
                        void act('jobs', () => api.exportJobs.cancel({ params: { jobId: job.id } }))
                      }
                    >
                      {t(words.cancel)}
                    </Button>
                  )}
                </span>
              ),
            },
          ]}
        />
      )}
    </Panel>
  )
}

const dayMs = 86_400_000

/** When the files of an export go, and how long that is from now. */
function Expiry({ job: { state, expiresAt } }: { job: ExportJob }) {
  const t = useText()
  const { moment } = useFormat()
  if (expiresAt === null) return '—'
  const days = Math.floor((Date.parse(expiresAt) - Date.now()) / dayMs)
  return (
    <span className="export-expiry">
      {moment(new Date(expiresAt))}
      {state !== 'expired' && (
        <small>{days < 1 ? t(words.expiresToday) : t(words.expiresIn, { days })}</small>
      )}
    </span>
  )
}
