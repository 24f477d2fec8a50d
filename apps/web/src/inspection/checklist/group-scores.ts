import type { CheckForm, Evaluation } from '@aisle/contract'
import { markOf, outcomeOf, type Sheet } from '../scoring/score-model.ts'

export type GroupScore = {
  groupId: string
  name: string
  nameEn: string
  /** Points earned of those that count, percent with one decimal; null where nothing counts yet. */
  now: number | null
  last: number | null
}

const share = (earned: number, of: number) => (of === 0 ? null : Math.round((earned / of) * 1000) / 10)

/** How each group of a form does on the sheet, and did in the last evaluation. */
export function groupScores(form: CheckForm, sheet: Sheet, last: Evaluation | undefined): GroupScore[] {
  return form.items.map(group => {
    const items = group.isGroup ? group.children : [group]
    const outcomes = items.map(item => ({ item, outcome: outcomeOf(item, markOf(sheet, item.itemId)) }))
    const counting = outcomes.filter(({ outcome }) => outcome.earned !== null)
    const before = (last?.evaluationDetails ?? []).filter(
      detail => detail.score !== null && items.some(item => item.itemId === detail.itemId),
    )
    return {
      groupId: group.itemId,
      name: group.itemName,
      nameEn: group.itemNameEn,
      now: share(
        counting.reduce((sum, { outcome }) => sum + (outcome.earned ?? 0), 0),
        counting.reduce((sum, { item }) => sum + item.itemScore, 0),
      ),
      last: share(
        before.reduce((sum, { score }) => sum + (score ?? 0), 0),
        before.reduce((sum, { itemScore }) => sum + itemScore, 0),
      ),
    }
  })
}
