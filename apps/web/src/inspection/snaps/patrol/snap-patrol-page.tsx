import type { PictureMark, WholeBatch } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { FileArchive, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/format.ts'
import { useText } from '../../../lib/i18n.ts'
import { messageOf } from '../../../lib/problem.ts'
import { useSession } from '../../../lib/session.ts'
import { dayOf } from '../../../shell/date-picker/periods.ts'
import { PageBody, usePage } from '../../../shell/page.tsx'
import { Tag } from '../../../ui/bits.tsx'
import { ConfirmPopover } from '../../../ui/confirm.tsx'
import { ExportMenu } from '../../../ui/export/export-menu.tsx'
import { KpiStrip } from '../../../ui/kpi.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { RecordPanel } from '../../records/record-panel.tsx'
import { galleryChanged } from '../queries.ts'
import { zipPictures } from '../zip-pictures.ts'
import { CaptureForm } from './capture-form.tsx'
import { CaptureProgress } from './capture-progress.tsx'
import { patrolParts } from './patrol-export.ts'
import { batchQueries, keepBatch } from './queries.ts'
import { RaiseForm } from './raise-form.tsx'
import { nextUnjudged, type Taken, takenOf } from './review.ts'
import { ReviewWall } from './review-wall.tsx'
import { stateNames, words } from './text.ts'
import '../snaps.css'
import './patrol.css'

/** A patrol by still pictures: many cameras captured now, laid out, judged one after the other. */
export function SnapPatrolPage() {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const batchId = search.get('batch') ?? ''
  const open = (id: string) => {
    const next = new URLSearchParams(search)
    if (id === '') next.delete('batch')
    else next.set('batch', id)
    setSearch(next)
  }
  if (batchId !== '') return <Round key={batchId} batchId={batchId} open={open} />
  return (
    <PageBody className="snaps shoot">
      <Panel id="p4" state="empty" title={t(words.figures)}>
        <Figures batch={undefined} />
      </Panel>
      <CaptureForm
        onBegun={batch => {
          keepBatch(batch)
          open(batch.id)
        }}
      />
      <div className="span-4 snap-side-column">
        <Recent open={open} />
        <Panel id="p3" state="empty" title={t(words.raise)}>
          <EmptyState text={t(words.pickFirst)} />
        </Panel>
      </div>
      <Panel id="p2" state="empty" title={t(words.wall)}>
        <EmptyState text={t(words.noneYet)} />
      </Panel>
    </PageBody>
  )
}

function Round({ batchId, open }: { batchId: string; open: (id: string) => void }) {
  const t = useText()
  const format = useFormat()
  const page = usePage()
  const { can } = useSession()
  const itemFieldId = useId()
  const query = useQuery(batchQueries.one(batchId))
  const [shownId, setShown] = useState<string>()
  const batch = query.data
  const taken = takenOf(batch?.shots ?? [])
  const current = taken.find(shot => shot.id === shownId) ?? nextUnjudged(taken, -1) ?? taken[0]
  const show = (shot: Taken) => setShown(shot.id)
  const mayRaise = can('inspect.score')
  const toForm = () => document.getElementById(itemFieldId)?.focus({ preventScroll: true })

  async function judge(shot: Taken, mark: PictureMark | null) {
    const at = taken.findIndex(each => each.id === shot.id)
    // A good one is done with; one with a problem stays to be circled and raised.
    setShown(mark === 'good' ? (nextUnjudged(taken, at) ?? shot).id : shot.id)
    if (mark === 'problem' && mayRaise) toForm()
    try {
      await api.gallery.mark({ body: { ids: [shot.picture.id], mark } })
      await galleryChanged()
    } catch (error) {
      toast.error(error)
    }
  }
  async function raised(shot: Taken) {
    if (shot.picture.mark === null) await judge(shot, 'problem')
    else await galleryChanged()
    setShown((nextUnjudged(taken, taken.indexOf(shot)) ?? shot).id)
  }
  const title = batch && format.moment(new Date(batch.createdAt))

  return (
    <PageBody
      className="snaps shoot"
      hint={
        batch && (
          <>
            {title}{' '}
            <Tag tone={batch.state === 'done' ? 'positive' : 'primary'}>{t(stateNames[batch.state])}</Tag>
          </>
        )
      }
      actions={
        batch && (
          <>
            <ZipButton taken={taken} name={`${page ? t(page.title) : ''}_${title ?? ''}`} />
            {taken.length > 0 && (
              <ExportMenu
                name={page ? t(page.title) : 'Aisle'}
                filters={[{ label: t(words.capture), value: title ?? '' }]}
                formats={['pdf']}
                parts={() => patrolParts(batch, t)}
              />
            )}
            <Button icon={<Plus size={14} />} onClick={() => open('')}>
              {t(words.another)}
            </Button>
            {can('inspect.score') && batch.state === 'reviewing' && <FinishButton batch={batch} />}
          </>
        )
      }
    >
      <RecordPanel id="p4" title={t(words.figures)} query={query} height={72} isFlush>
        {data => <Figures batch={data} />}
      </RecordPanel>
      <RecordPanel
        id="p2"
        className="span-8"
        title={t(words.wall)}
        query={query}
        isEmpty={() => false}
        height={480}
      >
        {data =>
          current ? (
            <ReviewWall
              taken={taken}
              current={current}
              show={show}
              judge={(shot, mark) => void judge(shot, mark)}
              toRaise={mayRaise ? toForm : undefined}
            />
          ) : (
            <EmptyState text={t(data.state === 'capturing' ? words.coming : words.noneTaken)} />
          )
        }
      </RecordPanel>
      <div className="span-4 snap-side-column">
        {batch && <CaptureProgress batch={batch} />}
        <Panel id="p3" state={current && mayRaise ? 'ready' : 'empty'} title={t(words.raise)}>
          {current && mayRaise ? (
            <div className="panel-body">
              <RaiseForm
                picture={current.picture}
                itemFieldId={itemFieldId}
                onRaised={() => void raised(current)}
              />
            </div>
          ) : (
            <EmptyState text={t(words.pickFirst)} />
          )}
        </Panel>
        <Recent open={open} />
      </div>
    </PageBody>
  )
}

function Figures({ batch }: { batch: WholeBatch | undefined }) {
  const t = useText()
  const { counts, figures } = batch ?? {}
  const day = batch && dayOf(new Date(batch.createdAt))
  const gallery = (mark: string) =>
    `/x_2_SnapPlan/x_2_SnapPicList?from=${day}&to=${day}&kind=hand&mark=${mark}`
  const link = (mark: string) => (batch ? { href: gallery(mark) } : {})
  return (
    <KpiStrip
      items={[
        {
          key: 'taken',
          label: t(words.taken),
          value: counts?.done ?? null,
          ...(counts ? { note: t(words.ofTotal, { n: counts.total }) } : {}),
        },
        { key: 'unjudged', label: t(words.judged), value: figures?.unjudged ?? null, isLessBetter: true },
        { key: 'good', label: t(words.goodOnes), value: figures?.good ?? null, ...link('good') },
        { key: 'problem', label: t(words.problemOnes), value: figures?.problem ?? null, ...link('problem') },
        {
          key: 'problems',
          label: t(words.problems),
          value: figures?.problems ?? null,
          ...(batch ? { href: `/homePage/homeProblems?from=${day}&to=${day}` } : {}),
        },
        {
          key: 'coverage',
          label: t(words.coverage),
          value: figures && figures.shopsInScope > 0 ? (figures.shops / figures.shopsInScope) * 100 : null,
          format: value => `${value.toFixed(1)}%`,
          ...(figures ? { note: t(words.ofShops, { n: figures.shops, total: figures.shopsInScope }) } : {}),
        },
      ]}
    />
  )
}

function Recent({ open }: { open: (id: string) => void }) {
  const t = useText()
  const format = useFormat()
  const [search] = useSearchParams()
  const recent = useQuery(batchQueries.recent())
  return (
    <RecordPanel id="recent" title={t(words.recent)} query={recent} height={120}>
      {data =>
        data.total === 0 ? (
          <p className="muted-text">{t(words.noRecent)}</p>
        ) : (
          <ul className="shoot-recent">
            {data.records.map(batch => (
              <li key={batch.id} aria-current={batch.id === search.get('batch') || undefined}>
                <button type="button" onClick={() => open(batch.id)}>
                  <time>{format.moment(new Date(batch.createdAt))}</time>
                  <span>{t(words.progress, { done: batch.counts.done, total: batch.counts.total })}</span>
                  <Tag tone={batch.state === 'done' ? 'positive' : 'primary'}>
                    {t(stateNames[batch.state])}
                  </Tag>
                </button>
              </li>
            ))}
          </ul>
        )
      }
    </RecordPanel>
  )
}

function ZipButton({ taken, name }: { taken: readonly Taken[]; name: string }) {
  const t = useText()
  const { can } = useSession()
  const [isPacking, packing] = useState(false)
  if (!can('export.run') || taken.length === 0) return null
  async function pack() {
    packing(true)
    try {
      await zipPictures(
        taken.map(shot => shot.picture.id),
        `${name.replace(/[\\/:*?"<>|\s]+/g, '-')}.zip`,
      )
      toast.success(words.zipDone, { n: taken.length })
    } catch (error) {
      toast.retry(words.zipFailed, () => void pack(), { reason: messageOf(error) })
    } finally {
      packing(false)
    }
  }
  return (
    <Button icon={<FileArchive size={14} />} loading={isPacking} onClick={() => void pack()}>
      {t(words.zip)}
    </Button>
  )
}

/** Asks only where something was left. */
function FinishButton({ batch }: { batch: WholeBatch }) {
  const t = useText()
  const left = batch.figures.unjudged
  async function finish() {
    try {
      keepBatch(await api.snapshots.finish({ params: { batchId: batch.id } }))
      toast.success(words.finished)
    } catch (error) {
      toast.error(error)
    }
  }
  const button = (onClick?: () => void) => (
    <Button type="primary" {...(onClick ? { onClick } : {})}>
      {t(words.finish)}
    </Button>
  )
  if (left === 0) return button(() => void finish())
  return (
    <ConfirmPopover
      question={t(words.leftUnjudged, { n: left })}
      okText={t(words.finishYes)}
      onConfirm={finish}
    >
      {button()}
    </ConfirmPopover>
  )
}
