import type { Camera, ShopDetail } from '@aisle/contract'
import { useText } from '../../lib/i18n.ts'
import { useScope } from '../../shell/scope.ts'
import { type Hotkey, useHotkeys } from '../../ui/hotkeys.ts'
import { panelAttributes } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { monitorKeys } from '../monitor/monitor-keys.ts'
import { ShopGate } from '../monitor/shop-gate.tsx'
import { type Monitor, useMonitor } from '../monitor/use-monitor.ts'
import type { Scoring } from '../scoring/use-scoring.ts'
import { useIsPhone } from '../use-media.ts'
import { ChecklistDesk } from './checklist-desk.tsx'
import { ChecklistPhone } from './checklist-phone.tsx'
import { checklistText as words } from './text.ts'
import { type Checklist, useChecklist } from './use-checklist.ts'
import '../scoring/scoring.css'
import './checklist.css'

/** Checklist-led monitoring: `/MonitorPageLN?shop=…`. */
export function ChecklistPage() {
  const { shopId } = useScope()
  if (shopId === undefined) return null
  return (
    <ShopGate key={shopId} shopId={shopId} title={words.title}>
      {(shop, cameras) => <Checking shop={shop} cameras={cameras} />}
    </ShopGate>
  )
}

function Checking({ shop, cameras }: { shop: ShopDetail; cameras: readonly [Camera, ...Camera[]] }) {
  const t = useText()
  const monitor = useMonitor(shop, cameras, { isLedByItems: true })
  if (!monitor.scoring)
    return (
      <div className="monitor-state" {...panelAttributes('p3', 'forbidden')}>
        <EmptyState text={t(words.mayNot)} />
      </div>
    )
  return <Walk monitor={monitor} scoring={monitor.scoring} />
}

function Walk({ monitor, scoring }: { monitor: Monitor; scoring: Scoring }) {
  const checklist = useChecklist(monitor, scoring)
  const isPhone = useIsPhone()
  useHotkeys([...monitorKeys(monitor), ...checklistKeys(checklist)])
  const Page = isPhone ? ChecklistPhone : ChecklistDesk
  return <Page monitor={monitor} scoring={scoring} checklist={checklist} />
}

function checklistKeys({ isCompared, compare }: Checklist): Hotkey[] {
  return [
    {
      keys: ['c'],
      text: words.compare,
      group: words.keyGroup,
      run: () => compare(!isCompared),
    },
  ]
}
