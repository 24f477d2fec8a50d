import { type Question, question as schema } from '@aisle/contract'

const key = 'q'

/** A question as it stands in an address: `q=…`, the same JSON that is sent, kept and versioned. */
export function inAddress(question: Question): string {
  // As many rows as a panel takes is no wish of whoever asks.
  const { limit, ...rest } = question
  return new URLSearchParams({
    [key]: JSON.stringify({
      version: 1,
      ...rest,
      ...(limit === undefined || limit >= 5000 ? {} : { limit }),
    }),
  }).toString()
}

/** The question of an address; undefined where there is none or it cannot be read. */
export function fromAddress(search: URLSearchParams): Question | undefined {
  const written = search.get(key)
  if (written === null) return undefined
  try {
    const value: unknown = JSON.parse(written)
    return schema.safeParse(value).success ? (value as Question) : undefined
  } catch {
    return undefined
  }
}
