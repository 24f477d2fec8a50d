import { Button, Segmented } from 'antd'
import { X } from 'lucide-react'
import { useText } from '../../lib/i18n.ts'
import { panelAttributes } from '../../ui/panel.tsx'
import { DailyForm } from '../forms/daily-form.tsx'
import { DayInspections, DayNotes } from '../forms/day-records.tsx'
import { InspectionForm } from '../forms/inspection-form.tsx'
import { ScorePanel } from '../scoring/score-panel.tsx'
import { ScorePhone } from '../scoring/score-phone.tsx'
import { useMedia } from '../use-media.ts'
import { OpenProblems } from '../verify/open-problems.tsx'
import { monitorText as words } from './text.ts'
import type { Monitor } from './use-monitor.ts'
import type { SideTab } from './use-side-tabs.ts'
import '../scoring/scoring.css'

type Props = { monitor: Monitor; panelId?: string }

/** 考评与巡检, right of the picture: a column from 1280 px on, below that a drawer. */
export function SidePanel({ monitor, panelId = 'p4' }: Props) {
  const t = useText()
  const { side } = monitor
  const isColumn = useMedia('(min-width: 1280px)')
  if (side.tab === undefined) return null
  if (!isColumn && !side.isDrawerOpen)
    return (
      <Button className="score-open" onClick={() => side.openDrawer(true)}>
        <OpenLabel monitor={monitor} />
      </Button>
    )
  return (
    <aside
      className={`score-pane${isColumn ? '' : ' score-drawer'}`}
      aria-label={t(words.side)}
      {...panelAttributes(panelId, 'ready')}
    >
      {!isColumn && (
        <button
          type="button"
          className="score-close"
          aria-label={t(words.closeSide)}
          onClick={() => side.openDrawer(false)}
        >
          <X size={18} aria-hidden />
        </button>
      )}
      <SideTabs monitor={monitor} />
      {side.tab === 'evaluation' && monitor.scoring ? (
        <ScorePanel scoring={monitor.scoring} unviewed={monitor.unviewed} onCamera={monitor.select} />
      ) : (
        <OtherTab monitor={monitor} tab={side.tab} />
      )}
    </aside>
  )
}

/** The same under the thumb of a phone. */
export function SideSheet({ monitor, panelId = 'p4' }: Props) {
  const t = useText()
  const { side, scoring } = monitor
  if (side.tab === undefined) return null
  return (
    <section className="side-sheet" aria-label={t(words.side)} {...panelAttributes(panelId, 'ready')}>
      <SideTabs monitor={monitor} />
      {side.tab === 'evaluation' && scoring ? (
        <ScorePhone scoring={scoring} unviewed={monitor.unviewed} onCamera={monitor.select} />
      ) : (
        <OtherTab monitor={monitor} tab={side.tab} />
      )}
    </section>
  )
}

function OpenLabel({ monitor: { scoring, side } }: Props) {
  const t = useText()
  if (!scoring || side.tab !== 'evaluation') return t(words.side)
  const { all, left } = scoring.tally
  return t(words.openSide, { done: all - left, all })
}

function SideTabs({ monitor: { side, verify } }: Props) {
  const t = useText()
  const open = verify?.problems.length ?? 0
  const label = (tab: SideTab) =>
    tab === 'problems' && open > 0 ? t(words.problemsOf, { count: open }) : t(words[tab])
  return (
    <Segmented<SideTab>
      block
      size="small"
      className="score-tabs"
      aria-label={t(words.side)}
      value={side.tab ?? 'evaluation'}
      onChange={side.choose}
      options={side.tabs.map(tab => ({ value: tab, label: label(tab) }))}
    />
  )
}

function OtherTab({ monitor, tab }: Props & { tab: SideTab }) {
  const { side, shop, verify } = monitor
  const place = { shopId: shop.shopid, timeZone: shop.timeZone }
  if (tab === 'problems') return verify ? <OpenProblems verify={verify} /> : null
  return (
    <div className="score-body">
      {tab === 'inspection' ? (
        <>
          {side.mayWrite && <InspectionForm model={side.inspection} />}
          <DayInspections {...place} />
        </>
      ) : (
        <>
          {side.mayWrite && <DailyForm model={side.daily} />}
          <DayNotes {...place} />
        </>
      )}
    </div>
  )
}
