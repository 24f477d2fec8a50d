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

/** A begin is told in whole seconds: what was raised in its second came from the visit before. */
const secondMs = 1000

/**
 * Problems that stood open before this visit: what this visit raises is not verified by it. A problem knows the visit
 * that raised it; only where it has none do the times decide, since the clock of this computer is not the service's.
 */
export function foundEarlier<One extends Pick<Problem, 'raisedAt' | 'visitId'>>(
  problems: readonly One[],
  { recordId, beganAt }: { recordId: string | undefined; beganAt: number | undefined },
): One[] {
  return problems.filter(({ raisedAt, visitId }) => {
    if (beganAt === undefined || recordId === undefined) return true
    return visitId === null ? Date.parse(raisedAt) < beganAt + secondMs : visitId !== recordId
  })
}

export type OldPicture = { picture: Picture; isAfter: boolean }

/** The pictures to compare with: as it was found, then what the shop showed. */
export const picturesOf = ({ beforePictures, afterPictures }: Problem): OldPicture[] => [
  ...beforePictures.map(picture => ({ picture, isAfter: false })),
  ...afterPictures.map(picture => ({ picture, isAfter: true })),
]
