import { VendorError } from './provider.ts'

/** What is not confirmed by a vendor's public documents, the value we chose, and why. */
export type Assumption = {
  readonly value: string | number | boolean
  readonly why: string
  /** The values that an installer may choose from, where there are only some. */
  readonly oneOf?: readonly string[]
}
export type Assumptions = Readonly<Record<string, Assumption>>

type Widened<V> = V extends string ? string : V extends number ? number : V extends boolean ? boolean : never
export type Assumed<T extends Assumptions> = { readonly [K in keyof T]: Widened<T[K]['value']> }

/**
 * The table's values, replaced where the account's settings name one. A setting of the wrong kind is refused with
 * VendorError `misconfigured` that names it, so that a slip shows when the account is saved and not at the first call.
 */
export function assumed<T extends Assumptions>(
  table: T,
  settings: Readonly<Record<string, string>>,
): Assumed<T> {
  const values = Object.entries(table).map(([name, assumption]) => {
    const setting = settings[name]
    return [name, setting === undefined ? assumption.value : overridden(name, assumption, setting)] as const
  })
  // Every entry was just checked against the kind of the value that it replaces.
  return Object.fromEntries(values) as Assumed<T>
}

function overridden(name: string, { value, oneOf }: Assumption, setting: string): string | number | boolean {
  const refuse = (expected: string) => new VendorError('misconfigured', `setting ${name} must be ${expected}`)
  if (oneOf && !oneOf.includes(setting)) throw refuse(`one of ${oneOf.join(', ')}`)
  if (typeof value === 'number') {
    const number = setting.trim() === '' ? Number.NaN : Number(setting)
    if (!Number.isFinite(number) || number < 0) throw refuse('a number from 0')
    return number
  }
  if (typeof value === 'boolean') {
    if (setting !== 'true' && setting !== 'false') throw refuse('true or false')
    return setting === 'true'
  }
  return setting
}

/** A list of names that a setting holds as text with commas. */
export function listed(text: string): string[] {
  return text
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '')
}
