import { useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { useDaily } from '../forms/use-daily.ts'
import { type Surroundings, useInspection } from '../forms/use-inspection.ts'
import type { Scoring } from '../scoring/use-scoring.ts'
import type { Verify } from '../verify/use-verify.ts'

export const sideTabs = ['evaluation', 'inspection', 'daily', 'problems'] as const
export type SideTab = (typeof sideTabs)[number]

/** What stands beside the picture: the tabs that the user may open, and the forms behind them. */
export function useSideTabs(
  around: Surroundings,
  wished: readonly SideTab[],
  { scoring, verify }: { scoring: Scoring | undefined; verify: Verify | undefined },
) {
  const { can } = useSession()
  const mayWrite = can('inspect.score')
  const tabs = wished.filter(tab =>
    tab === 'evaluation' ? scoring : tab === 'problems' ? verify : can('inspect.view', 'inspect.score'),
  )
  const [wanted, want] = useState<SideTab>('evaluation')
  const [opened, note] = useState<ReadonlySet<SideTab>>(new Set())
  const [isDrawerOpen, openDrawer] = useState(false)
  const tab = tabs.includes(wanted) ? wanted : tabs[0]
  // A form is asked for once its tab was opened, and keeps its draft from then on.
  const inspection = useInspection(around, tab === 'inspection' || opened.has('inspection'))
  const daily = useDaily(around, tab === 'daily' || opened.has('daily'))
  const choose = (next: SideTab) => {
    if (next !== 'evaluation') scoring?.showRecord(undefined)
    want(next)
    note(before => new Set(before).add(next))
  }
  return {
    tabs,
    tab,
    choose,
    /** The tab after this one, around the end. */
    next() {
      const following = tabs[((tab ? tabs.indexOf(tab) : -1) + 1) % tabs.length]
      if (following) choose(following)
    },
    mayWrite,
    inspection,
    daily,
    isDrawerOpen,
    openDrawer,
  }
}
