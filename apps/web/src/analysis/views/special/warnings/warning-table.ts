import { type FlowWarning, type TablePart, warningSeverities, warningStatuses } from '@aisle/contract'
import { allPages, wholePageSize } from '../../../../lib/all-pages.ts'
import { useOfferedTable } from '../../../../lib/figures/notebook.ts'
import { wholeMoment } from '../../../../lib/format.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { queryClient } from '../../../../lib/queries.ts'
import type { ViewPanel } from '../../view.ts'
import { type WarningQuery, warningQueries } from './queries.ts'
import { useWarningWords } from './words.ts'

const text = (title: string) => ({ title, kind: 'text' as const })
const number = (title: string) => ({ title, kind: 'number' as const })
const moment = (at: string | null) => (at === null ? null : wholeMoment(new Date(at)))

/** The warnings of a list, all of them as it is narrowed, go into files and copies of its page. */
export function useWarningTable(panel: ViewPanel, query: WarningQuery | undefined) {
  const t = useText()
  const name = useName()
  const say = useWarningWords()
  const lineOf = (one: FlowWarning) => [
    t(warningSeverities[one.severity]),
    say.what(one),
    name(one.shopname, one.shopnameEn),
    name(one.nodeName, one.nodeNameEn),
    one.date,
    `${one.from}–${one.to}`,
    say.why(one),
    one.value,
    one.limit,
    one.times,
    say.rule(one),
    t(warningStatuses[one.status]),
    moment(one.raisedAt),
    one.handledBy,
    moment(one.handledAt),
    one.reason,
    one.remark,
  ]
  useOfferedTable(
    query &&
      (async (): Promise<TablePart> => ({
        title: t(panel.title),
        columns: [
          text(t({ zh: '等级', en: 'Severity' })),
          text(t({ zh: '预警', en: 'Warning' })),
          text(t({ zh: '门店', en: 'Shop' })),
          text(t({ zh: '位置', en: 'Place' })),
          text(t({ zh: '日期', en: 'Day' })),
          text(t({ zh: '时段', en: 'Time' })),
          text(t({ zh: '内容', en: 'What was counted' })),
          number(t({ zh: '数值', en: 'Value' })),
          number(t({ zh: '阈值', en: 'Limit' })),
          number(t({ zh: '次数', en: 'Times' })),
          text(t({ zh: '规则', en: 'Rule' })),
          text(t({ zh: '状态', en: 'Status' })),
          text(t({ zh: '发生时间', en: 'Raised' })),
          text(t({ zh: '处理人', en: 'Handled by' })),
          text(t({ zh: '处理时间', en: 'Handled' })),
          text(t({ zh: '原因', en: 'Reason' })),
          text(t({ zh: '备注', en: 'Comment' })),
        ],
        rows: (
          await allPages(pageNumber =>
            queryClient.fetchQuery({
              ...warningQueries.list(query, pageNumber, wholePageSize),
              staleTime: 30_000,
            }),
          )
        ).map(lineOf),
      })),
  )
}
