import { type Wall, type WallLayout, wallLayouts } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented, Select } from 'antd'
import {
  Camera as CameraIcon,
  ExternalLink,
  Grid2x2,
  Grid3x3,
  LayoutGrid,
  LayoutPanelLeft,
  Maximize,
  Minimize,
  Pause,
  Play,
  Square,
} from 'lucide-react'
import { useText } from '../../lib/i18n.ts'
import { Kbd, Tag } from '../../ui/bits.tsx'
import { toast } from '../../ui/toast.tsx'
import { Written } from '../../ui/written.tsx'
import { captureText } from '../capture/text.ts'
import { inspectionQueries } from '../queries.ts'
import { useMedia } from '../use-media.ts'
import { saveWall, stateOfWall } from './named-walls.tsx'
import { isSame, panesText, rotations } from './panes.ts'
import { RotationPlanChoice } from './rotation-board.tsx'
import { wallText as words } from './text.ts'
import type { WallWork } from './use-wall.ts'

const icons: Record<WallLayout, typeof Square> = {
  '1': Square,
  '2x2': Grid2x2,
  '3x3': Grid3x3,
  '1+5': LayoutPanelLeft,
  '4x4': LayoutGrid,
}

/** Name and page of the wall, its layout, its rotation, and what is done with all panes. */
export function WallToolbar({ wall }: { wall: WallWork }) {
  const t = useText()
  const walls = useQuery(inspectionQueries.walls())
  const named = walls.data?.find(each => each.id === wall.state.wallId)
  // Sixteen panes on a narrow screen show nothing; a wall that has them keeps them.
  const isNarrow = useMedia('(max-width: 1279px)')
  const layouts = wallLayouts.filter(layout => !isNarrow || layout !== '4x4' || wall.layout === layout)
  const count = wall.panes.filter(pane => pane !== null).length
  return (
    <div className="wall-toolbar">
      <h1 className="ellipsis">{named ? <Written text={named.name} /> : t(words.unsaved)}</h1>
      <Tag>{t(words.page, { page: wall.page + 1, pages: wall.pages.length, count })}</Tag>
      {named && !isSame(stateOfWall(named), wall.state) && <Changes named={named} wall={wall} />}
      <span className="toolbar-gap" />
      <Segmented
        aria-label={t(words.layout)}
        value={wall.layout}
        onChange={wall.setLayout}
        options={layouts.map(layout => {
          const Icon = icons[layout]
          return { value: layout, label: layout.replace('x', '×'), icon: <Icon size={14} aria-hidden /> }
        })}
      />
      <RotationChoice wall={wall} />
      <RotationPlanChoice planId={undefined} />
      {wall.operates && (
        <Button
          icon={<CameraIcon size={14} />}
          title={t(captureText.captureAll)}
          aria-label={t(captureText.captureAll)}
          loading={wall.captures.isRunning}
          disabled={count === 0}
          onClick={() => void wall.captureAll()}
        >
          <span className="wall-word">{t(captureText.captureAll)}</span>
        </Button>
      )}
      <Button
        icon={<ExternalLink size={14} />}
        href={`/inspection/fullScreen?cameras=${panesText(wall.slots.map(({ pane }) => pane)).replace(/[*~]/g, '')}`}
        target="_blank"
        title={t(words.newWindow)}
        aria-label={t(words.newWindow)}
        disabled={count === 0}
      />
      {wall.fullScreen.isOffered && (
        <Button
          icon={wall.fullScreen.isFull ? <Minimize size={14} /> : <Maximize size={14} />}
          aria-label={`${t(words.fullScreen)} F`}
          title={t(words.fullScreen)}
          onClick={wall.fullScreen.toggle}
        >
          <span className="wall-word">{t(words.fullScreen)}</span> <Kbd keys="f" />
        </Button>
      )}
    </div>
  )
}

/** The wall is no longer as it was saved: its owner may save it again. */
function Changes({ named, wall }: { named: Wall; wall: WallWork }) {
  const t = useText()
  return named.own ? (
    <Button size="small" onClick={() => saveWall(named, wall.state).catch(toast.error)}>
      {t(words.save)}
    </Button>
  ) : (
    <Tag tone="warning">{t(words.changed)}</Tag>
  )
}

function RotationChoice({ wall }: { wall: WallWork }) {
  const t = useText()
  const { rotation } = wall
  const isOn = wall.state.rotateSeconds > 0
  return (
    <div className="rotation">
      <button
        type="button"
        className="tree-button"
        aria-pressed={isOn}
        aria-label={t(words.keyRotation)}
        title={`${t(words.keyRotation)} (R)`}
        onClick={wall.toggleRotation}
      >
        {isOn ? <Pause size={14} /> : <Play size={14} />}
      </button>
      <Select
        variant="borderless"
        aria-label={t(words.rotation)}
        value={wall.state.rotateSeconds}
        onChange={wall.setRotation}
        onOpenChange={wall.setMenuOpen}
        popupMatchSelectWidth={false}
        options={rotations.map(seconds => ({
          value: seconds,
          label: seconds === 0 ? t(words.rotationOff) : `${t(words.rotation)} ${t(words.every, { seconds })}`,
        }))}
      />
      {rotation && (
        <>
          <span className="rotation-bar" aria-hidden>
            <span style={{ width: `${rotation.progress * 100}%` }} />
          </span>
          <span className="rotation-left">
            {rotation.isHeld
              ? t(words.heldRotation)
              : t(words.secondsLeft, { seconds: rotation.secondsLeft })}
          </span>
        </>
      )}
    </div>
  )
}
