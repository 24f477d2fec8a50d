import type { ExportPart } from '@aisle/contract'
import type { Translate } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { type FigureQuery, recordQueries } from './queries.ts'
import { words } from './text.ts'

const all = { pageNumber: 1, pageSize: 9999, sort: 'patrols', order: 'desc' } as const

/** The overview as tables: the same figures that its panels show, all shops in place of one page of them. */
export async function overviewParts(query: FigureQuery, t: Translate): Promise<ExportPart[]> {
  const [figures, coverage, scores, groups, inspectors, shops] = await Promise.all([
    queryClient.fetchQuery(recordQueries.totals(query)),
    queryClient.fetchQuery(recordQueries.coverage(query)),
    queryClient.fetchQuery(recordQueries.scores(query)),
    queryClient.fetchQuery(recordQueries.groups(query)),
    queryClient.fetchQuery(recordQueries.inspectors(query)),
    queryClient.fetchQuery(recordQueries.shops(query, all)),
  ])
  const place = (zh: string, en: string) => t({ zh, en })
  const text = (zh: string, en: string) => ({ title: t({ zh, en }), kind: 'text' as const })
  const number = (title: string, unit?: string) => ({
    title,
    kind: 'number' as const,
    ...(unit ? { unit } : {}),
  })
  const rate = (title: string) => ({ title, kind: 'percent' as const })
  // Days in which nobody kept records are unknown, not nought.
  const sets = [figures.totals, figures.previous?.totals, figures.lastYear?.totals].map((totals, at) =>
    at === 0 || (totals && totals.patrols + totals.evaluations > 0) ? totals : undefined,
  )
  const row = (title: string, key: keyof typeof figures.totals) => [
    title,
    ...sets.map(totals => totals?.[key] ?? null),
  ]
  return [
    {
      title: t(words.keyFigures),
      columns: [
        text('指标', 'Figure'),
        number(t({ zh: '本期', en: 'These days' })),
        number(t({ zh: '上期', en: 'Days before' })),
        number(t({ zh: '去年同日', en: 'Last year' })),
      ],
      rows: [
        row(t(words.patrols), 'patrols'),
        row(`${t(words.coverage)} (%)`, 'patrolCoverage'),
        row(t(words.score), 'score'),
        row(t(words.problems), 'problems'),
        row(t(words.problemsClosed), 'problemsClosed'),
        row(`${t(words.closeRate)} (%)`, 'closeRate'),
      ],
    },
    {
      title: t({ zh: '省×市得分', en: 'Score by province × city' }),
      columns: [
        text('省', 'Province'),
        text('市', 'City'),
        number(t(words.score)),
        number(t(words.evaluations)),
      ],
      rows: scores.flatMap(province =>
        province.cities.map(city => [
          place(province.name, province.nameEn),
          place(city.name, city.nameEn),
          city.score,
          city.evaluations,
        ]),
      ),
    },
    {
      title: t({ zh: '大区×省覆盖率', en: 'Coverage by region × province' }),
      columns: [
        text('大区', 'Region'),
        text('省', 'Province'),
        number(t({ zh: '门店', en: 'Shops' })),
        number(t({ zh: '已巡', en: 'Patrolled' })),
        rate(t(words.coverage)),
      ],
      rows: coverage.map(one => [
        place(one.region.name, one.region.nameEn),
        place(one.province.name, one.province.nameEn),
        one.shops,
        one.shopsPatrolled,
        one.patrolCoverage,
      ]),
    },
    {
      title: t({ zh: '考评项得分率', en: 'Points earned by group' }),
      columns: [
        text('考评项', 'Group'),
        rate(t({ zh: '本期', en: 'These days' })),
        rate(t({ zh: '上期', en: 'Days before' })),
      ],
      rows: groups.map(group => [place(group.name, group.nameEn), group.score, group.previousScore]),
    },
    {
      title: t({ zh: '门店明细', en: 'Shops' }),
      columns: [
        text('门店', 'Shop'),
        text('区域', 'Area'),
        number(t(words.patrols)),
        { title: t({ zh: '最近巡店', en: 'Last patrol' }), kind: 'time' },
        number(t(words.score)),
        number(t(words.problems)),
        number(t(words.problemsClosed)),
        rate(t(words.closeRate)),
      ],
      rows: shops.records.map(shop => [
        place(shop.shopname, shop.shopnameEn),
        place(shop.areaPath, shop.areaPathEn),
        shop.patrols,
        shop.lastPatrol,
        shop.score,
        shop.problems,
        shop.problemsClosed,
        shop.closeRate,
      ]),
    },
    {
      title: t({ zh: '巡店员工作量', en: 'Inspector workload' }),
      columns: [
        text('巡店员', 'Inspector'),
        number(t(words.patrols)),
        number(t({ zh: '门店', en: 'Shops' })),
        number(t({ zh: '看画面', en: 'Watched' }), t({ zh: '分', en: 'min' })),
        number(t(words.evaluations)),
        number(t(words.problems)),
      ],
      rows: inspectors.map(one => [
        one.userName,
        one.patrols,
        one.shops,
        one.watchedMinutes,
        one.evaluations,
        one.problems,
      ]),
    },
  ]
}
