import { AppError, type Text } from '@aisle/contract'

/** Refuses a question: says why in both languages, and which part of it is at fault. */
export function refuse(path: string, text: Text): never {
  throw new AppError('invalidInput', text, { errors: [{ path, message: `${text.zh} / ${text.en}` }] })
}

export const quoted = (names: readonly string[]): string => names.map(name => `“${name}”`).join(', ')
