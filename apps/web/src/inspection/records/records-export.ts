import type { ExportPart } from '@aisle/contract'
import type { Translate } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { statusNames } from '../evaluation/status.tsx'
import { withoutDayType } from './evaluation-table.tsx'
import { type EvaluationQuery, type FigureQuery, recordQueries, type VisitQuery } from './queries.ts'
import { words } from './text.ts'

const all = { pageNumber: 1, pageSize: 9999 } as const

/** The records of the page as tables: all of them, not only the pages on show. */
export async function recordParts(
  query: FigureQuery,
  ofVisits: Pick<VisitQuery, 'status' | 'itemId'>,
  ofEvaluations: Pick<EvaluationQuery, 'status' | 'itemId'>,
  t: Translate,
): Promise<ExportPart[]> {
  const plain = withoutDayType(query)
  const [visits, evaluations, inspections, daily] = await Promise.all([
    queryClient.fetchQuery(
      recordQueries.visits({ ...query, ...ofVisits, ...all, sort: 'checkshopBeg', order: 'desc' }),
    ),
    queryClient.fetchQuery(recordQueries.evaluations({ ...plain, ...ofEvaluations, ...all })),
    queryClient.fetchQuery(recordQueries.inspections({ ...plain, ...all })),
    queryClient.fetchQuery(recordQueries.daily({ ...plain, ...all })),
  ])
  const place = (zh: string, en: string) => t({ zh, en: en || zh })
  const text = (title: string) => ({ title, kind: 'text' as const })
  const time = (title: string) => ({ title, kind: 'time' as const })
  const number = (title: string, unit?: string) => ({
    title,
    kind: 'number' as const,
    ...(unit ? { unit } : {}),
  })
  const score = t({ zh: '得分', en: 'Score' })
  return [
    {
      title: t({ zh: '巡店记录', en: 'Visits' }),
      columns: [
        time(t(words.began)),
        text(t(words.shop)),
        text(t(words.owner)),
        number(t(words.length), t({ zh: '分', en: 'min' })),
        number(t(words.videos)),
        number(t(words.pictures)),
        number(t({ zh: '问题', en: 'Problems' })),
        number(score),
        text(t(words.status)),
      ],
      rows: visits.records.map(row => [
        row.checkshopBeg,
        place(row.shopname, row.shopnameEn),
        row.userName,
        row.durationMinutes,
        row.videoCount,
        row.pictureCount,
        row.problemCount,
        row.score,
        row.evaluationStatus ? t(statusNames[row.evaluationStatus].text) : t(words.noScore),
      ]),
    },
    {
      title: t({ zh: '考评明细', en: 'Evaluations' }),
      columns: [
        time(t(words.time)),
        text(t(words.shop)),
        text(t({ zh: '评估内容', en: 'What' })),
        text(t(words.owner)),
        number(score),
        number(t({ zh: '扣分', en: 'Lost' })),
        number(t({ zh: '扣分项', en: 'Deductions' })),
        number(t(words.pictures)),
        text(t(words.status)),
      ],
      rows: evaluations.records.map(row => [
        row.evaluationTime,
        place(row.shopname, row.shopnameEn),
        place(row.itemName, row.itemNameEn),
        row.userName,
        row.score,
        row.lostScore,
        row.deductCount,
        row.pictureCount,
        t(statusNames[row.evaluationStatus].text),
      ]),
    },
    {
      title: t(words.inspections),
      columns: [
        time(t(words.time)),
        text(t(words.shop)),
        text(t({ zh: '表单', en: 'Form' })),
        text(t(words.owner)),
        number(t({ zh: '检查项', en: 'Items' })),
        number(t({ zh: '异常', en: 'Not in order' })),
        text(t({ zh: '备注', en: 'Remark' })),
      ],
      rows: inspections.records.map(row => [
        row.inspectionTime,
        place(row.shopname, row.shopnameEn),
        place(row.formName, row.formNameEn),
        row.userName,
        row.itemCount,
        row.abnormalCount,
        row.remark,
      ]),
    },
    {
      title: t(words.dailyRecords),
      columns: [
        time(t(words.time)),
        text(t(words.shop)),
        text(t({ zh: '类型', en: 'Type' })),
        text(t(words.owner)),
        text(t({ zh: '内容', en: 'What' })),
      ],
      rows: daily.records.map(row => [
        row.recordTime,
        place(row.shopname, row.shopnameEn),
        place(row.typeName, row.typeNameEn),
        row.userName,
        row.content,
      ]),
    },
  ]
}
