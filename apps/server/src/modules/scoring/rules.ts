import { AppError, type Deductions, type FieldError, type Severity } from '@aisle/contract'
import { text } from './text.ts'

/** What scoring needs to know of an item. */
export type ScoredItem = {
  id: string
  score: number
  scoring: 'full' | 'partial'
  deductions: Deductions | null
}
export type Result = 'pass' | 'deduct' | 'na' | 'unscored'
/** What the inspector said about an item, as far as said. */
export type Verdict = {
  result?: Result | undefined
  score?: number | undefined
  severity?: Severity | undefined
}
export type Scored = { result: Result; severity: Severity | null; score: number | null; lost: number }
export type Totals = {
  score: number
  earned: number
  maximum: number
  passCount: number
  deductCount: number
  naCount: number
  unscoredCount: number
}

/**
 * What a verdict earns of an item. Full scoring gives all or nothing; partial scoring gives what the inspector says, or
 * takes away what the severity costs; an item that does not apply, or that nobody scored, neither gives nor costs.
 * Answers the field that is wrong and why, where the verdict does not fit the item.
 */
export function scoreItem(item: ScoredItem, verdict: Verdict): Scored | FieldError {
  const result = resultOf(item, verdict)
  const wrong = (path: string, message: string) => ({ path, message })
  if (verdict.score !== undefined && verdict.score > item.score)
    return wrong('score', `more than the ${item.score} points of the item`)
  if (verdict.severity !== undefined && result !== 'deduct')
    return wrong('severity', 'only a deduction has a severity')
  if (result === 'na' || result === 'unscored')
    return verdict.score === undefined
      ? { result, severity: null, score: null, lost: 0 }
      : wrong('score', 'an item that is not scored has no points')
  if (result === 'pass')
    return verdict.score === undefined || verdict.score === item.score
      ? { result, severity: null, score: item.score, lost: 0 }
      : wrong('score', `a passed item earns its ${item.score} points`)
  const severity = verdict.severity ?? null
  if (item.scoring === 'full')
    return verdict.score === undefined || verdict.score === 0
      ? { result, severity, score: 0, lost: item.score }
      : wrong('score', `all ${item.score} points or none`)
  if (verdict.score === undefined && (severity === null || item.deductions === null))
    return item.deductions === null
      ? wrong('score', 'say how many points are earned')
      : wrong('severity', 'say how severe it is, or how many points are earned')
  const lost =
    verdict.score === undefined
      ? Math.min(item.score, item.deductions?.[severity ?? 'severe'] ?? item.score)
      : difference(item.score, verdict.score)
  return lost === 0
    ? wrong('score', 'a deduction takes points away')
    : { result, severity, score: difference(item.score, lost), lost }
}

/** What was left out follows from what was said. */
function resultOf(item: ScoredItem, { result, score, severity }: Verdict): Result {
  if (result !== undefined) return result
  if (severity !== undefined) return 'deduct'
  if (score === undefined) return 'unscored'
  return score === item.score ? 'pass' : 'deduct'
}

/**
 * The sum of a form: points earned of the points that could be, and both on 100.
 * @throws AppError ruleBroken where nothing was scored
 */
export function totalsOf(scored: readonly { item: ScoredItem; outcome: Scored }[]): Totals {
  const counting = scored.filter(({ outcome }) => outcome.score !== null)
  const maximum = sum(counting.map(({ item }) => item.score))
  const earned = sum(counting.map(({ outcome }) => outcome.score ?? 0))
  if (maximum === 0) throw new AppError('ruleBroken', text.nothingScored, { reason: 'nothingScored' })
  const countOf = (result: Result) => scored.filter(({ outcome }) => outcome.result === result).length
  return {
    score: Math.round((hundredths(earned) * 1000) / hundredths(maximum)) / 10,
    earned,
    maximum,
    passCount: countOf('pass'),
    deductCount: countOf('deduct'),
    naCount: countOf('na'),
    unscoredCount: countOf('unscored'),
  }
}

/** The specification's holiday: a Saturday or a Sunday. Takes a day of the shop's calendar, YYYY-MM-DD. */
export function isWeekend(localDate: string): boolean {
  const weekday = new Date(`${localDate}T00:00:00Z`).getUTCDay()
  return weekday === 0 || weekday === 6
}

/** Points are hundredths inside, so that sums are exact. */
const hundredths = (points: number) => Math.round(points * 100)
const difference = (a: number, b: number) => (hundredths(a) - hundredths(b)) / 100
export const sum = (points: readonly number[]) =>
  points.reduce((total, each) => total + hundredths(each), 0) / 100
