import {
  type CheckForm,
  type CheckItem,
  type EvaluationBody,
  evaluationBody,
  type ScoreDraftContent,
  type Severity,
} from '@aisle/contract'

/** What the inspector said about an item so far. */
export type Mark = {
  result: 'pass' | 'deduct' | 'na' | 'unscored'
  severity?: Severity | undefined
  /** Points earned, of a partial item without deductions by severity. */
  score?: number | undefined
  remark: string
  pictureIds: readonly string[]
  cameraId?: string | undefined
  presetId?: string | undefined
  raise?: Raise | undefined
}
export type Raise = { ownerUserId?: string | undefined; dueAt?: string | undefined }
/** A half-filled evaluation. `useTime` in seconds. */
export type Sheet = { marks: Readonly<Record<string, Mark>>; useTime: number }

export const emptySheet: Sheet = { marks: {}, useTime: 0 }
const emptyMark: Mark = { result: 'unscored', remark: '', pictureIds: [] }
export const markOf = (sheet: Sheet, itemId: string): Mark => sheet.marks[itemId] ?? emptyMark

/** What can be scored of an item: only a partial one may lose some of its points. */
export type ScoredItem = Pick<CheckItem, 'itemId' | 'itemScore' | 'scoring' | 'deductions'>
export type Outcome = {
  /** `incomplete`: a deduction of which nobody said how much it costs. */
  state: 'pass' | 'deduct' | 'na' | 'unscored' | 'incomplete'
  /** Points earned and lost; null where the item does not count. */
  earned: number | null
  lost: number
}

/** Points are hundredths inside, as on the server, so that sums are exact. */
const hundredths = (points: number) => Math.round(points * 100)
const sum = (points: readonly number[]) => points.reduce((total, each) => total + hundredths(each), 0) / 100
const difference = (a: number, b: number) => (hundredths(a) - hundredths(b)) / 100

/** What a severity costs of an item; undefined where it says nothing about points. */
export function costOf(item: ScoredItem, severity: Severity): number | undefined {
  if (item.scoring === 'full') return undefined
  return item.deductions ? Math.min(item.itemScore, item.deductions[severity]) : undefined
}

/** Severities that may be chosen: one that costs nothing is no deduction. */
export function isOffered(item: ScoredItem, severity: Severity): boolean {
  return item.scoring === 'full' || item.deductions === null || (costOf(item, severity) ?? 0) > 0
}

/** Whether the inspector writes how many points are earned. */
export const needsPoints = (item: ScoredItem) => item.scoring === 'partial' && item.deductions === null

/** The server's rule for one item: full scoring takes all, partial what the severity or the inspector says. */
export function outcomeOf(item: ScoredItem, { result, severity, score }: Mark): Outcome {
  if (result === 'na' || result === 'unscored') return { state: result, earned: null, lost: 0 }
  if (result === 'pass') return { state: 'pass', earned: item.itemScore, lost: 0 }
  if (item.scoring === 'full') return { state: 'deduct', earned: 0, lost: item.itemScore }
  const lost = needsPoints(item)
    ? score === undefined
      ? undefined
      : difference(item.itemScore, score)
    : severity && costOf(item, severity)
  if (lost === undefined || lost <= 0 || lost > item.itemScore)
    return { state: 'incomplete', earned: null, lost: 0 }
  return { state: 'deduct', earned: difference(item.itemScore, lost), lost }
}

export type Tally = {
  /** On 100, to one decimal; null until something counts. */
  score: number | null
  pass: number
  deduct: number
  na: number
  /** Not scored, deductions without their cost included. */
  left: number
  all: number
}

/** The sum of a sheet as the server will make it: points earned of those that count, on 100. */
export function tallyOf(items: readonly ScoredItem[], sheet: Sheet): Tally {
  const outcomes = items.map(item => ({ item, outcome: outcomeOf(item, markOf(sheet, item.itemId)) }))
  const counting = outcomes.filter(({ outcome }) => outcome.earned !== null)
  const maximum = sum(counting.map(({ item }) => item.itemScore))
  const earned = sum(counting.map(({ outcome }) => outcome.earned ?? 0))
  const count = (...states: Outcome['state'][]) =>
    outcomes.filter(({ outcome }) => states.includes(outcome.state)).length
  return {
    score: maximum === 0 ? null : Math.round((hundredths(earned) * 1000) / hundredths(maximum)) / 10,
    pass: count('pass'),
    deduct: count('deduct'),
    na: count('na'),
    left: count('unscored', 'incomplete'),
    all: items.length,
  }
}

/** The items of a form that are scored, in their order. */
export const itemsOf = (form: CheckForm): CheckItem[] =>
  form.items.flatMap(group => (group.isGroup ? group.children : [group]))

/** The next item after one (or from the start) that nobody scored, around the end; undefined where none is left. */
export function nextUnscored<Item extends ScoredItem>(
  items: readonly Item[],
  sheet: Sheet,
  after: string | undefined,
): Item | undefined {
  const start = items.findIndex(item => item.itemId === after) + 1
  return [...items.slice(start), ...items.slice(0, start)].find(item => {
    const { state } = outcomeOf(item, markOf(sheet, item.itemId))
    return state === 'unscored' || state === 'incomplete'
  })
}

/** Another verdict on an item: what belongs to a deduction alone goes with it. */
export function judged(mark: Mark, result: Mark['result']): Mark {
  return result === 'deduct'
    ? { ...mark, result }
    : { ...mark, result, severity: undefined, score: undefined, raise: undefined }
}

/**
 * The sheet as the body of its save, in the check-shop record of the visit where there is one. A due date that went by while the draft lay is left out: the server takes none in
 * the past.
 */
export function contentOf(
  sheet: Sheet,
  items: readonly ScoredItem[],
  shopId: string,
  now: Date,
  recordId?: string | undefined,
): ScoreDraftContent {
  const details = items.flatMap(({ itemId }): EvaluationBody['evaluationDetails'] => {
    const mark = sheet.marks[itemId]
    if (!mark || isUntouched(mark)) return []
    const { result, severity, score, remark, pictureIds, cameraId, presetId, raise } = mark
    const dueAt = raise?.dueAt !== undefined && new Date(raise.dueAt) > now ? raise.dueAt : undefined
    return [
      {
        itemId,
        result,
        severity,
        score,
        remark,
        pictureIds: [...pictureIds],
        cameraId,
        presetId,
        raise: raise && { questionType: '', ownerUserId: raise.ownerUserId, dueAt },
      },
    ]
  })
  const visit = recordId === undefined ? {} : { recordId }
  return { shopId, ...visit, useTime: sheet.useTime, evaluationDetails: details }
}

const isUntouched = ({ result, remark, pictureIds }: Mark) =>
  result === 'unscored' && remark === '' && pictureIds.length === 0

/** A kept draft as a sheet; what cannot be read is an empty one. */
export function sheetOf(content: ScoreDraftContent, shopId: string): Sheet {
  const { data } = evaluationBody.safeParse({ ...content, shopId })
  if (!data) return emptySheet
  const marks = data.evaluationDetails.flatMap(detail => {
    const { itemId, result = 'unscored', severity, score, remark, pictureIds } = detail
    if (itemId === undefined) return []
    const { cameraId, presetId, raise } = detail
    const mark: Mark = { result, severity, score, remark, pictureIds, cameraId, presetId, raise }
    return [[itemId, mark] as const]
  })
  return { marks: Object.fromEntries(marks), useTime: data.useTime }
}
