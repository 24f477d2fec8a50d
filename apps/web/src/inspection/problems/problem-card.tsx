import type { Problem } from '@aisle/contract'
import { MessageSquare } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { Tag } from '../../ui/bits.tsx'
import { Written } from '../../ui/written.tsx'
import { ProblemMenu, type ProblemWork } from './problem-menu.tsx'
import { problemText as words } from './text.ts'
import { useProblemWords } from './use-problem-words.ts'

type Props = {
  problem: Problem
  work: ProblemWork
  isOpen: boolean
  onDrag: (problem: Problem | undefined) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** One problem on the board: what, where, who, until when. */
export function ProblemCard({ problem, work, isOpen, onDrag, onKeyDown }: Props) {
  const t = useText()
  const format = useFormat()
  const say = useProblemWords()
  const picture = problem.afterPictures[0] ?? problem.beforePictures[0]
  return (
    <li>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: its button is reached by the keyboard, and what it says bubbles up */}
      <article
        className="problem-card"
        draggable
        data-problem={problem.id}
        data-overdue={problem.overdue || undefined}
        data-open={isOpen || undefined}
        onClick={() => work.open(problem.id)}
        onDragStart={event => {
          event.dataTransfer.setData('text/plain', say.item(problem))
          event.dataTransfer.effectAllowed = 'move'
          onDrag(problem)
        }}
        onDragEnd={() => onDrag(undefined)}
      >
        {picture && <img src={picture.thumbnailUrl} alt="" loading="lazy" draggable={false} />}
        <div className="problem-card-text">
          <button type="button" className="problem-open" onKeyDown={onKeyDown}>
            {say.item(problem)}
            <span className="visually-hidden">, {say.shop(problem)}</span>
          </button>
          <span className="problem-where ellipsis">{say.shop(problem)}</span>
          {problem.remark !== '' && (
            <span className="problem-remark">
              <Written text={problem.remark} />
            </span>
          )}
        </div>
        <ProblemMenu problem={problem} work={work} />
        <footer>
          {problem.status === 'closed' ? (
            <span>{problem.closedAt && format.moment(new Date(problem.closedAt), problem.timeZone)}</span>
          ) : (
            <Tag tone={problem.overdue ? 'error' : 'neutral'}>{say.due(problem)}</Tag>
          )}
          <span className="ellipsis problem-owner" title={t(words.owner)}>
            {say.owner(problem.owner)}
          </span>
          {problem.commentCount > 0 && (
            <span className="problem-comments">
              <MessageSquare size={12} aria-hidden /> {problem.commentCount}
            </span>
          )}
        </footer>
      </article>
    </li>
  )
}
