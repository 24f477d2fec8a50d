import type { Layout } from './sides.ts'

/** Where a row of the answer stands: bucket (day number), slot, and a value for each dimension. */
export type Place = {
  readonly bucket: number
  readonly slot: number
  readonly members: Readonly<Record<string, string>>
  /** Layout it was read with and its key in frames of that, so that ten thousand rows are not spelled out for each metric. */
  readonly layout?: string
  readonly key?: string
}

export type Entry = {
  readonly place: Place
  readonly values: readonly (number | null)[]
  /** Slots due, and those of them that were received. */
  readonly expected: number | undefined
  readonly covered: number | undefined
  readonly imputed: number | undefined
  /** Slots received, due or not. */
  readonly got: number | undefined
}

/** The answer of one statement, found by place. */
export type Frame = { readonly layout: Layout; readonly entries: ReadonlyMap<string, Entry> }

const separator = '\u0001'

const signatures = new WeakMap<Layout, string>()
function signatureOf(layout: Layout): string {
  const known = signatures.get(layout)
  if (known !== undefined) return known
  const signature = [layout.bucket, layout.slot, ...layout.dimensions].join()
  signatures.set(layout, signature)
  return signature
}

/** The key of a place in a frame that knows only some of the keys. */
export function placeKey(place: Place, layout: Layout): string {
  if (place.key !== undefined && place.layout === signatureOf(layout)) return place.key
  return keyIn(layout, place.bucket, place.slot, place.members)
}

function keyIn(layout: Layout, bucket: number, slot: number, members: Place['members']): string {
  let key = `${layout.bucket ? bucket : ''}${separator}${layout.slot ? slot : ''}`
  for (const name of layout.dimensions) key += separator + (members[name] ?? '')
  return key
}

function asNumber(value: unknown): number | null {
  if (typeof value === 'number') return value
  if (value === null || value === undefined) return null
  const number = Number(value)
  return Number.isNaN(number) ? null : number
}

/** Reads rows as the statement of a layout gives them. Answers have ten thousands of them: nothing is made twice here. */
export function frameOf(rows: readonly (readonly unknown[])[], layout: Layout): Frame {
  const entries = new Map<string, Entry>()
  const signature = signatureOf(layout)
  for (const row of rows) {
    let at = 0
    const bucket = layout.bucket ? Number(row[at++]) : 0
    const slot = layout.slot ? Number(row[at++]) : 0
    const members: Record<string, string> = {}
    for (const name of layout.dimensions) members[name] = String(row[at++])
    const values: (number | null)[] = []
    for (const _ of layout.values) values.push(asNumber(row[at++]))
    const key = keyIn(layout, bucket, slot, members)
    const received = (offset: number) => (layout.received ? (asNumber(row[at + offset]) ?? 0) : undefined)
    entries.set(key, {
      place: { bucket, slot, members, layout: signature, key },
      values,
      expected: received(0),
      covered: received(1),
      imputed: received(2),
      got: layout.received ? (asNumber(row[at + 3] ?? row[at + 1]) ?? 0) : undefined,
    })
  }
  return { layout, entries }
}
