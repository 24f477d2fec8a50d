import { type Problem, type ProblemAction, type ProblemStatus, problemActions } from '@aisle/contract'

/** Steps that the user may take now: the allowed transitions are the only ones offered. */
export const stepsOf = (problem: Pick<Problem, 'actions'>): ProblemAction[] =>
  problem.actions.flatMap(action => (action === 'change' ? [] : [action]))

/** The step that brings a problem into a status; undefined where there is none, or the user may not take it. */
export function stepTo(
  problem: Pick<Problem, 'status' | 'actions'>,
  status: ProblemStatus,
): ProblemAction | undefined {
  return stepsOf(problem).find(
    action => problemActions[action].from === problem.status && problemActions[action].to === status,
  )
}
