import type { LeftVisit } from './visit-keeper.ts'

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(each => typeof each === 'string')

const isLeft = (value: unknown): value is LeftVisit =>
  typeof value === 'object' &&
  value !== null &&
  'recordId' in value &&
  typeof value.recordId === 'string' &&
  'beganAt' in value &&
  typeof value.beganAt === 'number' &&
  'leftAt' in value &&
  typeof value.leftAt === 'number' &&
  'viewed' in value &&
  isTexts(value.viewed) &&
  'noted' in value &&
  isTexts(value.noted)

/** The visit that a user left in this tab. A browser without session storage begins anew. */
export function leftVisit(userId: string, shopId: string) {
  const key = `visit:${userId}:${shopId}`
  return {
    read(): LeftVisit | undefined {
      try {
        const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
        return isLeft(value) ? value : undefined
      } catch {
        return undefined
      }
    },
    write(visit: LeftVisit | undefined): void {
      try {
        if (visit) sessionStorage.setItem(key, JSON.stringify(visit))
        else sessionStorage.removeItem(key)
      } catch {
        // Not remembered: coming back begins another visit.
      }
    },
  }
}
