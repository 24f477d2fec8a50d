import { type Wall, type WallLayout, wallLayout, wallPane } from '@aisle/contract'

export type WallPane = NonNullable<Wall['panes'][number]>

/** A wall's panes in order over all its pages; null is a place left empty. */
export type Panes = readonly (WallPane | null)[]

export const rotations = [0, 10, 15, 30, 60] as const
export type RotateSeconds = (typeof rotations)[number]

/** What the address and the settings remember of a wall. */
export type WallState = {
  layout: WallLayout
  panes: Panes
  rotateSeconds: RotateSeconds
  /** The named wall it came from. */
  wallId?: string
}

/** One place of a page: its slot on the screen, its index among all panes, what stands there. */
export type Slot = { slot: number; index: number; pane: WallPane | null }

/** The pages of a wall. Pinned panes keep their place on every page; the others fill the rest in order. */
export function wallPages(panes: Panes, size: number): Slot[][] {
  const pinned = new Map<number, number>()
  panes.forEach((pane, index) => {
    if (!pane?.pinned || pinned.size >= size) return
    let slot = index % size
    while (pinned.has(slot)) slot = (slot + 1) % size
    pinned.set(slot, index)
  })
  const isPinned = new Set(pinned.values())
  const rest = panes.map((_, index) => index).filter(index => !isPinned.has(index))
  const free = size - pinned.size
  const count = free === 0 ? 1 : Math.max(1, Math.ceil(rest.length / free))
  let beyond = panes.length
  return Array.from({ length: count }, () =>
    Array.from({ length: size }, (_, slot) => {
      let index = pinned.get(slot) ?? rest.shift()
      if (index === undefined) {
        index = beyond
        beyond += 1
      }
      return { slot, index, pane: panes[index] ?? null }
    }),
  )
}

const newPane = (cameraId: string): WallPane => ({ cameraId, pinned: false, fit: 'cover' })

/** Empty places at the end are no places. */
function trimmed(panes: Panes): Panes {
  let length = panes.length
  while (length > 0 && panes[length - 1] === null) length -= 1
  return panes.slice(0, length)
}

export function hasCamera(panes: Panes, cameraId: string): boolean {
  return panes.some(pane => pane?.cameraId === cameraId)
}

/** Puts cameras into empty places from an index on, then behind; those already there stay where they are. */
export function withCameras(panes: Panes, cameraIds: readonly string[], from = 0): Panes {
  const next = [...panes]
  while (next.length < from) next.push(null)
  for (const cameraId of cameraIds) {
    if (hasCamera(next, cameraId)) continue
    const empty = next.findIndex((pane, index) => index >= from && pane === null)
    if (empty >= 0) next[empty] = newPane(cameraId)
    else next.push(newPane(cameraId))
  }
  return trimmed(next)
}

/** Takes cameras away; their places stay empty, so that the others do not move. */
export function withoutCameras(panes: Panes, cameraIds: readonly string[]): Panes {
  return trimmed(panes.map(pane => (pane && cameraIds.includes(pane.cameraId) ? null : pane)))
}

/** Two places change what they hold. */
export function swapped(panes: Panes, a: number, b: number): Panes {
  const next = [...panes]
  while (next.length <= Math.max(a, b)) next.push(null)
  const kept = next[a] ?? null
  next[a] = next[b] ?? null
  next[b] = kept
  return trimmed(next)
}

/**
 * A pane changes its place with another one of the page that is shown. A pinned pane has its place by its index, on every
 * page alike, so it goes to the index of that place among its own page's.
 */
export function moved(panes: Panes, size: number, from: Slot, to: Slot): Panes {
  const [pinned, other] = from.pane?.pinned ? [from, to] : [to, from]
  if (!pinned.pane?.pinned || other.pane?.pinned) return swapped(panes, from.index, to.index)
  return swapped(panes, pinned.index, Math.floor(pinned.index / size) * size + other.slot)
}

export function changed(panes: Panes, cameraId: string, change: Partial<WallPane>): Panes {
  return panes.map(pane => (pane?.cameraId === cameraId ? { ...pane, ...change } : pane))
}

const pinMark = '*'
const containMark = '~'

/** Panes as one word of an address: `12,15*,,18~`. */
export function panesText(panes: Panes): string {
  return panes
    .map(pane =>
      pane
        ? `${encodeURIComponent(pane.cameraId)}${pane.pinned ? pinMark : ''}${pane.fit === 'contain' ? containMark : ''}`
        : '',
    )
    .join(',')
}

export function panesFrom(text: string): Panes {
  if (text === '') return []
  return trimmed(
    text.split(',').map(word => {
      const marks = /[*~]*$/.exec(word)?.[0] ?? ''
      const cameraId = decodeURIComponent(word.slice(0, word.length - marks.length))
      if (cameraId === '') return null
      return {
        cameraId,
        pinned: marks.includes(pinMark),
        fit: marks.includes(containMark) ? 'contain' : 'cover',
      }
    }),
  )
}

/** Whether two walls show the same in the same way. */
export function isSame(a: WallState, b: WallState): boolean {
  return (
    a.layout === b.layout &&
    a.rotateSeconds === b.rotateSeconds &&
    panesText(a.panes) === panesText(trimmed(b.panes))
  )
}

function rotationOf(value: unknown): RotateSeconds {
  return rotations.find(seconds => seconds === Number(value)) ?? 0
}

/** The wall of an address; undefined where it names none. */
export function wallIn(search: URLSearchParams): WallState | undefined {
  const text = search.get('panes')
  if (text === null) return undefined
  const layout = wallLayout.safeParse(search.get('layout'))
  const wallId = search.get('wall')
  return {
    layout: layout.success ? layout.data : '2x2',
    panes: panesFrom(text),
    rotateSeconds: rotationOf(search.get('every')),
    ...(wallId ? { wallId } : {}),
  }
}

/** The address of a wall; what else it holds stays. */
export function withWall(search: URLSearchParams, { layout, panes, rotateSeconds, wallId }: WallState) {
  const next = new URLSearchParams(search)
  next.set('layout', layout)
  next.set('panes', panesText(panes))
  if (rotateSeconds === 0) next.delete('every')
  else next.set('every', String(rotateSeconds))
  if (wallId === undefined) next.delete('wall')
  else next.set('wall', wallId)
  return next
}

/** A remembered wall, if that is what it is. */
export function wallFromSetting(value: unknown): WallState | undefined {
  if (typeof value !== 'object' || value === null || !('layout' in value) || !('panes' in value))
    return undefined
  const layout = wallLayout.safeParse(value.layout)
  const panes = wallPane.nullable().array().safeParse(value.panes)
  if (!layout.success || !panes.success) return undefined
  const wallId = 'wallId' in value && typeof value.wallId === 'string' ? { wallId: value.wallId } : {}
  return {
    layout: layout.data,
    panes: trimmed(panes.data),
    rotateSeconds: rotationOf('rotateSeconds' in value ? value.rotateSeconds : 0),
    ...wallId,
  }
}
