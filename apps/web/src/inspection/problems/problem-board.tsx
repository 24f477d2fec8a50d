import {
  type Problem,
  type ProblemStatus,
  problemActions,
  problemStatuses,
  problemStatusNames,
} from '@aisle/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { StatusDot } from '../../ui/bits.tsx'
import { Bone, ErrorState, Loading } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { stepTo } from './actions.ts'
import { ProblemCard } from './problem-card.tsx'
import type { ProblemWork } from './problem-menu.tsx'
import { type ProblemQuery, problemQueries } from './queries.ts'
import { statusTones, problemText as words } from './text.ts'

type Props = {
  query: ProblemQuery
  isReady: boolean
  work: ProblemWork
  openId: string | undefined
  /** The cards on show, column by column: what J and K go through. */
  onCards: (status: ProblemStatus, ids: readonly string[]) => void
}

/** Three columns, 整改中 → 待复核 → 已关闭. A card is dragged, or moved by menu or Shift with the arrows. */
export function ProblemBoard(props: Props) {
  const [dragged, drag] = useState<Problem>()
  return (
    <div className="board">
      {problemStatuses.map(status => (
        <Column key={status} {...props} status={status} dragged={dragged} onDrag={drag} />
      ))}
    </div>
  )
}

type ColumnProps = Props & {
  status: ProblemStatus
  dragged: Problem | undefined
  onDrag: (problem: Problem | undefined) => void
}

function Column({ status, query, isReady, work, openId, onCards, dragged, onDrag }: ColumnProps) {
  const t = useText()
  const format = useFormat()
  const [isOver, over] = useState(false)
  const cards = useInfiniteQuery({ ...problemQueries.column(status, query), enabled: isReady })
  const problems = cards.data?.pages.flatMap(page => page.records) ?? []
  const total = cards.data?.pages[0]?.total
  const ids = problems.map(problem => problem.id).join(',')
  useEffect(() => onCards(status, ids === '' ? [] : ids.split(',')), [onCards, status, ids])
  const step = dragged && stepTo(dragged, status)

  function move(problem: Problem, to: ProblemStatus) {
    const action = stepTo(problem, to)
    if (action) work.step(problem, action)
    else
      toast.error(words.notAllowed, {
        from: t(problemStatusNames[problem.status]),
        to: t(problemStatusNames[to]),
      })
  }
  return (
    <section
      className="board-column"
      aria-label={t(problemStatusNames[status])}
      data-status={status}
      data-drop={step ? (isOver ? 'over' : 'may') : undefined}
      onDragOver={event => {
        if (!dragged || dragged.status === status) return
        event.preventDefault()
        event.dataTransfer.dropEffect = step ? 'move' : 'none'
        over(true)
      }}
      onDragLeave={event => {
        if (!(event.relatedTarget instanceof Node) || !event.currentTarget.contains(event.relatedTarget))
          over(false)
      }}
      onDrop={event => {
        event.preventDefault()
        over(false)
        if (dragged) move(dragged, status)
        onDrag(undefined)
      }}
    >
      <header className="board-head">
        <StatusDot tone={statusTones[status]} />
        <h3>{t(problemStatusNames[status])}</h3>
        {total !== undefined && <span className="board-count">{format.number(total)}</span>}
      </header>
      {step && <p className="board-drop">{t(words.dropHere, { action: t(problemActions[step].name) })}</p>}
      {cards.isError && <ErrorState error={cards.error} onRetry={() => void cards.refetch()} />}
      {cards.isPending && (
        <Loading>
          <div className="board-bones">
            <Bone height={104} radius={8} />
            <Bone height={104} radius={8} />
          </div>
        </Loading>
      )}
      {total === 0 && <p className="board-empty">{t(words.noneInColumn)}</p>}
      <ul className="board-cards">
        {problems.map(problem => (
          <ProblemCard
            key={problem.id}
            problem={problem}
            work={work}
            isOpen={problem.id === openId}
            onDrag={onDrag}
            onKeyDown={event => onCardKey(event, problem, move)}
          />
        ))}
      </ul>
      {cards.hasNextPage && (
        <Button
          block
          type="text"
          loading={cards.isFetchingNextPage}
          onClick={() => void cards.fetchNextPage()}
        >
          {t(words.more, { n: (total ?? 0) - problems.length })}
        </Button>
      )}
    </section>
  )
}

/** Arrows go from card to card and column to column; with Shift the card itself moves. */
function onCardKey(
  event: KeyboardEvent<HTMLElement>,
  problem: Problem,
  move: (problem: Problem, to: ProblemStatus) => void,
) {
  const card = event.currentTarget
  const side = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (side !== 0) {
    const to = problemStatuses[problemStatuses.indexOf(problem.status) + side]
    if (to === undefined) return
    if (event.shiftKey) move(problem, to)
    else document.querySelector<HTMLElement>(`.board-column[data-status="${to}"] .problem-open`)?.focus()
  } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    const cards = [...(card.closest('.board-cards')?.querySelectorAll<HTMLElement>('.problem-open') ?? [])]
    cards[cards.indexOf(card) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
  } else return
  event.preventDefault()
  event.stopPropagation()
}
