import type { Layout } from './sides.ts'

/** Where a row of the answer stands: bucket (day number), slot, and a value for each dimension. */
export type Place = {
  readonly bucket: number
  readonly slot: number
  readonly members: Readonly<Record<string, string>>
  /** Its key in frames of the layout it was read with, so that ten thousand rows are not spelled out for each metric. */
  readonly known?: { readonly layout: string; readonly key: string }
}

export type Entry = {
  readonly place: Place
  readonly values: readonly (number | null)[]
  readonly expected: number | undefined
  readonly got: number | undefined
  readonly imputed: number | undefined
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
  const { bucket, slot, members, known } = place
  if (known && known.layout === signatureOf(layout)) return known.key
  const keys = layout.dimensions.map(name => members[name] ?? '')
  return [layout.bucket ? bucket : '', layout.slot ? slot : '', ...keys].join(separator)
}

const asNumber = (value: unknown): number | null =>
  value === null || value === undefined || Number.isNaN(Number(value)) ? null : Number(value)

/** Reads rows as the statement of a layout gives them. */
export function frameOf(rows: readonly (readonly unknown[])[], layout: Layout): Frame {
  const entries = new Map<string, Entry>()
  for (const row of rows) {
    let at = 0
    const bucket = layout.bucket ? Number(row[at++]) : 0
    const slot = layout.slot ? Number(row[at++]) : 0
    const members = Object.fromEntries(layout.dimensions.map(name => [name, String(row[at++])]))
    const values = layout.values.map(() => asNumber(row[at++]))
    const [expected, got, imputed] = layout.received ? [0, 1, 2].map(() => asNumber(row[at++]) ?? 0) : []
    const key = placeKey({ bucket, slot, members }, layout)
    const place = { bucket, slot, members, known: { layout: signatureOf(layout), key } }
    entries.set(key, { place, values, expected, got, imputed })
  }
  return { layout, entries }
}
