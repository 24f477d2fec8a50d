import type { Camera } from '@aisle/contract'
import { Button } from 'antd'
import { Camera as CameraIcon, ChevronLeft, ChevronRight, Maximize2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { captureText } from '../capture/text.ts'
import { LivePane } from '../live/live-pane.tsx'
import type { Monitor } from '../monitor/use-monitor.ts'
import type { LivePhase } from '../player/live-state.ts'
import { patrolText as words } from './patrol-text.ts'

export const windowCount = 4

/** Four cameras of the shop at once; a click chooses one, a double click shows it alone. */
export function MultiLive({ monitor, onAlone }: { monitor: Monitor; onAlone: (cameraId: string) => void }) {
  const t = useText()
  const { cameras, camera, shop, visit } = monitor
  const pages = Math.ceil(cameras.length / windowCount)
  const [page, turn] = useState(() => Math.floor(monitor.index / windowCount))
  const shown = cameras.slice(page * windowCount, (page + 1) * windowCount)
  const { see } = visit
  const onPhase = useCallback(
    (of: Camera, phase: LivePhase) => {
      if (phase === 'live') see(of)
    },
    [see],
  )
  const go = (by: number) => turn((page + by + pages) % pages)
  return (
    <>
      <div className="multi-grid" data-count={shown.length}>
        {shown.map(each => (
          // biome-ignore lint/a11y/useSemanticElements: a pane holds buttons of its own, so it cannot be a button
          <div
            key={each.id}
            className="multi-cell"
            role="group"
            tabIndex={-1}
            aria-current={each.id === camera.id || undefined}
            onClick={() => monitor.select(each.id)}
            onKeyDown={event => event.key === 'Enter' && onAlone(each.id)}
            onDoubleClick={() => onAlone(each.id)}
          >
            <LivePane
              camera={each}
              view={{
                quality: each.id === camera.id ? 'high' : 'smooth',
                fit: 'cover',
                size: 'wall',
                timeZone: shop.timeZone,
              }}
              feeds={monitor.feeds}
              isSelected={each.id === camera.id}
              onPhase={onPhase}
            >
              <div className="pane-actions">
                {monitor.mayCapture && (
                  <button
                    type="button"
                    className="pane-action"
                    aria-label={t(captureText.capture)}
                    title={t(captureText.capture)}
                    onClick={event => {
                      event.stopPropagation()
                      void monitor.captures.take(each, { timeZone: shop.timeZone })
                    }}
                  >
                    <CameraIcon size={16} />
                  </button>
                )}
                <button
                  type="button"
                  className="pane-action"
                  aria-label={t(words.alone)}
                  title={t(words.alone)}
                  onClick={event => {
                    event.stopPropagation()
                    onAlone(each.id)
                  }}
                >
                  <Maximize2 size={16} />
                </button>
              </div>
            </LivePane>
          </div>
        ))}
      </div>
      <div className="toolbar">
        {pages > 1 && (
          <>
            <Button
              type="text"
              aria-label={t(words.previousCameras)}
              title={t(words.previousCameras)}
              icon={<ChevronLeft size={16} />}
              onClick={() => go(-1)}
            />
            <span>{t(words.pager, { page: page + 1, pages })}</span>
            <Button
              type="text"
              aria-label={t(words.nextCameras)}
              title={t(words.nextCameras)}
              icon={<ChevronRight size={16} />}
              onClick={() => go(1)}
            />
          </>
        )}
        <span className="toolbar-gap" />
        {monitor.mayCapture && (
          <Button
            type="primary"
            icon={<CameraIcon size={16} />}
            loading={monitor.captures.isRunning}
            onClick={() => void monitor.captures.takeAll(shown, { timeZone: shop.timeZone })}
          >
            {t(captureText.capture)}
          </Button>
        )}
      </div>
    </>
  )
}
