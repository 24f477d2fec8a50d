import type { Picture, Problem } from '@aisle/contract'

/** What a verdict on an open problem does, in order, as far as the user may do it; empty where the user may not. */
export type Step = 'submit' | 'close' | 'sendBack' | 'comment'

/**
 * 已整改 closes a problem, after saying that it was put right where the shop did not say so; 未整改 sends it back, or is
 * noted where it is under rectification still.
 */
export function stepsOf(
  problem: Pick<Problem, 'status' | 'actions'>,
  isFixed: boolean,
  mayClose: boolean,
): Step[] {
  const { status, actions } = problem
  if (isFixed) {
    if (status === 'pending') return actions.includes('close') ? ['close'] : []
    if (!actions.includes('submit')) return []
    return mayClose ? ['submit', 'close'] : ['submit']
  }
  if (status === 'pending') return actions.includes('sendBack') ? ['sendBack'] : []
  return ['comment']
}

/** Problems that stood open before this visit began: what this visit raises is not verified by it. */
export function foundEarlier<One extends Pick<Problem, 'raisedAt'>>(
  problems: readonly One[],
  beganAt: number | undefined,
): One[] {
  return problems.filter(({ raisedAt }) => beganAt === undefined || Date.parse(raisedAt) < beganAt)
}

export type OldPicture = { picture: Picture; isAfter: boolean }

/** The pictures to compare with: as it was found, then what the shop showed. */
export const picturesOf = ({ beforePictures, afterPictures }: Problem): OldPicture[] => [
  ...beforePictures.map(picture => ({ picture, isAfter: false })),
  ...afterPictures.map(picture => ({ picture, isAfter: true })),
]
