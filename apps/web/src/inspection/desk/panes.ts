/** The four pictures of the desk. A kept one stays; the others show what needs attention. */
export type DeskPane = {
  cameraId: string
  isKept: boolean /** Chosen by hand at that time (epoch ms). */
  chosenAt?: number
}
export type DeskPanes = readonly (DeskPane | undefined)[]

export const paneCount = 4
/** A picture that somebody chose stays at least so long. */
export const chosenMs = 60_000
const empty: DeskPanes = Array.from({ length: paneCount }, () => undefined)
export const noPanes = empty

const isHeld = (pane: DeskPane | undefined, now: number) =>
  pane !== undefined && (pane.isKept || (pane.chosenAt !== undefined && now - pane.chosenAt < chosenMs))

/**
 * The panes with what is wanted in them, most urgent first. What is shown and still wanted keeps its place, so that
 * nothing jumps; what is kept or was just chosen stays; the rest gives way.
 */
export function filled(panes: DeskPanes, wanted: readonly string[], now: number): DeskPanes {
  const held = panes.filter(pane => isHeld(pane, now)).map(pane => pane?.cameraId)
  const urgent = wanted.filter(id => !held.includes(id)).slice(0, paneCount - held.length)
  const stays = (pane: DeskPane | undefined) =>
    pane !== undefined && (isHeld(pane, now) || urgent.includes(pane.cameraId))
  const there = panes.filter(stays).map(pane => pane?.cameraId)
  const coming = urgent.filter(id => !there.includes(id))
  const next = panes.map(pane => {
    if (stays(pane)) return pane
    const cameraId = coming.shift()
    return cameraId === undefined ? undefined : { cameraId, isKept: false }
  })
  const isSame = next.every((pane, index) => pane === panes[index])
  return isSame ? panes : next
}

/** A camera chosen by hand takes a free place, else that of the picture chosen longest ago; kept ones stay. */
export function withChosen(panes: DeskPanes, cameraId: string, now: number): DeskPanes {
  const known = panes.findIndex(pane => pane?.cameraId === cameraId)
  const free = panes.indexOf(undefined)
  const oldest = panes
    .map((pane, index) => ({ pane, index }))
    .filter(({ pane }) => pane && !pane.isKept)
    .toSorted((a, b) => (a.pane?.chosenAt ?? 0) - (b.pane?.chosenAt ?? 0))[0]?.index
  const at = known >= 0 ? known : free >= 0 ? free : (oldest ?? paneCount - 1)
  return panes.map((pane, index) =>
    index === at ? { cameraId, isKept: pane?.cameraId === cameraId && pane.isKept, chosenAt: now } : pane,
  )
}

/** The cameras looked at last, latest first. */
export function withLooked<T extends { cameraId: string }>(looked: readonly T[], next: T, most = 12): T[] {
  return [next, ...looked.filter(each => each.cameraId !== next.cameraId)].slice(0, most)
}
