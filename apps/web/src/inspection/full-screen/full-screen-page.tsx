import { Button } from 'antd'
import { ArrowLeft, Eye, EyeOff, Maximize, Minimize } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useText } from '../../lib/i18n.ts'
import { Kbd } from '../../ui/bits.tsx'
import { useHotkeys } from '../../ui/hotkeys.ts'
import { panelAttributes } from '../../ui/panel.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { useIdle } from '../../ui/use-idle.ts'
import { captureText } from '../capture/text.ts'
import { layoutFor, shapes } from '../wall/layouts.ts'
import { panesFrom, type WallState, withCameras } from '../wall/panes.ts'
import { wallText } from '../wall/text.ts'
import { useWall, type WallWork } from '../wall/use-wall.ts'
import { WallGrid } from '../wall/wall-grid.tsx'
import { wallKeys } from '../wall/wall-keys.ts'
import { WallPane } from '../wall/wall-pane.tsx'
import { fullScreenText as words } from './text.ts'
import './full-screen.css'

/** One or several pictures with nothing around them: `/inspection/fullScreen?cameras=12,15`. */
export function FullScreenPage() {
  const t = useText()
  const [search] = useSearchParams()
  const [state, change] = useState<WallState>(() => {
    const ids = panesFrom(search.get('cameras') ?? '').flatMap(pane => pane?.cameraId ?? [])
    return {
      layout: layoutFor(ids.length),
      panes: withCameras([], ids),
      rotateSeconds: ids.length > 16 ? 30 : 0,
    }
  })
  if (state.panes.length === 0) {
    return (
      <div className="full" {...panelAttributes('p1', 'empty')}>
        <h1 className="visually-hidden">{t(words.title)}</h1>
        <EmptyState text={t(words.none)} action={<Link to="/inspection/wall">{t(words.toWall)}</Link>} />
      </div>
    )
  }
  return <FullScreen state={state} change={change} />
}

function FullScreen({ state, change }: { state: WallState; change: (next: WallState) => void }) {
  const t = useText()
  const wall = useWall(state, change)
  const navigate = useNavigate()
  const isIdle = useIdle(3_000)
  const [isPlain, hideWords] = useState(false)
  const leave = () => void navigate('/inspection/wall')
  useLonePane(wall)
  const group = words.keyGroup
  useHotkeys([
    ...wallKeys(wall),
    {
      keys: ['Escape'],
      text: words.close,
      group,
      // The browser takes the first Escape for itself; a single pane goes back before the page does.
      isEnabled: wall.single === undefined && !wall.fullScreen.isFull,
      run: leave,
    },
    {
      keys: [' '],
      text: captureText.capture,
      group,
      isEnabled: wall.operates,
      run: () => void (wall.selected ? wall.capture(wall.selected) : wall.captureAll()),
    },
    { keys: ['i'], text: words.hide, group, run: () => hideWords(!isPlain) },
  ])
  return (
    <div
      className="full"
      ref={wall.element}
      data-idle={isIdle || undefined}
      data-plain={isPlain || undefined}
      data-count={shapes[wall.layout].size}
      {...panelAttributes('p1', wall.error ? 'error' : 'ready')}
    >
      <h1 className="visually-hidden">{t(words.title)}</h1>
      {wall.error ? (
        <ErrorState error={wall.error} onRetry={() => void wall.refetch()} />
      ) : (
        <WallGrid
          layout={wall.layout}
          slots={wall.slots}
          ahead={wall.ahead}
          cameras={wall.cameras}
          isComplete={wall.isComplete}
          single={wall.single}
          drawPane={(camera, { pane, slot }) => (
            <WallPane wall={wall} camera={camera} pane={pane} slot={slot} />
          )}
        />
      )}
      <div className="full-controls" {...panelAttributes('p2', isPlain ? 'empty' : 'ready')}>
        <Link to="/inspection/wall" className="pane-label pane-label-button">
          <ArrowLeft size={14} aria-hidden /> {t(words.close)}
        </Link>
        <Button
          size="small"
          icon={isPlain ? <Eye size={14} /> : <EyeOff size={14} />}
          aria-pressed={isPlain}
          onClick={() => hideWords(!isPlain)}
        >
          {t(isPlain ? words.show : words.hide)} <Kbd keys="i" />
        </Button>
        {wall.fullScreen.isOffered && (
          <Button
            size="small"
            icon={wall.fullScreen.isFull ? <Minimize size={14} /> : <Maximize size={14} />}
            onClick={wall.fullScreen.toggle}
          >
            {t(wallText.fullScreen)}
          </Button>
        )}
      </div>
    </div>
  )
}

/** A picture that is alone is the chosen one, and arrows steer it at once where it can be steered. */
function useLonePane({ slots, cameras, selected, select, operates, isSteering, toggleSteering }: WallWork) {
  const [only, ...others] = slots.flatMap(({ pane }) => (pane ? (cameras.get(pane.cameraId) ?? []) : []))
  const lone = others.length === 0 ? only : undefined
  useEffect(() => {
    if (!lone || selected) return
    if (operates && lone.capabilities.ptz && !isSteering) toggleSteering(lone.id)
    else select(lone.id)
  })
}
