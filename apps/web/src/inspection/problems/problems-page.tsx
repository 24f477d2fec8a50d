import { type Problem, type ProblemAction, type ProblemStatus, problemStatuses } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { Plus } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { PeriodPicker } from '../../shell/date-picker/period-picker.tsx'
import { PageBody } from '../../shell/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useWhenTold } from '../when-told.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { ProblemBoard } from './problem-board.tsx'
import { ProblemDrawer } from './problem-drawer.tsx'
import { ProblemExport } from './problem-export.tsx'
import { ItemRanking, ProblemFigures, ProblemTrend } from './problem-figures.tsx'
import { ProblemFilterRow, StatusTabs } from './problem-filter-row.tsx'
import { ProblemList } from './problem-list.tsx'
import type { ProblemWork } from './problem-menu.tsx'
import { problemQueries } from './queries.ts'
import { RaiseDialog } from './raise-dialog.tsx'
import { StepDialog } from './step-dialog.tsx'
import { problemText as words } from './text.ts'
import { type ProblemFilters, useProblemFilters } from './use-problem-filters.ts'
import './problems.css'

type Asked =
  | { kind: 'step'; problem: Problem; action: ProblemAction }
  | { kind: 'assign'; problems: readonly Problem[] }
  | { kind: 'raise' }

const noCards: Record<ProblemStatus, readonly string[]> = { rectification: [], pending: [], closed: [] }

/** 问题整改: who must put right what until when, on a board and as a list; `?problemId=` opens one. */
export function ProblemsPage() {
  const t = useText()
  const { can } = useSession()
  const filters = useProblemFilters()
  useWhenTold('problems')
  const [search, setSearch] = useSearchParams()
  const [asked, ask] = useState<Asked>()
  const [cards, setCards] = useState(noCards)
  const [rows, setRows] = useState<readonly string[]>([])
  const openId = search.get('problemId') ?? undefined

  const open = useCallback(
    (id: string | undefined) =>
      setSearch(
        current => {
          const next = new URLSearchParams(current)
          if (id === undefined) next.delete('problemId')
          else next.set('problemId', id)
          return next
        },
        { replace: true },
      ),
    [setSearch],
  )
  const work: ProblemWork = {
    open,
    step: (problem, action) => ask({ kind: 'step', problem, action }),
    assign: problems => ask({ kind: 'assign', problems }),
  }
  const onCards = useCallback(
    (status: ProblemStatus, ids: readonly string[]) => setCards(before => ({ ...before, [status]: ids })),
    [],
  )
  const ids = useMemo(
    () => (filters.view === 'board' ? problemStatuses.flatMap(status => cards[status]) : rows),
    [filters.view, cards, rows],
  )
  /** This page with other filters: what a figure or a row of the ranking leads to. */
  const hrefWith = (changes: Record<string, string>) => {
    const next = new URLSearchParams(search)
    for (const name of ['page', 'problemId']) next.delete(name)
    for (const [name, value] of Object.entries(changes)) next.set(name, value)
    return `?${next}`
  }
  const close = () => ask(undefined)
  return (
    <PageBody
      className="problems"
      actions={
        <>
          <ProblemExport filters={filters} />
          {can('inspect.score') && (
            <Button type="primary" icon={<Plus size={14} />} onClick={() => ask({ kind: 'raise' })}>
              {t(words.raise)}
            </Button>
          )}
        </>
      }
      filters={<ProblemFilterRow filters={filters} />}
    >
      <PeriodPicker period={filters.period} />
      <ProblemFigures filters={filters} href={tab => hrefWith({ view: 'list', status: tab })} />
      <Panel
        id="p2"
        state="ready"
        title={t(words.board)}
        className="problem-panel"
        actions={
          <Segmented
            value={filters.view}
            onChange={filters.setView}
            options={[
              { value: 'board', label: t(words.boardView) },
              { value: 'list', label: t(words.listView) },
            ]}
          />
        }
      >
        <Earlier filters={filters} />
        {filters.view === 'board' ? (
          <ProblemBoard
            query={filters.query}
            isReady={filters.isReady}
            work={work}
            openId={openId}
            onCards={onCards}
          />
        ) : (
          <>
            <StatusTabs filters={filters} />
            <ProblemList filters={filters} work={work} openId={openId} onRows={setRows} />
          </>
        )}
      </Panel>
      <ItemRanking filters={filters} id="p4" href={item => hrefWith({ item })} />
      <ProblemTrend filters={filters} />
      {openId !== undefined && (
        <ProblemDrawer problemId={openId} ids={ids} work={work} onClose={() => open(undefined)} />
      )}
      {asked?.kind === 'step' && <StepDialog problem={asked.problem} action={asked.action} onClose={close} />}
      {asked?.kind === 'assign' && <AssignDialog problems={asked.problems} onClose={close} />}
      {asked?.kind === 'raise' && (
        <RaiseDialog
          shopId={filters.place.shopId === undefined ? undefined : String(filters.place.shopId)}
          onClose={close}
          onRaised={open}
        />
      )}
    </PageBody>
  )
}

/** Open problems that the dates leave out are not forgotten. */
function Earlier({ filters }: { filters: ProblemFilters }) {
  const t = useText()
  const all = useQuery({ ...problemQueries.counts(filters.narrowed), enabled: filters.isReady })
  const inside = useQuery({ ...problemQueries.counts(filters.query), enabled: filters.isReady })
  if (!all.data || !inside.data) return null
  const openOf = (counts: typeof all.data) => counts.rectification + counts.pending
  const hidden = openOf(all.data) - openOf(inside.data)
  if (hidden <= 0) return null
  return (
    <p className="problem-earlier">
      {t(words.earlier, { n: hidden })}
      <button
        type="button"
        className="link-button"
        onClick={() => filters.period.setPeriod({ from: '2000-01-01', to: filters.period.to })}
      >
        {t(words.showEarlier)}
      </button>
    </p>
  )
}
