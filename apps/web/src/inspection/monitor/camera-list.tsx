import type { Camera } from '@aisle/contract'
import { Input, Select } from 'antd'
import { Check, Search, VideoOff } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { useMatcher } from '../../lib/matcher.ts'
import { Kbd, StatusDot } from '../../ui/bits.tsx'
import { panelAttributes } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { phaseTone } from '../live/pane-words.ts'
import { VisitPanel } from '../visit/visit-panel.tsx'
import { cameraGroups, groupText, platformText, monitorText as words } from './text.ts'
import type { Monitor } from './use-monitor.ts'
import './camera-list.css'

const anyPlatform = -1

/** The shop's cameras by part of the shop: what each shows, which were looked at, which are off. */
export function CameraList({
  monitor,
  panelId = 'p1',
  visitPanelId,
}: {
  monitor: Monitor
  /** Where the page counts its panels otherwise, of the list and of the visit below it. */
  panelId?: string
  visitPanelId?: string
}) {
  const t = useText()
  const match = useMatcher()
  const [typed, type] = useState('')
  const sought = useDeferredValue(typed.trim())
  const [platform, choose] = useState(anyPlatform)
  const platforms = [...new Set(monitor.cameras.map(({ ys }) => ys))].sort()
  const found = monitor.cameras.filter(
    camera =>
      (platform === anyPlatform || camera.ys === platform) &&
      (sought === '' || match(`${camera.number} ${camera.name}`, sought) || match(camera.nameEn, sought)),
  )
  const clear = () => {
    type('')
    choose(anyPlatform)
  }
  return (
    <nav className="camera-list" aria-label={t(words.cameraList)} {...panelAttributes(panelId, 'ready')}>
      <Input
        allowClear
        prefix={<Search size={14} aria-hidden />}
        placeholder={t(words.filter)}
        aria-label={t(words.filter)}
        value={typed}
        onChange={event => type(event.target.value)}
      />
      {platforms.length > 1 && (
        <Select
          size="small"
          className="camera-platform"
          aria-label={t(words.platform)}
          value={platform}
          onChange={choose}
          options={[
            { value: anyPlatform, label: t(words.allPlatforms) },
            ...platforms.map(ys => ({ value: ys, label: t(platformText[ys] ?? words.platform) })),
          ]}
        />
      )}
      <div className="camera-groups">
        {cameraGroups.map(group => {
          const inside = found.filter(camera => camera.group === group)
          if (inside.length === 0) return null
          return (
            <section key={group}>
              <h3>
                {t(groupText[group])} <span>{inside.length}</span>
              </h3>
              <ul>
                {inside.map(camera => (
                  <CameraRow key={camera.id} camera={camera} monitor={monitor} />
                ))}
              </ul>
            </section>
          )
        })}
        {found.length === 0 && (
          <EmptyState
            text={t(words.noMatch)}
            action={
              <button type="button" className="link-button" onClick={clear}>
                {t(words.clearFilter)}
              </button>
            }
          />
        )}
      </div>
      <VisitPanel
        visit={monitor.visit}
        cameras={monitor.cameras}
        timeZone={monitor.shop.timeZone}
        {...(visitPanelId === undefined ? {} : { panelId: visitPanelId })}
        onStart={() => monitor.visit.start(monitor.camera)}
      />
      <footer>
        <span className="camera-keys">
          <Kbd keys="[" />
          <Kbd keys="]" /> {t(words.switchKeys)}
        </span>
      </footer>
    </nav>
  )
}

function CameraRow({ camera, monitor }: { camera: Camera; monitor: Monitor }) {
  const name = useName()
  const isCurrent = camera.id === monitor.camera.id
  const isViewed = monitor.visit.viewed.has(camera.id)
  const label = `${camera.number} ${name(camera.name, camera.nameEn)}`
  return (
    <li>
      <button
        type="button"
        className="camera-row"
        aria-current={isCurrent || undefined}
        onClick={() => monitor.select(camera.id)}
      >
        <Thumbnail camera={camera} />
        <span className="camera-words">
          <span className="camera-name" title={label}>
            {label}
          </span>
          <CameraCondition camera={camera} isCurrent={isCurrent} isViewed={isViewed} />
        </span>
        {isCurrent ? (
          <StatusDot tone={phaseTone[monitor.phase]} isBusy={monitor.phase === 'connecting'} />
        ) : camera.status === 'offline' ? (
          <VideoOff size={14} aria-hidden className="camera-off" />
        ) : isViewed ? (
          <Check size={14} aria-hidden className="camera-viewed" />
        ) : (
          <span aria-hidden />
        )}
      </button>
    </li>
  )
}

function Thumbnail({ camera }: { camera: Camera }) {
  const [isBroken, setBroken] = useState(false)
  return camera.posterUrl && !isBroken ? (
    <img
      className="camera-thumb"
      src={camera.posterUrl}
      alt=""
      loading="lazy"
      onError={() => setBroken(true)}
    />
  ) : (
    <span className="camera-thumb camera-thumb-none" aria-hidden />
  )
}

function CameraCondition({
  camera,
  isCurrent,
  isViewed,
}: {
  camera: Camera
  isCurrent: boolean
  isViewed: boolean
}) {
  const t = useText()
  const format = useFormat()
  if (isCurrent) {
    return (
      <span className="camera-state">{t(camera.capabilities.ptz ? words.watchingPtz : words.watching)}</span>
    )
  }
  if (camera.status === 'offline') {
    const since = camera.lastOnlineAt ? Date.now() - Date.parse(camera.lastOnlineAt) : undefined
    return (
      <span className="camera-state camera-state-off">
        {since === undefined ? t(words.offline) : t(words.offlineFor, { time: format.duration(since) })}
      </span>
    )
  }
  return <span className="camera-state">{t(isViewed ? words.viewed : words.notViewed)}</span>
}
