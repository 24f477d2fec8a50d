import { areaOf, labelPoint } from '@aisle/analysis/geometry'

/** Centimetres from the top left corner of a plan: x to the right, y downwards. */
export type PlanPoint = readonly [x: number, y: number]
export type PlanZone = { readonly id: string; readonly name: string; readonly polygon: readonly PlanPoint[] }

/** A floor as it is drawn: names are in the language of the console already. */
export type PlanDrawing = {
  readonly widthCm: number
  readonly heightCm: number
  readonly outline: readonly PlanPoint[]
  readonly shapes: readonly { readonly kind: string; readonly points: readonly PlanPoint[] }[]
  readonly zones: readonly PlanZone[]
  readonly entrances: readonly { readonly id: string; readonly name: string; readonly at: PlanPoint }[]
}

/** What is seen of a plan: the middle in centimetres, and how many times larger than the whole. */
export type PlanView = { readonly x: number; readonly y: number; readonly zoom: number }
export const zoomSteps = [1, 1.5, 2, 3, 4, 6] as const
type Size = Pick<PlanDrawing, 'widthCm' | 'heightCm'>

export const wholePlan = ({ widthCm, heightCm }: Size): PlanView => ({
  x: widthCm / 2,
  y: heightCm / 2,
  zoom: 1,
})

/** The rectangle of centimetres that is seen. */
export function viewBox({ widthCm, heightCm }: Size, { x, y, zoom }: PlanView) {
  const [width, height] = [widthCm / zoom, heightCm / zoom]
  return { left: x - width / 2, top: y - height / 2, width, height }
}

/** The same view drawn back so that nothing outside the plan is seen. */
function kept(size: Size, { x, y, zoom }: PlanView): PlanView {
  const [halfWidth, halfHeight] = [size.widthCm / zoom / 2, size.heightCm / zoom / 2]
  const between = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value))
  return {
    x: between(x, halfWidth, size.widthCm - halfWidth),
    y: between(y, halfHeight, size.heightCm - halfHeight),
    zoom,
  }
}

/** One step larger or smaller; `at` stays where it is. */
export function zoomed(size: Size, view: PlanView, by: 1 | -1, at: PlanPoint = [view.x, view.y]): PlanView {
  const steps: readonly number[] = zoomSteps
  const next = by === 1 ? steps.find(step => step > view.zoom) : steps.findLast(step => step < view.zoom)
  if (next === undefined) return view
  const share = view.zoom / next
  return kept(size, {
    x: at[0] + (view.x - at[0]) * share,
    y: at[1] + (view.y - at[1]) * share,
    zoom: next,
  })
}

/** Moved by centimetres. */
export const panned = (size: Size, view: PlanView, dx: number, dy: number): PlanView =>
  kept(size, { x: view.x + dx, y: view.y + dy, zoom: view.zoom })

export type Label = { readonly id: string; readonly lines: readonly string[]; readonly at: PlanPoint }
const isWide = (letter: string) => letter.charCodeAt(0) > 0x2e80
/** Width in letters of Chinese: others are little more than half as wide. */
const widthOf = (text: string) => [...text].reduce((sum, letter) => sum + (isWide(letter) ? 1 : 0.58), 0)

/** Cut where words end, no line wider than `most` Chinese letters where that can be. */
export function wrapped(text: string, most: number): string[] {
  const parts = text.match(/[⺀-￿]|[^⺀-￿\s]+\s*/g) ?? [text]
  const lines: string[] = []
  for (const part of parts) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf((last + part).trimEnd()) <= most) lines[lines.length - 1] = last + part
    else lines.push(part)
  }
  return lines.map(line => line.trimEnd())
}

/**
 * Where names and values of zones stand so that none lies on another: large zones first, a label that has no room is left out
 * (its zone still says it when it is pointed at, and in the table).
 * @param em height of a letter in centimetres at the present zoom
 */
export function placedLabels(
  zones: readonly PlanZone[],
  textOf: (id: string) => string | undefined,
  em: number,
): Label[] {
  const placed: { label: Label; box: readonly [number, number, number, number] }[] = []
  for (const { id, name, polygon } of zones.toSorted((a, b) => areaOf(b.polygon) - areaOf(a.polygon))) {
    const at = labelPoint(polygon)
    const xs = polygon.map(([x]) => x)
    const room = (Math.max(...xs) - Math.min(...xs)) / em - 0.6
    const value = textOf(id)
    const lines = [
      ...wrapped(name, Math.max(2.4, Math.min(7, room))),
      ...(value === undefined ? [] : [value]),
    ]
    const width = Math.max(...lines.map(widthOf)) * em
    const height = lines.length * em * 1.25
    const box = [at[0] - width / 2, at[1] - height / 2, at[0] + width / 2, at[1] + height / 2] as const
    const isFree = placed.every(
      ({ box: [left, top, right, bottom] }) =>
        box[2] < left || box[0] > right || box[3] < top || box[1] > bottom,
    )
    if (isFree && width <= (room + 2) * em) placed.push({ label: { id, lines, at }, box })
  }
  return placed.map(({ label }) => label)
}
