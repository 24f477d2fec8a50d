import type { Rotation, RotationBody, WallLayout } from '@aisle/contract'

export type PlanPane = RotationBody['groups'][number]['panes'][number]
/** What is on the wall at one time: a part of one group. */
export type Turn = { group: string; groupIndex: number; number: number; of: number; panes: PlanPane[] }

export const layoutOf: Record<RotationBody['panesPerTurn'], WallLayout> = {
  1: '1',
  4: '2x2',
  9: '3x3',
  16: '4x4',
}

/** A plan as the turns it is shown in: group by group, each cut into as many panes as fit. */
export function turnsOf({ groups, panesPerTurn }: Pick<RotationBody, 'groups' | 'panesPerTurn'>): Turn[] {
  return groups.flatMap((group, groupIndex) => {
    const of = Math.ceil(group.panes.length / panesPerTurn)
    return Array.from({ length: of }, (_, index) => ({
      group: group.name,
      groupIndex,
      number: index + 1,
      of,
      panes: group.panes.slice(index * panesPerTurn, (index + 1) * panesPerTurn),
    }))
  })
}

/** How long a plan takes once through, in seconds. */
export const lengthOf = (plan: Pick<RotationBody, 'groups' | 'panesPerTurn' | 'seconds'>) =>
  turnsOf(plan).length * plan.seconds

/** Whether a plan runs at a time of day; past midnight where it ends before it begins. */
export function isWithinHours(
  { fromTime, toTime }: Pick<Rotation, 'fromTime' | 'toTime'>,
  at: Date,
): boolean {
  if (fromTime === null || toTime === null) return true
  const now = `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`
  return fromTime <= toTime ? now >= fromTime && now < toTime : now >= fromTime || now < toTime
}
