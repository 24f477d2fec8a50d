import type { Layout } from './compile.ts'

/** Where a row of the answer stands: bucket (day number), slot, and a value for each dimension. */
export type Place = {
  readonly bucket: number
  readonly slot: number
  readonly members: Readonly<Record<string, string>>
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

/** The key of a place in a frame that knows only some of the keys. */
export function placeKey({ bucket, slot, members }: Place, layout: Layout): string {
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
    const place = { bucket, slot, members }
    entries.set(placeKey(place, layout), { place, values, expected, got, imputed })
  }
  return { layout, entries }
}
