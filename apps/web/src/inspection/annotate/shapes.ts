import type { AnnotationShape } from '@aisle/contract'

export type Tool = AnnotationShape['kind']
export type Point = { x: number; y: number }
export const tools: readonly Tool[] = ['box', 'arrow', 'text', 'blur']

const within = (value: number) => Math.min(1, Math.max(0, value))
/** Shares of the picture at four digits: a quarter of a pixel of the largest. */
const rounded = (value: number) => Math.round(within(value) * 10_000) / 10_000
export const pointOf = ({ x, y }: Point): Point => ({ x: rounded(x), y: rounded(y) })

/** Less than this of the picture is a slip of the hand. */
const smallest = 0.008

/** What a drag from one point to another draws; undefined where it is too small to be meant. */
export function shapeOf(tool: Tool, from: Point, to: Point): AnnotationShape | undefined {
  const [a, b] = [pointOf(from), pointOf(to)]
  if (tool === 'text') return { kind: 'text', at: b, label: ' ' }
  if (Math.abs(a.x - b.x) < smallest && Math.abs(a.y - b.y) < smallest) return undefined
  if (tool === 'arrow') return { kind: 'arrow', from: a, to: b, label: '' }
  const area = {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: rounded(Math.abs(a.x - b.x)),
    height: rounded(Math.abs(a.y - b.y)),
  }
  return tool === 'blur' ? { kind: 'blur', ...area } : { kind: 'box', ...area, label: '' }
}

/** The shapes with other words on the last one; a text without words is none. */
export function labelled(shapes: readonly AnnotationShape[], label: string): AnnotationShape[] {
  const last = shapes.at(-1)
  if (!last || last.kind === 'blur') return [...shapes]
  const words = label.trim().slice(0, 60)
  if (last.kind === 'text' && words === '') return shapes.slice(0, -1)
  return [...shapes.slice(0, -1), { ...last, label: words }]
}
