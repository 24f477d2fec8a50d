import type { GalleryPicture, PictureDetail } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { ChevronLeft, ChevronRight, Download, PencilLine, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { api } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { useSession } from '../../lib/session.ts'
import { PageBody, usePage } from '../../shell/page.tsx'
import { Kbd, Tag } from '../../ui/bits.tsx'
import { ExportMenu } from '../../ui/export/export-menu.tsx'
import { useHotkeys } from '../../ui/hotkeys.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { Annotator } from '../annotate/annotator.tsx'
import { DrawnShapes } from '../annotate/drawn-shapes.tsx'
import { RaiseDialog } from '../problems/raise-dialog.tsx'
import { screenshotTypes } from '../queries.ts'
import { QueryPanel } from '../records/query-panel.tsx'
import { CompareView } from './compare-view.tsx'
import { detailParts } from './detail-export.ts'
import { galleryChanged, galleryQueries } from './queries.ts'
import { words } from './text.ts'
import { annotatedUrl } from './zip-pictures.ts'
import './snaps.css'

const galleryPath = '/x_2_SnapPlan/x_2_SnapPicList'

/** One picture with its place, preset, plan and history. */
export function SnapDetailPage() {
  const t = useText()
  const [search] = useSearchParams()
  const pictureId = search.get('picture') ?? ''
  if (pictureId !== '') return <Detail key={pictureId} pictureId={pictureId} />
  return (
    <PageBody>
      <Panel id="p1" state="empty" title={t(words.detail)}>
        <EmptyState
          text={t(words.noPicture)}
          action={
            <Link to={galleryPath}>
              <Button type="primary">{t(words.toGallery)}</Button>
            </Link>
          }
        />
      </Panel>
    </PageBody>
  )
}

function Detail({ pictureId }: { pictureId: string }) {
  const t = useText()
  const name = useName()
  const page = usePage()
  const [search, setSearch] = useSearchParams()
  const detail = useQuery(galleryQueries.detail(pictureId))
  const [against, hold] = useState<GalleryPicture>()
  const picture = detail.data?.picture
  const go = (id: string | null | undefined) => {
    if (!id) return
    const next = new URLSearchParams(search)
    next.set('picture', id)
    setSearch(next)
  }
  const group = { zh: '图片', en: 'Picture' }
  useHotkeys([
    { keys: ['j'], text: words.later, group, isEnabled: true, run: () => go(detail.data?.laterId) },
    { keys: ['k'], text: words.earlier, group, isEnabled: true, run: () => go(detail.data?.earlierId) },
  ])
  return (
    <PageBody
      className="snaps"
      hint={
        picture &&
        `${name(picture.shopname, picture.shopnameEn)} · ${picture.cameraNumber} ${name(picture.cameraName, picture.cameraNameEn)}`
      }
      actions={
        picture && (
          <>
            <ExportMenu
              name={page ? t(page.title) : 'Aisle'}
              scope={name(picture.shopname, picture.shopnameEn)}
              filters={[]}
              formats={['pdf']}
              parts={() => detailParts(pictureId, t)}
            />
            <Link to={`${galleryPath}?shop=${picture.shopId}`}>
              <Button>{t(words.toGallery)}</Button>
            </Link>
          </>
        )
      }
    >
      <QueryPanel
        id="p1"
        className="span-8"
        title={t(words.detail)}
        query={detail}
        height={420}
        actions={
          <>
            <Button
              size="small"
              icon={<ChevronLeft size={14} />}
              disabled={!detail.data?.earlierId}
              onClick={() => go(detail.data?.earlierId)}
            >
              {t(words.earlier)} <Kbd keys="k" />
            </Button>
            <Button size="small" disabled={!detail.data?.laterId} onClick={() => go(detail.data?.laterId)}>
              {t(words.later)} <Kbd keys="j" /> <ChevronRight size={14} />
            </Button>
          </>
        }
      >
        {data =>
          against ? (
            <>
              <Button size="small" onClick={() => hold(undefined)}>
                {t(words.whole)}
              </Button>
              <CompareView
                pictures={
                  against.takenAt <= data.picture.takenAt ? [against, data.picture] : [data.picture, against]
                }
              />
            </>
          ) : (
            <Face detail={data} />
          )
        }
      </QueryPanel>
      <div className="span-4 snap-side-column">
        <Judge detail={detail} />
        <Problems pictureId={pictureId} />
      </div>
      <History picture={picture} held={against} hold={hold} />
    </PageBody>
  )
}

/** The picture, larger, turned, with or without what was drawn on it. */
function Face({ detail }: { detail: PictureDetail }) {
  const t = useText()
  const { can } = useSession()
  const { picture, annotations } = detail
  const [latest] = annotations
  const [zoom, setZoom] = useState(1)
  const [turn, setTurn] = useState(0)
  const [isDrawing, setDrawing] = useState(false)
  const [shows, show] = useState<'drawn' | 'original'>('drawn')
  const mayDraw = can('inspect.operate', 'inspect.score')
  if (isDrawing)
    return (
      <Annotator
        picture={picture}
        shapes={latest?.shapes ?? []}
        version={latest?.version ?? 0}
        onClose={() => setDrawing(false)}
        onSaved={saved => {
          queryClient.setQueryData(galleryQueries.detail(picture.id).queryKey, saved)
          void galleryChanged()
          setDrawing(false)
        }}
      />
    )
  return (
    <>
      <div className="snap-tools">
        <Button
          size="small"
          icon={<ZoomOut size={14} />}
          aria-label={t(words.zoomOut)}
          title={t(words.zoomOut)}
          disabled={zoom <= 1}
          onClick={() => setZoom(Math.max(1, zoom / 1.5))}
        />
        <span className="snap-zoom">{Math.round(zoom * 100)}%</span>
        <Button
          size="small"
          icon={<ZoomIn size={14} />}
          aria-label={t(words.zoomIn)}
          title={t(words.zoomIn)}
          disabled={zoom >= 5}
          onClick={() => setZoom(zoom * 1.5)}
        />
        <Button
          size="small"
          icon={<RotateCw size={14} />}
          aria-label={t(words.rotate)}
          title={t(words.rotate)}
          onClick={() => setTurn(turn + 90)}
        />
        {latest && latest.shapes.length > 0 && (
          <Segmented
            size="small"
            value={shows}
            options={[
              { value: 'drawn', label: t(words.drawn) },
              { value: 'original', label: t(words.original) },
            ]}
            onChange={show}
          />
        )}
        <span className="snap-tools-end">
          <Button
            size="small"
            icon={<Download size={14} />}
            href={shows === 'drawn' && latest ? annotatedUrl(picture.id) : picture.fileAddr}
            download={`${picture.shopname}_${picture.cameraName}_${picture.fileTime.replace(/[-: ]/g, '')}.jpg`}
          >
            {t(words.download)}
          </Button>
          {mayDraw && (
            <Button
              size="small"
              type="primary"
              icon={<PencilLine size={14} />}
              onClick={() => setDrawing(true)}
            >
              {t(words.annotate)}
            </Button>
          )}
        </span>
      </div>
      <div className="snap-stage">
        <div className="snap-turned" style={{ transform: `rotate(${turn}deg) scale(${zoom})` }}>
          <img
            className="snap-whole"
            src={picture.fileAddr}
            alt={`${picture.cameraName} ${picture.fileTime}`}
          />
          {shows === 'drawn' && latest && (
            <DrawnShapes shapes={latest.shapes} width={picture.width} height={picture.height} />
          )}
        </div>
      </div>
      <Facts detail={detail} />
    </>
  )
}

function Facts({ detail: { picture, annotations } }: { detail: PictureDetail }) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const [latest] = annotations
  const facts: [string, string][] = [
    [t(words.shop), name(picture.shopname, picture.shopnameEn)],
    [t(words.camera), `${picture.cameraNumber} ${name(picture.cameraName, picture.cameraNameEn)}`.trim()],
    [t(words.preset), picture.presetName === '' ? '—' : picture.presetName],
    [t(words.takenAt), picture.fileTime],
    [
      t(words.takenBy),
      picture.screenshotType === screenshotTypes.plan ? t(words.byPlan) : picture.userName || '—',
    ],
    [t(words.size), `${picture.width} × ${picture.height}`],
    ...(latest
      ? [
          [t(words.drawnBy), `${latest.userName} ${format.moment(new Date(latest.createdAt))}`] as [
            string,
            string,
          ],
        ]
      : []),
  ]
  return (
    <dl className="snap-facts">
      {facts.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const judgements = ['good', 'problem', 'none'] as const
type Judgement = (typeof judgements)[number]

/** What a person thinks of it, and the way to a problem. */
function Judge({ detail }: { detail: ReturnType<typeof useQuery<PictureDetail>> }) {
  const t = useText()
  const { can } = useSession()
  const [isRaising, raising] = useState(false)
  return (
    <QueryPanel id="p3" title={t(words.score)} query={detail} height={96}>
      {({ picture }) => {
        const mark = async (value: Judgement) => {
          try {
            await api.gallery.mark({ body: { ids: [picture.id], mark: value === 'none' ? null : value } })
            await galleryChanged()
          } catch (error) {
            toast.error(error)
          }
        }
        return (
          <div className="snap-judge">
            <span>{t(words.judge)}</span>
            <Segmented<Judgement>
              disabled={!can('inspect.score', 'inspect.operate')}
              value={picture.mark ?? 'none'}
              options={judgements.map(value => ({
                value,
                label: t(words[value]),
              }))}
              onChange={value => void mark(value)}
            />
            {can('inspect.score', 'problem.handle') && (
              <Button onClick={() => raising(true)}>{t(words.raise)}</Button>
            )}
            {isRaising && (
              <RaiseDialog
                shopId={picture.shopId}
                cameraId={picture.cameraId ?? undefined}
                pictures={[picture]}
                onClose={() => raising(false)}
                onRaised={() => {
                  raising(false)
                  void mark('problem')
                }}
              />
            )}
          </div>
        )
      }}
    </QueryPanel>
  )
}

function Problems({ pictureId }: { pictureId: string }) {
  const t = useText()
  const format = useFormat()
  const { can } = useSession()
  const maySee = can('problem.view', 'problem.handle', 'inspect.view')
  const query = useQuery({ ...galleryQueries.problems(pictureId), enabled: maySee })
  return (
    <QueryPanel id="p4" title={t(words.linked)} query={query} height={96}>
      {data =>
        data.total === 0 ? (
          <p className="muted-text">{t(words.noLinked)}</p>
        ) : (
          <ul className="snap-problems">
            {data.records.map(problem => (
              <li key={problem.id}>
                <Link to={`/homePage/homeProblems?problemId=${problem.id}`}>{problem.itemName}</Link>
                <Tag tone={problem.status === 'closed' ? 'positive' : 'warning'}>
                  {t(statusNames[problem.status])}
                </Tag>
                <time>{format.moment(new Date(problem.raisedAt))}</time>
              </li>
            ))}
          </ul>
        )
      }
    </QueryPanel>
  )
}

const statusNames = {
  rectification: { zh: '整改中', en: 'Under rectification' },
  pending: { zh: '待复核', en: 'Pending review' },
  closed: { zh: '已关闭', en: 'Closed' },
} as const

/** Other pictures of the camera at the same preset; one is held against the picture. */
function History({
  picture,
  held,
  hold,
}: {
  picture: GalleryPicture | undefined
  held: GalleryPicture | undefined
  hold: (picture: GalleryPicture | undefined) => void
}) {
  const t = useText()
  const format = useFormat()
  const filter = useMemo(
    () => ({
      pageSize: 20,
      ...(picture?.cameraId ? { cameraId: picture.cameraId } : {}),
      ...(picture?.presetId ? { presetId: picture.presetId } : {}),
    }),
    [picture?.cameraId, picture?.presetId],
  )
  const query = useQuery({ ...galleryQueries.list(filter), enabled: picture?.cameraId != null })
  return (
    <QueryPanel
      id="p2"
      title={t(words.history)}
      hint={t(words.historyHint)}
      query={query}
      isEmpty={data => data.records.every(one => one.id === picture?.id)}
      height={110}
    >
      {data => (
        <ul className="snap-history">
          {data.records
            .filter(one => one.id !== picture?.id)
            .map(one => (
              <li key={one.id}>
                <button
                  type="button"
                  aria-pressed={held?.id === one.id}
                  onClick={() => hold(held?.id === one.id ? undefined : one)}
                >
                  <img className="snap-thumb" src={one.thumbnailUrl} alt="" loading="lazy" />
                  <time>{format.legacyMoment(one.fileTime)}</time>
                </button>
              </li>
            ))}
        </ul>
      )}
    </QueryPanel>
  )
}
