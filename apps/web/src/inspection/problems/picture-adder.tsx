import type { Picture, Problem } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Camera as CameraIcon, ImagePlus, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { sharedQueries } from '../../lib/queries.ts'
import { useSession } from '../../lib/session.ts'
import { toast } from '../../ui/toast.tsx'
import { useCapture } from '../capture/use-capture.ts'
import { LivePane } from '../live/live-pane.tsx'
import type { Feeds } from '../live/use-live-feed.ts'
import { problemText as words } from './text.ts'

const most = 9

type Props = {
  problem: Pick<Problem, 'id' | 'shopId' | 'cameraId' | 'presetId' | 'timeZone'>
  pictures: readonly Picture[]
  onChange: (pictures: readonly Picture[]) => void
  label: string
}

/** Pictures of a step or comment: from a phone or disk, pasted, dropped, or captured from the problem's camera. */
export function PictureAdder({ problem, pictures, onChange, label }: Props) {
  const t = useText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [sending, send] = useState(0)
  const [isLive, showLive] = useState(false)
  const latest = useRef(pictures)
  latest.current = pictures
  const { can } = useSession()
  const mayCapture = problem.cameraId !== null && can('inspect.operate') && can('inspect.view')

  const add = (picture: Picture) => onChange([...latest.current, picture].slice(0, most))
  async function upload(files: readonly File[]) {
    const images = files.filter(file => file.type.startsWith('image/')).slice(0, most - latest.current.length)
    for (const file of images) {
      send(count => count + 1)
      try {
        const body = new FormData()
        body.set('file', file, file.name)
        add(await api.problems.addPicture({ params: { problemId: problem.id }, body }))
      } catch (error) {
        toast.error(error)
      } finally {
        send(count => count - 1)
      }
    }
  }
  return (
    <fieldset
      className="picture-adder"
      aria-label={label}
      onPaste={event => void upload([...event.clipboardData.files])}
      onDragOver={event => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={event => {
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        void upload([...event.dataTransfer.files])
      }}
    >
      <legend>{label}</legend>
      <ul className="picture-row">
        {pictures.map(picture => (
          <li key={picture.id}>
            <img src={picture.thumbnailUrl} alt="" />
            <button
              type="button"
              aria-label={t(words.removePicture)}
              onClick={() => onChange(pictures.filter(each => each.id !== picture.id))}
            >
              <X size={12} aria-hidden />
            </button>
          </li>
        ))}
        {Array.from({ length: sending }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pictures on their way have no name yet
          <li key={index} className="bone" />
        ))}
      </ul>
      <div className="picture-buttons">
        <input
          ref={input}
          id={id}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          multiple
          className="visually-hidden"
          tabIndex={-1}
          aria-label={t(words.upload)}
          onChange={event => {
            void upload([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
        <Button
          size="small"
          icon={<ImagePlus size={14} />}
          disabled={pictures.length >= most}
          loading={sending > 0}
          onClick={() => input.current?.click()}
        >
          {t(words.upload)}
        </Button>
        {mayCapture && (
          <Button
            size="small"
            icon={<CameraIcon size={14} />}
            aria-expanded={isLive}
            onClick={() => showLive(on => !on)}
          >
            {t(isLive ? words.hideCamera : words.capture)}
          </Button>
        )}
        <span className="tool-hint">{t(words.pasteHint)}</span>
      </div>
      {isLive && problem.cameraId !== null && (
        <CameraNow problem={problem} cameraId={problem.cameraId} onPicture={add} />
      )}
    </fieldset>
  )
}

type NowProps = Pick<Props, 'problem'> & { cameraId: string; onPicture: (picture: Picture) => void }

/** The camera that saw it, live, with a button that takes the picture. */
function CameraNow({ problem, cameraId, onPicture }: NowProps) {
  const t = useText()
  const feeds = useRef<Feeds>(new Map()).current
  const cameras = useQuery(sharedQueries.cameras(problem.shopId))
  const captures = useCapture(feeds)
  const camera = cameras.data?.find(each => each.id === cameraId)
  if (!camera) return null
  async function take() {
    if (!camera) return
    const around = { timeZone: problem.timeZone, presetId: problem.presetId ?? undefined }
    const picture = await captures.take(camera, around)
    if (picture) onPicture(picture)
  }
  return (
    <div className="picture-live">
      <LivePane
        camera={camera}
        view={{ quality: 'high', fit: 'contain', size: 'wall', timeZone: problem.timeZone }}
        feeds={feeds}
      />
      <Button type="primary" size="small" loading={captures.isRunning} onClick={() => void take()}>
        {t(words.takePicture)}
      </Button>
    </div>
  )
}
