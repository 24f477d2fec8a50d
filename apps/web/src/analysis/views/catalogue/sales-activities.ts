import type { View } from '../view.ts'

export const salesActivities: readonly View[] = [
  {
    path: '/activityAnalysis',
    title: { zh: '活动分析', en: 'Activity analysis' },
    authority: ['activity.edit', 'flow.view', 'sales.view'],
    section: 'salesActivities',
    filters: ['area', 'shops', 'activity', 'dateRange', 'compare'],
    exports: ['xlsx', 'pdf'],
    panels: [
      {
        id: 'p1',
        kind: 'list',
        width: 12,
        title: { zh: '活动列表', en: 'Activities' },
        metrics: [],
        source: ['system'],
      }, // name, dates, shops, zone, cost, status; create and edit
      {
        id: 'p2',
        kind: 'trend',
        width: 12,
        title: { zh: '活动前中后', en: 'Before, during, after' },
        metrics: ['visits', 'sales'],
        by: ['time'],
        granularity: ['day'],
        calc: ['expected'],
        source: [1, 'sales'],
      },
      {
        id: 'p3',
        kind: 'kpi',
        title: { zh: '关键指标(增量)', en: 'Key figures (uplift over expected)' },
        metrics: ['visits', 'newCustomers', 'sales', 'bagRate'],
        compare: ['customRange'],
        calc: ['uplift'],
        source: [1, 2, 'sales'],
      }, // uplift, cost per extra visitor
      {
        id: 'p4',
        kind: 'pyramid',
        title: { zh: '人数年龄性别金字塔', en: 'Visitors by age and gender' },
        metrics: ['visitors'],
        by: ['ageBand', 'gender'],
        compare: ['customRange'],
        source: [2],
      },
      {
        id: 'p5',
        kind: 'rank',
        title: { zh: '门店·人次排行(增量)', en: 'Visits by shop: ranking (uplift over expected)' },
        metrics: ['visits'],
        by: ['shop'],
        calc: ['uplift'],
        source: [1],
      },
      {
        id: 'p6',
        kind: 'table',
        title: { zh: '活动×门店明细表(增量)', en: 'By activity × shop: table (uplift over expected)' },
        metrics: ['visits', 'sales'],
        by: ['activity', 'shop'],
        calc: ['uplift'],
        source: [1, 'sales'],
      },
    ],
  },
]
