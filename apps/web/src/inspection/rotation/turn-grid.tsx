import type { Camera } from '@aisle/contract'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { useName } from '../../lib/i18n.ts'
import { LivePane } from '../live/live-pane.tsx'
import type { Feeds } from '../live/use-live-feed.ts'
import { usualZone } from '../wall/use-wall-cameras.ts'
import { WallGrid } from '../wall/wall-grid.tsx'
import type { Turns } from './use-turns.ts'

type Props = {
  turns: Turns
  zoneOf?: (shopId: string) => string
  /** Small panes of a rehearsal decode off the main thread as well. */
  isSmall?: boolean
}

/** The cameras of the present turn, live; a double click opens the shop of a pane. */
export function TurnGrid({ turns, zoneOf = () => usualZone, isSmall = false }: Props) {
  const name = useName()
  const navigate = useNavigate()
  const feeds = useRef<Feeds>(new Map()).current
  const open = (camera: Camera) => void navigate(`/monitorPage?shop=${camera.shopId}&camera=${camera.id}`)
  return (
    <WallGrid
      layout={turns.layout}
      slots={turns.slots}
      ahead={turns.ahead}
      cameras={turns.cameras.byId}
      isComplete={turns.cameras.isComplete}
      single={undefined}
      drawPane={camera => (
        // biome-ignore lint/a11y/useSemanticElements: a pane holds buttons of its own, so it cannot be a button
        <div
          className="wall-pane"
          role="group"
          aria-label={`${name(camera.shopname, camera.shopnameEn)} ${camera.number}`}
          onDoubleClick={() => open(camera)}
        >
          <LivePane
            camera={camera}
            view={{
              quality: 'smooth',
              fit: 'cover',
              size: 'wall',
              timeZone: zoneOf(camera.shopId),
              worker: isSmall || turns.slots.length >= 9,
            }}
            feeds={feeds}
          />
        </div>
      )}
    />
  )
}
