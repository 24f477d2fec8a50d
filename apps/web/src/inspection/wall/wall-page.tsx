import { useSearchParams } from 'react-router'
import { chinese, useLanguage, useText } from '../../lib/i18n.ts'
import { PagePane } from '../../shell/chrome.tsx'
import { PageTabs } from '../../shell/page-tabs.tsx'
import { useHotkeys } from '../../ui/hotkeys.ts'
import { panelAttributes } from '../../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import type { WallState } from './panes.ts'
import { RotationBoard } from './rotation-board.tsx'
import { wallText as words } from './text.ts'
import { useWall } from './use-wall.ts'
import { type ChangeWall, useWallState } from './use-wall-state.ts'
import { WallGrid } from './wall-grid.tsx'
import { wallKeys } from './wall-keys.ts'
import { WallPager } from './wall-pager.tsx'
import { WallPane } from './wall-pane.tsx'
import { WallSide } from './wall-side.tsx'
import { WallToolbar } from './wall-toolbar.tsx'
import './wall.css'

/** Several shops at once: `/inspection/wall`. The address reproduces the wall, or names the rotation plan that it runs. */
export function WallPage() {
  const [search, setSearch] = useSearchParams()
  const planId = search.get('rotation')
  const stop = () =>
    setSearch(current => {
      const next = new URLSearchParams(current)
      next.delete('rotation')
      return next
    })
  return (
    <div className="wall-page">
      <PageTabs />
      {planId === null ? <FreeWall /> : <RotationBoard planId={planId} onStop={stop} />}
    </div>
  )
}

function FreeWall() {
  const { state, change, error, retry } = useWallState()
  if (error) {
    return (
      <div className="wall" {...panelAttributes('wall', 'error')}>
        <ErrorState error={error} onRetry={retry} />
      </div>
    )
  }
  if (!state) {
    return (
      <div className="wall" {...panelAttributes('wall', 'loading')}>
        <Loading>
          <Bone height="70vh" />
        </Loading>
      </div>
    )
  }
  return <WallBoard state={state} change={change} />
}

function WallBoard({ state, change }: { state: WallState; change: ChangeWall }) {
  const t = useText()
  const language = useLanguage()
  const wall = useWall(state, change)
  useHotkeys(wallKeys(wall))
  const isEmpty = wall.panes.length === 0
  return (
    <div className="wall" {...panelAttributes('wall', wall.error ? 'error' : isEmpty ? 'empty' : 'ready')}>
      <PagePane label={words.tree} width={language === chinese ? 216 : 256}>
        <WallSide wall={wall} />
      </PagePane>
      <WallToolbar wall={wall} />
      {isEmpty && <EmptyState text={t(words.empty)} />}
      {wall.error ? (
        <ErrorState error={wall.error} onRetry={() => void wall.refetch()} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: whoever points at a pane or works in it holds the rotation
        <div
          ref={wall.element}
          className="wall-stage"
          onPointerEnter={() => wall.setTouched(true)}
          onPointerLeave={() => wall.setTouched(false)}
          onFocus={() => wall.setTouched(true)}
          onBlur={() => wall.setTouched(false)}
        >
          <WallGrid
            layout={wall.layout}
            slots={wall.slots}
            ahead={wall.ahead}
            cameras={wall.cameras}
            isComplete={wall.isComplete}
            single={wall.single}
            drop={wall.drop}
            takeAway={wall.takeAway}
            drawPane={(camera, { pane, slot }) => (
              <WallPane wall={wall} camera={camera} pane={pane} slot={slot} />
            )}
          />
        </div>
      )}
      <WallPager wall={wall} />
    </div>
  )
}
