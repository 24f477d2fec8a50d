import { type Problem, type ProblemAction, problemActions } from '@aisle/contract'
import { Ellipsis } from 'lucide-react'
import { useText } from '../../lib/i18n.ts'
import { ClickMenu } from '../../ui/click-menu.tsx'
import { stepsOf } from './actions.ts'
import { problemText as words } from './text.ts'

/** What is done with a problem from the board, the list and the detail. */
export type ProblemWork = {
  open(id: string): void
  step(problem: Problem, action: ProblemAction): void
  assign(problems: readonly Problem[]): void
}

/** Everything that may be done with a problem now, one key or click away. */
export function ProblemMenu({ problem, work }: { problem: Problem; work: ProblemWork }) {
  const t = useText()
  const steps = stepsOf(problem)
  return (
    <ClickMenu
      menu={{
        items: [
          ...steps.map(action => ({ key: action as string, label: t(problemActions[action].name) })),
          ...(problem.actions.includes('change') ? [{ key: 'assign', label: t(words.assign) }] : []),
          { key: 'open', label: t(words.open) },
        ],
        onClick: ({ key, domEvent }) => {
          domEvent.stopPropagation()
          const action = steps.find(step => step === key)
          if (action) work.step(problem, action)
          else if (key === 'assign') work.assign([problem])
          else work.open(problem.id)
        },
      }}
    >
      <button
        type="button"
        className="problem-more"
        aria-label={t(words.actions)}
        title={t(words.actions)}
        onClick={event => event.stopPropagation()}
      >
        <Ellipsis size={16} aria-hidden />
      </button>
    </ClickMenu>
  )
}
