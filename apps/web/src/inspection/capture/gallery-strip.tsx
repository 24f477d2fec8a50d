import type { Camera, Picture } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { CloudUpload, Images } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { panelAttributes } from '../../ui/panel.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { inspectionQueries } from '../queries.ts'
import { GalleryDrawer } from './gallery-drawer.tsx'
import { PictureViewer } from './picture-viewer.tsx'
import { captureText as words } from './text.ts'
import type { Captures } from './use-capture.ts'
import { useWaitingUploads } from './waiting-uploads.ts'
import './capture.css'

type Which = 'visit' | 'camera' | 'shop'

/** Pictures in a row: of this visit, of the camera, of the shop. A new one drops in at the front. */
export function GalleryStrip({
  camera,
  cameras,
  captures,
  timeZone,
  panelId = 'p5',
}: {
  camera: Camera
  /** All of the shop, to choose from in the gallery. */
  cameras: readonly Camera[]
  captures: Captures
  timeZone: string
  /** Where the page counts its panels otherwise. */
  panelId?: string
}) {
  const t = useText()
  const waiting = useWaitingUploads()
  const [isLibrary, showLibrary] = useState(false)
  const [which, choose] = useState<Which>('visit')
  const [openId, open] = useState<string>()
  const saved = useQuery(inspectionQueries.pictures(camera.shopId))
  const all = saved.data?.records ?? []
  const shown: Record<Which, readonly Picture[]> = {
    visit: captures.taken,
    camera: all.filter(picture => picture.cameraId === camera.id),
    shop: all,
  }
  const pictures = shown[which]
  const needsAnswer = which !== 'visit'
  const state =
    needsAnswer && saved.isError
      ? 'error'
      : needsAnswer && saved.isPending
        ? 'loading'
        : pictures.length === 0
          ? 'empty'
          : 'ready'
  return (
    <section className="strip" {...panelAttributes(panelId, state)}>
      <header className="strip-header">
        <h2>{t(words.pictures)}</h2>
        <span className="tool-hint">{t(words.count, { count: pictures.length })}</span>
        <Segmented
          size="small"
          className="strip-choice"
          value={which}
          onChange={choose}
          options={[
            { value: 'visit', label: t(words.thisVisit) },
            { value: 'camera', label: t(words.thisCamera) },
            { value: 'shop', label: t(words.wholeShop) },
          ]}
        />
        {waiting.count > 0 && (
          <button
            type="button"
            className="waiting-uploads"
            title={t(words.sendNow)}
            onClick={waiting.sendNow}
          >
            <CloudUpload size={14} aria-hidden /> {t(words.waiting, { count: waiting.count })}
          </button>
        )}
        <Button size="small" icon={<Images size={14} />} onClick={() => showLibrary(true)}>
          {t(words.library)}
        </Button>
      </header>
      {state === 'error' && <ErrorState error={saved.error} onRetry={() => void saved.refetch()} />}
      {state === 'empty' && (
        <p className="strip-empty">{t(which === 'visit' ? words.noneThisVisit : words.none)}</p>
      )}
      <ul className="strip-row">
        {state === 'loading' && [1, 2, 3, 4].map(each => <li key={each} className="picture-tile bone" />)}
        {state === 'ready' &&
          pictures.map(picture => (
            <PictureTile key={picture.id} picture={picture} timeZone={timeZone} onOpen={open} />
          ))}
      </ul>
      {isLibrary && (
        <GalleryDrawer
          shopId={camera.shopId}
          cameras={cameras}
          captures={captures}
          timeZone={timeZone}
          onClose={() => showLibrary(false)}
        />
      )}
      <PictureViewer
        pictures={pictures}
        openId={openId}
        onOpen={open}
        captures={captures}
        timeZone={timeZone}
      />
    </section>
  )
}

function PictureTile({
  picture,
  timeZone,
  onOpen,
}: {
  picture: Picture
  timeZone: string
  onOpen: (id: string) => void
}) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const takenAt = new Date(picture.takenAt)
  const time = format.moment(takenAt, timeZone)
  return (
    <li className="picture-tile">
      <button
        type="button"
        aria-label={t(words.open, { name: name(picture.cameraName, picture.cameraNameEn), time })}
        onClick={() => onOpen(picture.id)}
      >
        <img src={picture.thumbnailUrl} alt="" loading="lazy" />
        <span className="tile-corner">{time}</span>
      </button>
    </li>
  )
}
