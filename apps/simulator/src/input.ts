/** Values of a request as they came: each wire reads the ones its document names and refuses what does not fit. */
export type Fields = Record<string, unknown>

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Text that is not empty; numbers count as their digits. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A whole number within the range, as a number or in digits. */
export function whole(value: unknown, least: number, most: number): number | undefined {
  const digits = text(value)
  if (digits === undefined || !/^-?\d+$/.test(digits)) return undefined
  const number = Number(digits)
  return number >= least && number <= most ? number : undefined
}

/** The value when it is one of the list. */
export function oneOf<const T extends string>(list: readonly T[], value: unknown): T | undefined {
  return list.find(item => item === value)
}

/** Whether the caller is at fault: a body that cannot be read, or what the HTTP server refuses by itself. */
export function isBadInput(error: unknown): boolean {
  if (error instanceof SyntaxError) return true
  return error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500
}
