import type { Rotation } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { Maximize, Minimize, Settings2, Square } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { chinese, useLanguage, useText } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { useWritten } from '../../lib/written.ts'
import { PagePane } from '../../shell/chrome.tsx'
import { pathOf, useRegistry } from '../../shell/registry.ts'
import { useHotkeys } from '../../ui/hotkeys.ts'
import { Panel, panelAttributes } from '../../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { useFullScreen } from '../../ui/use-full-screen.ts'
import { Written } from '../../ui/written.tsx'
import { rotationPlans } from '../rotation/queries.ts'
import { TurnGrid } from '../rotation/turn-grid.tsx'
import { TurnStatus } from '../rotation/turn-status.tsx'
import { useTurns } from '../rotation/use-turns.ts'
import { wallText as words } from './text.ts'
import { useShopZones } from './use-wall-cameras.ts'
import './wall.css'
import '../rotation/rotation.css'

/** The wall while it runs a rotation plan (`?rotation=`): the plan says which cameras, how many, and for how long. */
export function RotationBoard({ planId, onStop }: { planId: string; onStop: () => void }) {
  const t = useText()
  const plans = useQuery(rotationPlans())
  const plan = plans.data?.find(one => one.id === planId)
  if (plans.isError)
    return (
      <div className="wall" {...panelAttributes('wall', 'error')}>
        <ErrorState error={plans.error} onRetry={() => void plans.refetch()} />
      </div>
    )
  if (!plans.data)
    return (
      <div className="wall" {...panelAttributes('wall', 'loading')}>
        <Loading>
          <Bone height="70vh" />
        </Loading>
      </div>
    )
  if (!plan || plan.groups.length === 0)
    return (
      <div className="wall" {...panelAttributes('wall', 'empty')}>
        <EmptyState
          text={t({
            zh: '该轮巡方案已删除，或其中没有你能看到的摄像头',
            en: 'This rotation plan is gone, or you may see none of its cameras',
          })}
          action={
            <Button type="primary" onClick={onStop}>
              {t({ zh: '回到视频墙', en: 'Back to the wall' })}
            </Button>
          }
        />
      </div>
    )
  return <Running key={`${plan.id} ${plan.version}`} plan={plan} onStop={onStop} />
}

function Running({ plan, onStop }: { plan: Rotation; onStop: () => void }) {
  const t = useText()
  const language = useLanguage()
  const { pages } = useRegistry()
  const { user } = useSession()
  const element = useRef<HTMLDivElement>(null)
  const fullScreen = useFullScreen(element)
  const [isTouched, touch] = useState(false)
  const turns = useTurns({ ...plan, ignoresHours: false }, { isHeld: isTouched })
  const zoneOf = useShopZones([...turns.cameras.byId.values()].map(camera => camera.shopId))
  const settings = pathOf(pages, 'loopSettings', user)
  useHotkeys([
    {
      keys: ['r', ' '],
      text: { zh: '暂停 / 继续轮巡', en: 'Pause or go on' },
      group: words.title,
      run: () => turns.pause(!turns.isPaused),
    },
    { keys: ['.'], text: { zh: '下一屏', en: 'Next' }, group: words.title, run: () => turns.step(1) },
    { keys: [','], text: { zh: '上一屏', en: 'Back' }, group: words.title, run: () => turns.step(-1) },
    { keys: ['f'], text: words.fullScreen, group: words.title, run: fullScreen.toggle },
  ])
  return (
    <div className="wall" {...panelAttributes('wall', turns.cameras.error ? 'error' : 'ready')}>
      <PagePane label={{ zh: '轮巡状态', en: 'Rotation status' }} width={language === chinese ? 232 : 264}>
        <div className="rotation-side">
          <Panel id="p3" state="ready" title={t({ zh: '轮巡状态', en: 'Rotation status' })}>
            <div className="panel-body">
              <TurnStatus turns={turns} />
            </div>
          </Panel>
          <ol className="rotation-groups" aria-label={t({ zh: '分组', en: 'Groups' })}>
            {plan.groups.map((group, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two groups may have one name; their place tells them apart
              <li key={index}>
                <button
                  type="button"
                  className="rotation-group"
                  aria-current={turns.turn?.groupIndex === index}
                  onClick={() => turns.goTo(turns.turns.findIndex(turn => turn.groupIndex === index))}
                >
                  <span className="ellipsis">
                    <Written text={group.name} />
                  </span>
                  <span className="plan-facts">{group.panes.length}</span>
                </button>
              </li>
            ))}
          </ol>
          {settings && (
            <Link to={`${settings}?plan=${encodeURIComponent(plan.id)}`}>
              <Button block icon={<Settings2 size={14} />}>
                {t({ zh: '轮巡设置', en: 'Rotation settings' })}
              </Button>
            </Link>
          )}
        </div>
      </PagePane>
      <div className="wall-toolbar">
        <h1 className="ellipsis">
          <Written text={plan.name} />
        </h1>
        <TurnStatus turns={turns} isShort />
        <span className="toolbar-gap" />
        <RotationPlanChoice planId={plan.id} />
        <Button icon={<Square size={12} />} onClick={onStop}>
          {t({ zh: '结束轮巡', en: 'Stop' })}
        </Button>
        {fullScreen.isOffered && (
          <Button
            icon={fullScreen.isFull ? <Minimize size={14} /> : <Maximize size={14} />}
            aria-label={t(words.fullScreen)}
            title={t(words.fullScreen)}
            onClick={fullScreen.toggle}
          />
        )}
      </div>
      {turns.cameras.error ? (
        <ErrorState error={turns.cameras.error} onRetry={() => void turns.cameras.refetch()} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: whoever points at a pane or works in it holds the rotation
        <div
          ref={element}
          className="wall-stage"
          onPointerEnter={() => touch(true)}
          onPointerLeave={() => touch(false)}
          onFocus={() => touch(true)}
          onBlur={() => touch(false)}
        >
          {turns.isRunning ? (
            <TurnGrid turns={turns} zoneOf={zoneOf} />
          ) : (
            <EmptyState
              text={t(
                {
                  zh: '轮巡时段是 {from}–{to}，到时自动开始',
                  en: 'It runs from {from} to {to} and begins by itself',
                },
                { from: plan.fromTime ?? '', to: plan.toTime ?? '' },
              )}
            />
          )}
        </div>
      )}
    </div>
  )
}

/** The plans that can run: those turned on that show the user anything. Absent where there are none. */
export function RotationPlanChoice({ planId }: { planId: string | undefined }) {
  const t = useText()
  const written = useWritten()
  const [, setSearch] = useSearchParams()
  const plans = useQuery(rotationPlans())
  const runnable = (plans.data ?? []).filter(plan => plan.isOn && plan.groups.length > 0)
  if (runnable.length === 0) return null
  return (
    <Select
      variant="borderless"
      popupMatchSelectWidth={false}
      placeholder={t({ zh: '轮巡方案', en: 'Rotation plan' })}
      aria-label={t({ zh: '运行轮巡方案', en: 'Run a rotation plan' })}
      value={planId ?? null}
      onChange={id =>
        setSearch(current => {
          const next = new URLSearchParams(current)
          if (id !== null) next.set('rotation', id)
          return next
        })
      }
      options={runnable.map(plan => ({ value: plan.id, label: written(plan.name) }))}
    />
  )
}
