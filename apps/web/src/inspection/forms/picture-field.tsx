import type { Picture } from '@aisle/contract'
import { Popover } from 'antd'
import { Camera as CameraIcon, Check, Images, X } from 'lucide-react'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { formText as words } from './text.ts'
import './forms.css'

/** As many as a record takes in one place. */
const mostPictures = 20

type Props = {
  ids: readonly string[]
  onChange: (ids: string[]) => void
  /** Pictures of this visit, newest first. */
  taken: readonly Picture[]
  timeZone: string
  /** Takes a picture of what is seen now and attaches it; left out where nobody may. */
  onCapture?: (() => void) | undefined
}

/** Pictures of a record: those attached, one more of what is seen now, or any of this visit. */
export function PictureField({ ids, onChange, taken, timeZone, onCapture }: Props) {
  const t = useText()
  const isFull = ids.length >= mostPictures
  return (
    <ul className="score-pictures">
      {ids.map((id, index) => (
        <li key={id}>
          <a href={`/api/pictures/${id}/content`} target="_blank" rel="noreferrer">
            <img src={`/api/pictures/${id}/thumbnail`} alt={t(words.picture, { number: index + 1 })} />
          </a>
          <button
            type="button"
            aria-label={t(words.detach, { number: index + 1 })}
            onClick={() => onChange(ids.filter(each => each !== id))}
          >
            <X size={14} aria-hidden />
          </button>
        </li>
      ))}
      {onCapture && !isFull && (
        <li>
          <button
            type="button"
            className="attach"
            aria-label={t(words.attach)}
            title={t(words.attach)}
            onClick={onCapture}
          >
            <CameraIcon size={16} aria-hidden />
          </button>
        </li>
      )}
      <li>
        <Popover
          trigger="click"
          placement="bottomRight"
          content={<Taken ids={ids} onChange={onChange} taken={taken} timeZone={timeZone} />}
        >
          <button
            type="button"
            className="attach"
            aria-label={t(words.attachTaken)}
            title={t(words.attachTaken)}
          >
            <Images size={16} aria-hidden />
          </button>
        </Popover>
      </li>
    </ul>
  )
}

/** The pictures of this visit; a click attaches one or takes it off. */
function Taken({ ids, onChange, taken, timeZone }: Omit<Props, 'onCapture'>) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  if (taken.length === 0) return <p className="tool-hint">{t(words.noTaken)}</p>
  return (
    <ul className="taken-pictures">
      {taken.map(picture => {
        const isOn = ids.includes(picture.id)
        const time = format.hourMinute(new Date(picture.takenAt), timeZone)
        return (
          <li key={picture.id}>
            <button
              type="button"
              aria-pressed={isOn}
              disabled={!isOn && ids.length >= mostPictures}
              aria-label={t(words.takenAt, { name: name(picture.cameraName, picture.cameraNameEn), time })}
              onClick={() => onChange(isOn ? ids.filter(id => id !== picture.id) : [...ids, picture.id])}
            >
              <img src={picture.thumbnailUrl} alt="" />
              <span className="tile-corner">{time}</span>
              {isOn && <Check size={16} aria-hidden className="taken-on" />}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
