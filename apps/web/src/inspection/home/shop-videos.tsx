import type { Camera } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented, Select } from 'antd'
import { ChevronLeft, ChevronRight, Maximize2, Play, Square } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { type Translate, useName, useText } from '../../lib/i18n.ts'
import { sharedQueries } from '../../lib/queries.ts'
import { StatusDot } from '../../ui/bits.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { LivePane } from '../live/live-pane.tsx'
import { cameraGroups, groupText, platformText } from '../monitor/text.ts'
import { RecordPanel } from '../records/record-panel.tsx'
import { type Links, paths } from '../records/use-figures.ts'
import { ofSourceType, sourceTypesOf } from './queries.ts'
import { words } from './text.ts'
import './home.css'

/** Videos a page on the shop home (specification of inspection, section 9). */
export const videosAPage = 4

type Group = keyof typeof groupText | ''
type Props = { shopId: string; links: Links; timeZone: string | undefined }

/** The shop's cameras, four a page: the last picture first, live when asked for. A click on the name opens monitoring there. */
export function ShopVideos({ shopId, links, timeZone = 'Asia/Shanghai' }: Props) {
  const t = useText()
  const query = useQuery(sharedQueries.cameras(shopId))
  const [ys, setYs] = useState<number>()
  const [group, setGroup] = useState<Group>('')
  const [page, turn] = useState(0)
  // What does not answer comes first: that is where somebody has to look.
  const cameras = ofSourceType(query.data ?? [], ys)
    .filter(camera => group === '' || camera.group === group)
    .toSorted(
      (a, b) =>
        Number(b.status === 'offline') - Number(a.status === 'offline') || a.number.localeCompare(b.number),
    )
  const pages = Math.max(1, Math.ceil(cameras.length / videosAPage))
  const at = Math.min(page, pages - 1)
  const types = sourceTypesOf(query.data ?? [])
  const groups = cameraGroups.filter(each => query.data?.some(camera => camera.group === each))
  return (
    <RecordPanel
      id="p8"
      className="span-8"
      title={t(words.videos)}
      hint={query.data && t(words.videosHint, { n: cameras.length })}
      query={query}
      isEmpty={data => data.length === 0}
      height={360}
      actions={
        <div className="home-video-actions">
          {groups.length > 1 && (
            <Segmented<Group>
              size="small"
              aria-label={t(words.group)}
              value={group}
              options={[
                { value: '', label: t(words.everyGroup) },
                ...groups.map(value => ({ value, label: t(groupText[value]) })),
              ]}
              onChange={value => {
                setGroup(value)
                turn(0)
              }}
            />
          )}
          {types.length > 1 && (
            <Select
              size="small"
              aria-label={t(words.platformFilter)}
              popupMatchSelectWidth={false}
              value={ys ?? -1}
              options={[
                { value: -1, label: t(words.everyPlatform) },
                ...types.map(value => ({ value, label: t(platformText[value] ?? words.platformFilter) })),
              ]}
              onChange={value => {
                setYs(value < 0 ? undefined : value)
                turn(0)
              }}
            />
          )}
          <Pager at={at} pages={pages} turn={turn} />
        </div>
      }
    >
      {() =>
        cameras.length === 0 ? (
          <EmptyState text={t(words.noVideos)} />
        ) : (
          <ul className="home-videos">
            {cameras.slice(at * videosAPage, (at + 1) * videosAPage).map(camera => (
              <li key={camera.id}>
                <VideoCard
                  camera={camera}
                  timeZone={timeZone}
                  href={links(paths.monitor, { kind: 'shop', shopId }, { camera: camera.id })}
                />
              </li>
            ))}
          </ul>
        )
      }
    </RecordPanel>
  )
}

export function Pager({ at, pages, turn }: { at: number; pages: number; turn: (page: number) => void }) {
  const t = useText()
  if (pages < 2) return null
  return (
    <span className="home-pager">
      <Button
        type="text"
        size="small"
        icon={<ChevronLeft size={16} />}
        aria-label={t(words.previousPage)}
        disabled={at === 0}
        onClick={() => turn(at - 1)}
      />
      {at + 1} / {pages}
      <Button
        type="text"
        size="small"
        icon={<ChevronRight size={16} />}
        aria-label={t(words.nextPage)}
        disabled={at === pages - 1}
        onClick={() => turn(at + 1)}
      />
    </span>
  )
}

/** One camera: its last picture, and live video in the same place while it is played. */
export function VideoCard({
  camera,
  timeZone,
  href,
  title,
  extra,
}: {
  camera: Camera
  timeZone: string
  href: string | undefined
  /** In place of the camera's name: that of its shop. */
  title?: string
  /** Before the way into monitoring: another button. */
  extra?: ReactNode
}) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const [isLive, play] = useState(false)
  const isAway = camera.status === 'offline'
  const label = `${camera.number} ${name(camera.name, camera.nameEn)}`
  const heading = title ?? label
  return (
    <article className="home-video">
      {isLive ? (
        <LivePane camera={camera} view={{ quality: 'smooth', fit: 'cover', size: 'wall', timeZone }} />
      ) : (
        <>
          {camera.posterUrl && <img src={camera.posterUrl} alt="" loading="lazy" />}
          {isAway ? (
            <span className="home-away">{since(t, format, camera, timeZone)}</span>
          ) : (
            !camera.posterUrl && <span className="home-no-picture">{t(words.noPicture)}</span>
          )}
          <span className="home-video-name">
            <StatusDot
              tone={
                camera.status === 'online' ? 'positive' : camera.status === 'offline' ? 'error' : 'neutral'
              }
            />
            {heading}
          </span>
          {!isAway && (
            <button
              type="button"
              className="home-play"
              aria-label={t(words.play, { camera: heading })}
              title={t(words.play, { camera: heading })}
              onClick={() => play(true)}
            >
              <Play size={22} />
            </button>
          )}
        </>
      )}
      <div className="home-video-buttons">
        {isLive && (
          <button type="button" aria-label={t(words.stop)} title={t(words.stop)} onClick={() => play(false)}>
            <Square size={14} />
          </button>
        )}
        {extra}
        {href !== undefined && (
          <Link to={href} title={label}>
            <Maximize2 size={14} aria-hidden />
            {t(words.monitor)}
          </Link>
        )}
      </div>
    </article>
  )
}

function since(
  t: Translate,
  format: ReturnType<typeof useFormat>,
  { lastOnlineAt }: Camera,
  timeZone: string,
): string {
  return lastOnlineAt
    ? t(words.offlineSince, { time: format.moment(new Date(lastOnlineAt), timeZone) })
    : t(words.isOffline)
}
