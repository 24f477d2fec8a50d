import type { GalleryPicture } from '@aisle/contract'
import { Checkbox } from 'antd'
import { useRef } from 'react'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { useWritten } from '../../lib/written.ts'
import { Tag } from '../../ui/bits.tsx'
import { screenshotTypes } from '../queries.ts'
import { words } from './text.ts'

type Props = {
  pictures: readonly GalleryPicture[]
  chosen: readonly GalleryPicture[]
  choose: (pictures: readonly GalleryPicture[]) => void
}

/** Pictures as tiles: arrows move, the space bar chooses, Enter opens. */
export function PictureWall({ pictures, chosen, choose }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const toggle = (picture: GalleryPicture) =>
    choose(
      chosen.some(({ id }) => id === picture.id)
        ? chosen.filter(({ id }) => id !== picture.id)
        : [...chosen, picture],
    )
  function move(event: React.KeyboardEvent, index: number) {
    const tiles = [...(list.current?.querySelectorAll<HTMLElement>('.snap-tile > a') ?? [])]
    const columns = columnsOf(tiles)
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key]
    if (event.key === ' ') {
      const picture = pictures[index]
      if (picture) toggle(picture)
    } else if (by !== undefined) tiles[index + by]?.focus()
    else return
    event.preventDefault()
  }
  return (
    <ul className="snap-wall" ref={list}>
      {pictures.map((picture, index) => (
        <PictureTile
          key={picture.id}
          picture={picture}
          isChosen={chosen.some(({ id }) => id === picture.id)}
          onChoose={() => toggle(picture)}
          onKeyDown={event => move(event, index)}
        />
      ))}
    </ul>
  )
}

/** How many tiles stand in the first row. */
function columnsOf(tiles: readonly HTMLElement[]): number {
  const top = tiles[0]?.getBoundingClientRect().top
  const next = tiles.findIndex(tile => tile.getBoundingClientRect().top !== top)
  return next < 1 ? tiles.length : next
}

function PictureTile({
  picture,
  isChosen,
  onChoose,
  onKeyDown,
}: {
  picture: GalleryPicture
  isChosen: boolean
  onChoose: () => void
  onKeyDown: (event: React.KeyboardEvent) => void
}) {
  const t = useText()
  const written = useWritten()
  const name = useName()
  const format = useFormat()
  const camera = `${picture.cameraNumber} ${name(picture.cameraName, picture.cameraNameEn)}`.trim()
  const shop = name(picture.shopname, picture.shopnameEn)
  const time = format.legacyMoment(picture.fileTime)
  const label = `${shop} ${camera} ${time}`
  return (
    <li className="snap-tile" data-chosen={isChosen || undefined}>
      <Link
        to={`/x_2_SnapPlan/x_2_SnapPicDetail?shop=${picture.shopId}&picture=${picture.id}`}
        aria-label={t(words.open, { name: label })}
        onKeyDown={onKeyDown}
      >
        <img className="snap-thumb" src={picture.thumbnailUrl} alt="" loading="lazy" />
      </Link>
      <Checkbox checked={isChosen} aria-label={t(words.choose, { name: label })} onChange={onChoose} />
      <span className="snap-words">
        <b className="ellipsis">{shop}</b>
        <span className="ellipsis">
          {camera}
          {picture.presetName !== '' && ` · ${written(picture.presetName)}`}
        </span>
        <span className="snap-foot">
          <time>{time}</time>
          {picture.screenshotType === screenshotTypes.plan && <Tag tone="primary">{t(words.plan)}</Tag>}
          {picture.isAnnotated && <Tag tone="warning">{t(words.annotated)}</Tag>}
          {picture.mark && (
            <Tag tone={picture.mark === 'good' ? 'positive' : 'error'}>{t(words[picture.mark])}</Tag>
          )}
        </span>
      </span>
    </li>
  )
}
