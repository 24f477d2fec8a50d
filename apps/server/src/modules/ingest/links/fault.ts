import { type LinkFault, type LinkFaultCode, linkFaults } from '@aisle/contract'
import { wordsOf } from '../../../platform/logged-error.ts'

/** Why a link does not work just now. Its message is for people: no password, no address with one. */
export class LinkError extends Error {
  readonly code: LinkFaultCode
  constructor(code: LinkFaultCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'LinkError'
    this.code = code
  }
}

const longest = 200

/** What went wrong, as it is kept and shown; what is nobody's fault but ours is told as `notStored`. */
export function faultOf(error: unknown): LinkFault {
  const code = error instanceof LinkError ? error.code : 'notStored'
  return { code, detail: wordsOf(error).slice(0, longest) }
}

/** A fault as one column: code, blank, detail. */
export const faultText = ({ code, detail }: LinkFault): string => `${code} ${detail}`
/** Reads a fault as it is kept in the row of a link; null where there is none. */
export function faultFrom(text: string): LinkFault | null {
  const [word = '', ...rest] = text.split(' ')
  const code = linkFaults.find(name => name === word)
  return code === undefined ? null : { code, detail: rest.join(' ') }
}
