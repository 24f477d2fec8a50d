import type { Camera, PlatformCamera } from '@aisle/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Popover, Segmented } from 'antd'
import { Link2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { RecordPanel } from '../records/record-panel.tsx'
import type { Links } from '../records/use-figures.ts'
import { usePageOf } from '../records/use-page-of.ts'
import { type PlatformFilter, platformQueries } from './platform-queries.ts'
import { platformWords as words } from './platform-text.ts'
import { Pager, VideoCard } from './shop-videos.tsx'

type Props = {
  title: string
  hint: (count: number) => string
  filter: PlatformFilter
  isKnown: boolean
  links: Links
  /** Monitoring of this platform. */
  monitorPath: string
  className?: string
  panes: number
  /** What the number of panes may be, where it can be chosen. */
  choices?: readonly number[]
  onChoose?: (panes: number) => void
  hasAddress?: boolean
  empty: ReactNode
}

/** The cameras of a platform as pictures, those that do not answer first; each is played where it stands. */
export function PlatformVideos(props: Props) {
  const { title, hint, filter, isKnown, links, monitorPath, panes, choices, onChoose } = props
  const t = useText()
  const name = useName()
  const [page, turnTo] = usePageOf([filter, panes])
  const query = useQuery({
    ...platformQueries.list({ ...filter, pageNumber: page, pageSize: panes }),
    enabled: isKnown,
  })
  const pages = Math.max(1, Math.ceil((query.data?.total ?? 0) / panes))
  const isOneShop = filter.shopId !== undefined
  const headingOf = (camera: PlatformCamera) =>
    `${camera.number} ${name(camera.name, camera.nameEn)}${
      isOneShop ? '' : ` · ${name(camera.shopname, camera.shopnameEn)}`
    }`
  return (
    <RecordPanel
      id="p2"
      {...(props.className === undefined ? {} : { className: props.className })}
      title={title}
      hint={query.data && hint(query.data.total)}
      query={query}
      height={300}
      actions={
        <div className="home-video-actions">
          {choices && onChoose && (
            <Segmented<number>
              size="small"
              aria-label={t(words.panes)}
              value={panes}
              options={choices.map(value => ({ value, label: String(value) }))}
              onChange={onChoose}
            />
          )}
          <Pager at={page - 1} pages={pages} turn={at => turnTo(at + 1)} />
        </div>
      }
    >
      {data =>
        data.records.length === 0 ? (
          props.empty
        ) : (
          <ul className="home-videos" data-panes={panes}>
            {data.records.map(camera => (
              <li key={camera.id}>
                <VideoCard
                  camera={camera}
                  timeZone={camera.timeZone}
                  title={headingOf(camera)}
                  href={links(monitorPath, { kind: 'shop', shopId: camera.shopId }, { camera: camera.id })}
                  extra={props.hasAddress && camera.status !== 'offline' && <CameraAddress camera={camera} />}
                />
              </li>
            ))}
          </ul>
        )
      }
    </RecordPanel>
  )
}

/** Nothing matches: says so, and takes the filters away where there are any. */
export function NoCameras({ onClear }: { onClear?: (() => void) | undefined }) {
  const t = useText()
  return (
    <EmptyState
      text={t(words.none)}
      action={onClear && <Button onClick={onClear}>{t(words.clear)}</Button>}
    />
  )
}

/** The address of live video as the platform gives it, asked for when somebody wants to see it. */
function CameraAddress({ camera }: { camera: Camera }) {
  const t = useText()
  const client = useQueryClient()
  const [isOpen, open] = useState(false)
  const asked = platformQueries.address(camera.id)
  const offer = useQuery({ ...asked, enabled: isOpen })

  async function close() {
    open(false)
    const { data } = offer
    client.removeQueries({ queryKey: asked.queryKey })
    if (!data) return
    try {
      await api.cameras.endLive({ params: { cameraId: camera.id, sessionId: data.sessionId } })
    } catch (error) {
      toast.error(error)
    }
  }
  async function copy(address: string) {
    try {
      await navigator.clipboard.writeText(address)
      toast.success(words.copied)
    } catch {
      toast.error(words.cannotCopy)
    }
  }
  return (
    <Popover
      open={isOpen}
      onOpenChange={next => (next ? open(true) : void close())}
      trigger="click"
      title={t(words.addressHint)}
      content={
        offer.isError ? (
          <ErrorState error={offer.error} onRetry={() => void offer.refetch()} />
        ) : (
          <ul className="home-addresses" aria-busy={offer.isPending}>
            {offer.data?.candidates.map(({ url, kind }) => (
              <li key={url}>
                <code>{url}</code>
                <Button size="small" aria-label={`${t(words.copy)} ${kind}`} onClick={() => void copy(url)}>
                  {t(words.copy)}
                </Button>
              </li>
            ))}
          </ul>
        )
      }
    >
      <button type="button">
        <Link2 size={14} aria-hidden />
        {t(words.address)}
      </button>
    </Popover>
  )
}
