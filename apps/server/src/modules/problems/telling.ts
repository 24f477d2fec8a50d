import type { Queryable } from '../../platform/postgres.ts'
import type { NoticePublisher } from '../notices/service.ts'
import type { ProblemRow } from './store.ts'
import { noticeWords, problemLink, type Told } from './text.ts'

type Telling = {
  /** Told once, however often it is written. */
  key: string
  remark: string
  except?: string
  also?: (string | null)[]
}

/** Who is told of what: the one in charge where it concerns the work, and whoever is named besides. */
export function problemTelling(notices: NoticePublisher) {
  /** Tells people about a problem as it is on the transaction. */
  return async function tell(
    on: Queryable,
    told: Told,
    row: ProblemRow,
    { key, remark, except, also = [] }: Telling,
  ): Promise<void> {
    const charged = row.ownerUserId ?? row.staffUserId
    const inCharge = ['raised', 'sentBack', 'reopened', 'charged', 'due', 'overdue', 'closed', 'comment']
    const named = [...(inCharge.includes(told) ? [charged] : []), ...also].filter(id => id !== null)
    // Where nobody is in charge, whoever handles problems of that shop is.
    const toAll = named.length === 0 && (told === 'raised' || told === 'due' || told === 'overdue')
    if (named.length === 0 && !toAll) return
    await notices.publish(
      {
        to: {
          ...(toAll ? { authority: 'problem.handle' } : { userIds: [...new Set(named)] }),
          shopId: row.shopId,
          ...(except === undefined ? {} : { exceptUserIds: [except] }),
        },
        kind: `problem.${told}`,
        ...noticeWords(told, { ...row, itemNameEn: row.itemNameEn ?? '' }, remark),
        link: problemLink(row.id),
        key,
      },
      on,
    )
  }
}
export type Tell = ReturnType<typeof problemTelling>
