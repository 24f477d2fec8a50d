import type { Problem, ProblemOwner } from '@aisle/contract'
import { useMemo } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { problemText as words } from './text.ts'

type Due = Pick<Problem, 'dueAt' | 'overdue' | 'status' | 'timeZone'>

/** What is said about a problem in several places: names in the user's language, and how long is left. */
export function useProblemWords() {
  const t = useText()
  const name = useName()
  const format = useFormat()
  return useMemo(
    () => ({
      item: (problem: Pick<Problem, 'itemName' | 'itemNameEn'>) => name(problem.itemName, problem.itemNameEn),
      questionType: ({ questionType, questionTypeEn }: Pick<Problem, 'questionType' | 'questionTypeEn'>) =>
        name(questionType, questionTypeEn ?? ''),
      shop: (problem: Pick<Problem, 'shopname' | 'shopnameEn'>) => name(problem.shopname, problem.shopnameEn),
      owner: (owner: ProblemOwner | null) => owner?.name ?? t(words.noOwner),
      due({ dueAt, overdue, status, timeZone }: Due, now = Date.now()): string {
        if (dueAt === null) return t(words.noDue)
        const at = new Date(dueAt)
        if (status !== 'rectification') return format.moment(at, timeZone)
        const apart = format.duration(Math.abs(at.getTime() - now))
        return overdue ? t(words.lateBy, { time: apart }) : t(words.dueIn, { time: apart })
      },
    }),
    [t, name, format],
  )
}
