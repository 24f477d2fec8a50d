import { isSimple } from '@aisle/analysis/geometry'
import type { CustomArea, CustomAreaBody, PlanPoint } from '@aisle/contract'

/** An area as it is being drawn: not yet, or no longer, what is kept. */
export type Draft = Omit<CustomAreaBody, 'shape'> & {
  /** Of the area that is changed; left out: a new one. */
  id?: string
  version?: number
  shape: { kind: 'drawn'; polygon: PlanPoint[] } | { kind: 'zones'; zoneIds: string[] }
}

/** A draft with the steps that led to it; `kept` is what discarding goes back to. */
export type Editing = {
  readonly past: readonly Draft[]
  readonly now: Draft
  readonly future: readonly Draft[]
  readonly kept: Draft | undefined
}
const mostSteps = 100
export const mostCorners = 80

export const newDraft = (
  planId: string,
  kind: Draft['shape']['kind'],
  name: string,
  color: CustomArea['color'],
): Editing => ({
  past: [],
  now: {
    planId,
    name,
    color,
    isShared: false,
    shape: kind === 'drawn' ? { kind, polygon: [] } : { kind, zoneIds: [] },
  },
  future: [],
  kept: undefined,
})

export function draftOf({ id, version, planId, name, color, isShared, shape }: CustomArea): Draft {
  return { id, version, planId, name, color, isShared, shape }
}
export const editingOf = (area: CustomArea): Editing => {
  const draft = draftOf(area)
  return { past: [], now: draft, future: [], kept: draft }
}

/** The draft with a change; `before` is what undoing goes back to, where the change came in many small moves. */
export function changed(editing: Editing, change: Partial<Draft>, before: Draft = editing.now): Editing {
  const now = { ...editing.now, ...change }
  return { ...editing, past: [...editing.past, before].slice(-mostSteps), now, future: [] }
}
/** The same without a step of its own: while a corner is dragged, a letter typed. */
export const touched = (editing: Editing, change: Partial<Draft>): Editing => ({
  ...editing,
  now: { ...editing.now, ...change },
})

export function undone(editing: Editing): Editing {
  const last = editing.past.at(-1)
  return last
    ? { ...editing, past: editing.past.slice(0, -1), now: last, future: [editing.now, ...editing.future] }
    : editing
}
export function redone(editing: Editing): Editing {
  const [next, ...future] = editing.future
  return next ? { ...editing, past: [...editing.past, editing.now], now: next, future } : editing
}

export const cornersOf = ({ shape }: Draft): readonly PlanPoint[] =>
  shape.kind === 'drawn' ? shape.polygon : []
const drawn = (polygon: readonly PlanPoint[]): Pick<Draft, 'shape'> => ({
  shape: { kind: 'drawn', polygon: [...polygon] },
})

/** A corner more, behind the one at `after`; at the end where it is left out. */
export function withCorner(draft: Draft, point: PlanPoint, after?: number): Pick<Draft, 'shape'> {
  const corners = cornersOf(draft)
  if (corners.length >= mostCorners) return drawn(corners)
  return drawn(corners.toSpliced(after === undefined ? corners.length : after + 1, 0, point))
}
export const withMovedCorner = (draft: Draft, index: number, point: PlanPoint): Pick<Draft, 'shape'> =>
  drawn(cornersOf(draft).map((corner, at) => (at === index ? point : corner)))
export const withoutCorner = (draft: Draft, index: number): Pick<Draft, 'shape'> =>
  drawn(cornersOf(draft).toSpliced(index, 1))

export function withZone({ shape }: Draft, zoneId: string): Pick<Draft, 'shape'> {
  const ids = shape.kind === 'zones' ? shape.zoneIds : []
  return {
    shape: {
      kind: 'zones',
      zoneIds: ids.includes(zoneId) ? ids.filter(id => id !== zoneId) : [...ids, zoneId],
    },
  }
}

export const isChanged = ({ now, kept }: Editing): boolean =>
  kept === undefined
    ? now.shape.kind === 'drawn'
      ? now.shape.polygon.length > 0
      : now.shape.zoneIds.length > 0
    : JSON.stringify(now) !== JSON.stringify(kept)

/** What keeps a draft from being saved. */
export type Fault = 'name' | 'corners' | 'crossed' | 'zones'
export function faultOf({ name, shape }: Draft): Fault | undefined {
  if (name.trim() === '' || name.trim().length > 40) return 'name'
  if (shape.kind === 'zones') return shape.zoneIds.length === 0 ? 'zones' : undefined
  if (shape.polygon.length < 3) return 'corners'
  return isSimple(shape.polygon) ? undefined : 'crossed'
}

/** The corner within reach of a point, the nearest one. */
export function cornerAt(
  corners: readonly PlanPoint[],
  [x, y]: PlanPoint,
  reach: number,
): number | undefined {
  let best: { index: number; away: number } | undefined
  corners.forEach(([cx, cy], index) => {
    const away = Math.hypot(cx - x, cy - y)
    if (away <= reach && (!best || away < best.away)) best = { index, away }
  })
  return best?.index
}
/** The side whose middle is within reach: its first corner. */
export function sideAt(corners: readonly PlanPoint[], point: PlanPoint, reach: number): number | undefined {
  return corners.length < 3 ? undefined : cornerAt(middlesOf(corners), point, reach)
}
export const middlesOf = (corners: readonly PlanPoint[]): PlanPoint[] =>
  corners.flatMap(([x, y], index) => {
    const next = corners[(index + 1) % corners.length]
    return next ? [[Math.round((x + next[0]) / 2), Math.round((y + next[1]) / 2)]] : []
  })
