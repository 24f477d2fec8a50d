import type { RecordedCamera } from '@aisle/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useName, useText } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { EmptyState } from '../../ui/states.tsx'
import { writtenMoment } from '../playback/shop-day.ts'
import { RaiseDialog } from '../problems/raise-dialog.tsx'
import type { Links } from '../records/use-figures.ts'
import { platformWords as words } from './platform-text.ts'
import { type GapLine, gapLines } from './recorded-rows.ts'

/** Begin a little before what is missing, where there still is a picture. */
const leadMs = 60_000

type Props = { cameras: readonly RecordedCamera[]; isOneShop: boolean; isToday: boolean; links: Links }

/** What is missing on a day, camera by camera, each with a way to raise a problem about it. */
export function RecordingGaps({ cameras, isOneShop, isToday, links }: Props) {
  const t = useText()
  const name = useName()
  const { can } = useSession()
  const [raised, raise] = useState<GapLine>()
  const sayLine = useGapWords(isToday)
  const lines = gapLines(cameras)
  if (lines.length === 0) return <EmptyState text={t(words.noGaps)} />
  const labelOf = ({ camera }: GapLine) =>
    `${camera.number} ${name(camera.name, camera.nameEn)}${
      isOneShop ? '' : ` · ${name(camera.shopname, camera.shopnameEn)}`
    }`
  return (
    <>
      <ul className="home-list home-gaps">
        {lines.map(line => {
          const { camera } = line
          const replay =
            line.kind === 'gap'
              ? links(
                  '/inspection/playback',
                  { kind: 'shop', shopId: camera.shopId },
                  { cameras: camera.cameraId, at: writtenMoment(line.from - leadMs, camera.timeZone) },
                )
              : undefined
          return (
            <li key={line.key}>
              <span className="home-list-name">
                {labelOf(line)}
                <small className="home-list-note">{sayLine(line)}</small>
              </span>
              {replay !== undefined && <Link to={replay}>{t(words.replay)}</Link>}
              {can('inspect.score') && line.kind !== 'unknown' && (
                <Button
                  size="small"
                  aria-label={t(words.raiseOf, { camera: labelOf(line) })}
                  onClick={() => raise(line)}
                >
                  {t(words.raise)}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {raised && (
        <RaiseDialog
          key={raised.key}
          shopId={raised.camera.shopId}
          cameraId={raised.camera.cameraId}
          item={t(words.gapItem)}
          remark={`${labelOf(raised)} ${sayLine(raised)}`}
          onClose={() => raise(undefined)}
        />
      )}
    </>
  )
}

/** A line in words: from when to when, and how long. */
function useGapWords(isToday: boolean): (line: GapLine) => string {
  const t = useText()
  return ({ kind, camera, from, to, minutes }) => {
    if (kind === 'unknown') return camera.failure ? t(camera.failure) : '—'
    if (kind === 'none') return t(words.noRecordings)
    const clock = (at: number) => writtenMoment(at, camera.timeZone).slice(11, 16)
    const length =
      minutes < 60
        ? t(words.minutes, { n: minutes })
        : t(words.hours, { h: Math.floor(minutes / 60), n: minutes % 60 })
    const isOpen = isToday && Math.abs(Date.now() - to) < 5 * 60_000
    // Midnight ends a day: it is 24:00 there.
    const end = clock(to) === '00:00' ? '24:00' : clock(to)
    return isOpen
      ? t(words.toNow, { from: clock(from), length })
      : t(words.missed, { from: clock(from), to: end, length })
  }
}
