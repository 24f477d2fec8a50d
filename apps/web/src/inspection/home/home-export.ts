import type { ExportPart } from '@aisle/contract'
import type { Translate } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { type FigureQuery, recordQueries } from '../records/queries.ts'
import { words as recordWords } from '../records/text.ts'
import { homeQueries } from './queries.ts'
import { words } from './text.ts'

/** The home as tables: the figures that its panels show, all visits in place of one page of them. */
export async function homeParts(query: FigureQuery, t: Translate): Promise<ExportPart[]> {
  const { shopid: _, ...everywhere } = query
  const [figures, scores, items, types, inspected, daily, kinds, days, visits] = await Promise.all([
    queryClient.fetchQuery(recordQueries.totals(query)),
    queryClient.fetchQuery(homeQueries.scores(everywhere)),
    queryClient.fetchQuery(homeQueries.items(query, 100)),
    queryClient.fetchQuery(homeQueries.types(query)),
    queryClient.fetchQuery(homeQueries.inspectionTypes(query)),
    queryClient.fetchQuery(homeQueries.dailyTypes(query)),
    queryClient.fetchQuery(homeQueries.dayKinds(query)),
    queryClient.fetchQuery(recordQueries.days(query)),
    queryClient.fetchQuery(
      recordQueries.visits({ ...query, sort: 'checkshopBeg', order: 'desc', pageNumber: 1, pageSize: 9999 }),
    ),
  ])
  const name = (zh: string, en: string) => t({ zh, en: en === '' ? zh : en })
  const text = (zh: string, en: string) => ({ title: t({ zh, en }), kind: 'text' as const })
  const number = (title: string) => ({ title, kind: 'number' as const })
  const rate = (title: string) => ({ title, kind: 'percent' as const })
  const sets = [figures.totals, figures.previous?.totals]
  const row = (title: string, key: keyof typeof figures.totals) => [
    title,
    ...sets.map(totals => totals?.[key] ?? null),
  ]
  return [
    {
      title: t(recordWords.keyFigures),
      columns: [
        text('指标', 'Figure'),
        number(t({ zh: '本期', en: 'These days' })),
        number(t({ zh: '上期', en: 'Days before' })),
      ],
      rows: [
        row(t(recordWords.score), 'score'),
        row(t(recordWords.evaluations), 'evaluations'),
        row(t(recordWords.inspections), 'inspections'),
        row(t(recordWords.dailyRecords), 'dailyRecords'),
        row(t(recordWords.patrols), 'patrols'),
      ],
    },
    {
      title: t(words.shopRank),
      columns: [
        number(t({ zh: '名次', en: 'Place' })),
        text('门店', 'Shop'),
        number(t(recordWords.score)),
        number(t({ zh: '上期得分', en: 'Score before' })),
        number(t(recordWords.evaluations)),
      ],
      rows: scores.map(one => [
        one.rank,
        name(one.shopname, one.shopnameEn),
        one.score,
        one.previousScore,
        one.evaluationCount,
      ]),
    },
    {
      title: t(words.losing),
      columns: [
        text('考评项', 'Item'),
        text('分类', 'Group'),
        number(t({ zh: '扣分', en: 'Points lost' })),
        number(t({ zh: '次数', en: 'Times' })),
        rate(t({ zh: '扣分率', en: 'Share of times scored' })),
      ],
      rows: items.map(item => [
        name(item.itemName, item.itemNameEn),
        name(item.pitemName, item.pitemNameEn),
        item.lostScore,
        item.count,
        item.rate,
      ]),
    },
    {
      title: t(words.byType),
      columns: [
        text('考评类型', 'Type'),
        number(t({ zh: '项次', en: 'Items' })),
        number(t(words.passed)),
        number(t(words.minor)),
        number(t(words.medium)),
        number(t(words.severe)),
        rate(t({ zh: '合格率', en: 'Passed' })),
      ],
      rows: types.map(type => [
        name(type.typeName, type.typeNameEn),
        type.count,
        type.passCount,
        type.minorCount,
        type.mediumCount,
        type.severeCount,
        type.passRate,
      ]),
    },
    {
      title: t({ zh: '巡检类型', en: 'Inspections by type' }),
      columns: [text('类型', 'Type'), number(t({ zh: '项次', en: 'Items' })), number(t(words.abnormal))],
      rows: inspected.map(type => [name(type.typeName, type.typeNameEn), type.count, type.abnormalCount]),
    },
    {
      title: t({ zh: '日常记录类型', en: 'Daily records by type' }),
      columns: [text('类型', 'Type'), number(t({ zh: '条数', en: 'Records' }))],
      rows: daily.map(type => [name(type.typeName, type.typeNameEn), type.count]),
    },
    {
      title: t(words.dayKinds),
      columns: [text('日期类型', 'Days'), number(t(recordWords.evaluations)), number(t(recordWords.score))],
      rows: kinds.kinds.map(kind => [
        t(kind.isHoliday === 1 ? words.weekend : words.workday),
        kind.count,
        kind.averageScore,
      ]),
    },
    {
      title: t(words.overTime),
      columns: [
        text('日期', 'Day'),
        number(t(recordWords.evaluations)),
        number(t(recordWords.inspections)),
        number(t(recordWords.dailyRecords)),
      ],
      rows: days.map(day => [day.date, day.evaluations, day.inspections, day.dailyRecords]),
    },
    {
      title: t(words.visits),
      columns: [
        { title: t({ zh: '开始时间', en: 'Began' }), kind: 'time' },
        { title: t({ zh: '结束', en: 'Ended' }), kind: 'time' },
        text('门店', 'Shop'),
        text('巡店员', 'Inspector'),
        number(t({ zh: '时长（分）', en: 'Minutes' })),
        number(t(recordWords.videos)),
        number(t(recordWords.pictures)),
        number(t({ zh: '问题', en: 'Problems' })),
        number(t(recordWords.score)),
      ],
      rows: visits.records.map(visit => [
        visit.checkshopBeg,
        visit.checkshopEnd,
        name(visit.shopname, visit.shopnameEn),
        visit.userName,
        visit.durationMinutes,
        visit.videoCount,
        visit.pictureCount,
        visit.problemCount,
        visit.score,
      ]),
    },
  ]
}
