import { comparisons, type Text } from '@aisle/contract'
import { Dropdown, Select } from 'antd'
import { GitCompareArrows, LayoutDashboard, Maximize, Minimize, X } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { Freshness } from '../../lib/figures/delay.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { PeriodButtons } from '../../shell/date-picker/period-picker.tsx'
import { menuPages, pathOf, useRegistry } from '../../shell/registry.ts'
import { addressWith, useScope } from '../../shell/scope.ts'
import { ScopePicker } from '../../shell/scope-picker.tsx'
import { useHotkeys } from '../../ui/hotkeys.ts'
import { useFullScreen } from '../../ui/use-full-screen.ts'
import { LiveMark, useClock } from '../views/live-mark.tsx'
import type { Asked } from '../views/use-asking.ts'
import { type View, viewId } from '../views/view.ts'

type Props = {
  view: View
  asked: Asked
  fresh: Freshness | undefined
  /** The board shows the day before: no shop has opened yet. */
  isLastDay?: boolean
  /** Beside the choices of dates: what a kind of screen has of its own. */
  controls?: ReactNode
  /** Before what every screen has for somebody who is there. */
  tools?: ReactNode
  isFlow: boolean
}

const none = 'none'
const whole = { current: document.documentElement }

/** Above every board: its dates, title, place, clock and delay; what is done with it shows while somebody is there. */
export function BoardHeader({ view, asked, fresh, isLastDay = false, controls, tools, isFlow }: Props) {
  const t = useText()
  const { asking, period, offered } = asked
  return (
    <header className="board-header">
      <div className="board-choices">
        {view.filters.includes('period') && <PeriodButtons period={period} />}
        {view.filters.includes('compare') && !isFlow && (
          <Select
            size="small"
            className="board-compare"
            variant="borderless"
            prefix={<GitCompareArrows size={14} aria-hidden />}
            popupMatchSelectWidth={false}
            aria-label={t({ zh: '对比', en: 'Compare' })}
            value={asking.compare?.type ?? none}
            onChange={value => asked.set('compare', value === none ? [] : [value])}
            options={[
              { value: none, label: t({ zh: '自动', en: 'Auto' }) },
              ...offered.map(type => ({ value: type, label: t(comparisons[type]) })),
            ]}
          />
        )}
        {controls}
      </div>
      <div className="board-title">
        <h1>{t(view.title)}</h1>
        <ScopePicker />
      </div>
      <div className="board-now">
        <Clock />
        <LiveMark fresh={fresh} isLastDay={isLastDay} isBrief={isLastDay} />
        <BoardTools view={view}>{tools}</BoardTools>
      </div>
    </header>
  )
}

function Clock() {
  const now = useClock(1_000)
  const format = useFormat()
  const date = new Date(now)
  return (
    <>
      <span className="board-date">{format.date(date)}</span>
      <time className="board-clock">{clockOf(date)}</time>
    </>
  )
}

const two = (value: number) => String(value).padStart(2, '0')
const clockOf = (date: Date) => `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`

/** Where the console goes on when a screen is left: back, or to the first page that is no screen. */
function useLeave() {
  const { pages } = useRegistry()
  const { user } = useSession()
  const { scope } = useScope()
  const navigate = useNavigate()
  return () => {
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    const before: unknown = window.history.state
    const isInside =
      typeof before === 'object' && before !== null && 'idx' in before && Number(before.idx) > 0
    if (isInside) return navigate(-1)
    const next =
      pathOf(pages, 'x_2TotalDataView', user) ??
      menuPages(pages, user).find(({ frame }) => frame !== 'window')?.path
    return next === undefined ? undefined : navigate(addressWith(next, scope))
  }
}

const words = {
  keys: { zh: '大屏', en: 'Screens' },
  leave: { zh: '退出大屏', en: 'Leave the screen' },
  full: { zh: '全屏', en: 'Full screen' },
  notFull: { zh: '退出全屏', en: 'Leave full screen' },
  others: { zh: '其他大屏', en: 'Other screens' },
} as const satisfies Record<string, Text>

function BoardTools({ view, children }: { view: View; children: ReactNode }) {
  const t = useText()
  const { pages } = useRegistry()
  const { user } = useSession()
  const { scope } = useScope()
  const navigate = useNavigate()
  const leave = useLeave()
  const full = useFullScreen(whole)
  useHotkeys([
    { keys: ['Escape'], text: words.leave, group: words.keys, run: () => void leave() },
    { keys: ['f'], text: words.full, group: words.keys, run: full.toggle },
  ])
  const screens = useMemo(
    () => menuPages(pages, user).filter(page => page.isUnattended && page.id !== viewId(view)),
    [pages, user, view],
  )
  return (
    <span className="board-tools">
      {children}
      {screens.length > 0 && (
        <Dropdown
          trigger={['click']}
          autoFocus
          placement="bottomRight"
          menu={{
            items: screens.map(page => ({ key: page.path, label: t(page.title) })),
            onClick: ({ key }) => navigate(addressWith(key, scope), { replace: true }),
          }}
        >
          <button
            type="button"
            className="icon-button"
            aria-label={t(words.others)}
            title={t(words.others)}
            aria-haspopup="menu"
          >
            <LayoutDashboard size={17} aria-hidden />
          </button>
        </Dropdown>
      )}
      {full.isOffered && (
        <button
          type="button"
          className="icon-button"
          aria-label={t(full.isFull ? words.notFull : words.full)}
          title={t(full.isFull ? words.notFull : words.full)}
          onClick={full.toggle}
        >
          {full.isFull ? <Minimize size={17} aria-hidden /> : <Maximize size={17} aria-hidden />}
        </button>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={t(words.leave)}
        title={`${t(words.leave)} · Esc`}
        onClick={() => void leave()}
      >
        <X size={18} aria-hidden />
      </button>
    </span>
  )
}
