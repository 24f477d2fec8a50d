import type { GalleryPicture } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { PageBody, usePage } from '../../shell/page.tsx'
import { Kbd } from '../../ui/bits.tsx'
import { ExportMenu } from '../../ui/export/export-menu.tsx'
import { useHotkeys } from '../../ui/hotkeys.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { RecordPanel } from '../records/record-panel.tsx'
import { CompareView } from './compare-view.tsx'
import { detailParts } from './detail-export.ts'
import { Judge, Problems } from './detail-judge.tsx'
import { Face } from './detail-picture.tsx'
import { galleryQueries } from './queries.ts'
import { words } from './text.ts'
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
  useHotkeys([
    { keys: ['j'], text: words.later, group: words.keyGroup, run: () => go(detail.data?.laterId) },
    { keys: ['k'], text: words.earlier, group: words.keyGroup, run: () => go(detail.data?.earlierId) },
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
      <RecordPanel
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
      </RecordPanel>
      <div className="span-4 snap-side-column">
        <Judge detail={detail} />
        <Problems pictureId={pictureId} />
      </div>
      <History picture={picture} held={against} hold={hold} />
    </PageBody>
  )
}

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
    <RecordPanel
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
    </RecordPanel>
  )
}
