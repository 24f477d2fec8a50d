import type { GalleryPicture } from '@aisle/contract'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { words } from './text.ts'

/** Two pictures against each other: one over the other with a border to move, or side by side. */
export function CompareView({
  pictures: [first, second],
}: {
  pictures: readonly [GalleryPicture, GalleryPicture]
}) {
  const t = useText()
  const [way, setWay] = useState<'slider' | 'side'>('slider')
  const [at, move] = useState(50)
  return (
    <div className="snap-compare">
      <Segmented
        size="small"
        value={way}
        options={[
          { value: 'slider', label: t(words.slider) },
          { value: 'side', label: t(words.sideBySide) },
        ]}
        onChange={setWay}
      />
      {way === 'side' ? (
        <div className="snap-side">
          <Face picture={first} />
          <Face picture={second} />
        </div>
      ) : (
        <div className="snap-slider">
          <Face picture={second} />
          <div className="snap-over" style={{ clipPath: `inset(0 ${100 - at}% 0 0)` }}>
            <Face picture={first} />
          </div>
          <span className="snap-border" style={{ left: `${at}%` }} aria-hidden />
          <input
            type="range"
            min={0}
            max={100}
            value={at}
            aria-label={t(words.border)}
            onChange={event => move(Number(event.target.value))}
          />
        </div>
      )}
    </div>
  )
}

function Face({ picture }: { picture: GalleryPicture }) {
  const name = useName()
  const format = useFormat()
  const label = `${name(picture.cameraName, picture.cameraNameEn)} ${format.legacyMoment(picture.fileTime)}`
  return (
    <figure>
      <img className="snap-whole" src={picture.fileAddr} alt={label} />
      <figcaption>{label}</figcaption>
    </figure>
  )
}
