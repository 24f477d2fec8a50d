import type { View } from '../view.ts'

/** A day on one page: what came, what was sold, what happened, and what is said of it. */
export const reportDaily: readonly View[] = [
  {
    path: '/x_2BusinessDaily/x_2BusinessDaily',
    title: { zh: '经营日报', en: 'Business daily' },
    authority: ['report.view', 'flow.view'],
    section: 'reportDaily',
    filters: ['area', 'shops', 'date', 'compare'],
    exports: ['xlsx', 'pdf'],
    panels: [
      {
        id: 'p1',
        kind: 'kpi',
        title: { zh: '关键指标', en: 'Key figures' },
        metrics: ['visits', 'visitors', 'storeRate', 'sales', 'deals', 'bagRate', 'unitPrice'],
        compare: ['yesterday', 'lastWeekSameDay', 'lastMonthSameDay', 'lastYearSameDay'],
        source: [1, 2, 'sales'],
      },
      {
        id: 'p3',
        kind: 'trend',
        title: { zh: '人次趋势', en: 'Visits: trend' },
        metrics: ['visits'],
        by: ['time'],
        granularity: ['hour'],
        compare: ['lastWeekSameDay'],
        source: [1],
      },
      {
        id: 'p4',
        kind: 'list',
        width: 4,
        title: { zh: '当日事项', en: 'Events of the day' },
        metrics: ['warnings', 'problems'],
        by: ['status'],
        source: [1, 'inspection'],
      },
      {
        id: 'p2',
        kind: 'table',
        width: 12,
        title: { zh: '门店明细表(名次)', en: 'By shop: table (rank)' },
        metrics: ['visits', 'sales', 'bagRate', 'unitPrice'],
        by: ['shop'],
        compare: ['lastWeekSameDay', 'lastYearSameDay'],
        calc: ['rank'],
        sort: 'size',
        source: [1, 'sales'],
      },
      {
        id: 'p5',
        kind: 'text',
        width: 12,
        title: { zh: '天气与备注', en: 'Weather and remarks' },
        metrics: [],
        source: ['weather', 'system'],
      },
    ],
  },
]
