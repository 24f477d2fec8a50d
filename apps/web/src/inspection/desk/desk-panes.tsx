import type { Camera } from '@aisle/contract'
import { Button } from 'antd'
import { Camera as CameraIcon, Pause, Pin, PinOff, RotateCw, SquareArrowOutUpRight } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useText } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { pathOf, useRegistry } from '../../shell/registry.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { captureText } from '../capture/text.ts'
import { LivePane } from '../live/live-pane.tsx'
import type { DeskPane } from './panes.ts'
import { deskText as words } from './text.ts'
import { type Desk, rotateSeconds } from './use-desk.ts'

/** 值守画面: four pictures, kept filled by what needs attention, and the last twelve looked at. */
export function DeskPanes({ desk }: { desk: Desk }) {
  const t = useText()
  const { panes, cameras, isRotating } = desk
  const isEmpty = desk.areCamerasKnown && panes.every(pane => pane === undefined)
  return (
    <Panel
      id="p2"
      state={isEmpty ? 'empty' : desk.areCamerasKnown ? 'ready' : 'loading'}
      title={t(words.pictures)}
      hint={t(isRotating ? words.rotating : words.filling, { seconds: rotateSeconds })}
      className="desk-pictures"
      actions={
        <Button
          size="small"
          icon={isRotating ? <Pause size={14} /> : <RotateCw size={14} />}
          aria-pressed={isRotating}
          onClick={desk.toggleRotation}
        >
          {t(isRotating ? words.pause : words.rotate)}
        </Button>
      }
    >
      {isEmpty ? (
        <EmptyState text={t(words.empty)} />
      ) : (
        <div className="desk-grid">
          {panes.map((pane, index) => {
            const camera = pane && cameras.get(pane.cameraId)
            return pane && camera ? (
              <Pane key={camera.id} desk={desk} camera={camera} pane={pane} index={index} />
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: a free place has no other name
              <div key={`free-${index}`} className="desk-free">
                {desk.areCamerasKnown && t(words.emptyPane)}
              </div>
            )
          })}
        </div>
      )}
      <Looked desk={desk} />
    </Panel>
  )
}

type PaneProps = { desk: Desk; camera: Camera; pane: DeskPane; index: number }

function Pane({ desk, camera, pane, index }: PaneProps) {
  const t = useText()
  const navigate = useNavigate()
  const { pages } = useRegistry()
  const { user } = useSession()
  const monitor = pathOf(pages, 'monitor', user)
  return (
    <div className="desk-cell">
      <LivePane
        camera={camera}
        view={{
          quality: 'smooth',
          fit: 'cover',
          size: 'wall',
          timeZone: desk.zoneOf(camera.shopId),
        }}
        feeds={desk.feeds}
        onPhase={desk.onPhase}
      >
        <div className="pane-actions">
          {desk.mayCapture && (
            <PaneButton label={t(captureText.capture)} onClick={() => void desk.capture(camera)}>
              <CameraIcon size={16} />
            </PaneButton>
          )}
          <PaneButton
            label={t(pane.isKept ? words.unkeep : words.keep)}
            isPressed={pane.isKept}
            onClick={() => desk.keep(index)}
          >
            {pane.isKept ? <PinOff size={16} /> : <Pin size={16} />}
          </PaneButton>
          {monitor && (
            <PaneButton
              label={t(words.monitor)}
              onClick={() =>
                void navigate(`${monitor}?${new URLSearchParams({ shop: camera.shopId, camera: camera.id })}`)
              }
            >
              <SquareArrowOutUpRight size={16} />
            </PaneButton>
          )}
        </div>
      </LivePane>
    </div>
  )
}

function PaneButton({
  label,
  isPressed,
  onClick,
  children,
}: {
  label: string
  isPressed?: boolean
  onClick: () => void
  children: React.ReactNode
}) {
  return (
    <button
      type="button"
      className="pane-action"
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

/** The last pictures, as they were when they were left; a click brings one back. */
function Looked({ desk }: { desk: Desk }) {
  const t = useText()
  return (
    <section className="desk-looked" aria-label={t(words.looked)}>
      <h3>{t(words.looked)}</h3>
      {desk.looked.length === 0 ? (
        <p className="tool-hint">{t(words.noneLooked)}</p>
      ) : (
        <ul>
          {desk.looked.map(each => (
            <li key={each.cameraId}>
              <button type="button" onClick={() => desk.show(each.cameraId, each.shopId)}>
                {each.posterUrl ? (
                  <img src={each.posterUrl} alt="" loading="lazy" />
                ) : (
                  <span className="bone" />
                )}
                <span className="ellipsis">{t(each.label)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
