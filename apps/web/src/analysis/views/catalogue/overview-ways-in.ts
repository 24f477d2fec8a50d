import type { View } from '../view.ts'

export const overviewWaysIn: readonly View[] = [
  {
    path: '/mapMode',
    title: { zh: '按地图查看', en: 'View by map' },
    authority: ['flow.view'],
    section: 'overviewWaysIn',
    filters: ['area', 'metric', 'period', 'compare', 'format'],
    exports: ['xlsx'],
    panels: [
      {
        id: 'p1',
        kind: 'geoMap',
        title: {
          zh: '省×市×门店·人次、销售额、进店率地图',
          en: 'Visits, sales, store rate by province × city × shop: map',
        },
        metrics: ['visits', 'sales', 'storeRate'],
        by: ['province', 'city', 'shop'],
        compare: ['lastWeekSameDay', 'lastYearSameDay'],
        source: [1, 'sales'],
      }, // drill by click, bubbles at shop level
      {
        id: 'p2',
        kind: 'rank',
        title: { zh: '当前层级排行', en: 'Ranking of this level' },
        metrics: ['visits'],
        by: ['province'],
        isOfLevel: true,
        source: [1],
      },
      {
        id: 'p3',
        kind: 'kpi',
        title: { zh: '关键指标', en: 'Key figures' },
        metrics: ['visits', 'sales', 'storeRate'],
        compare: ['lastWeekSameDay'],
        source: [1, 'sales'],
      },
      {
        id: 'p4',
        kind: 'detail',
        title: { zh: '选中门店', en: 'Chosen shop' },
        metrics: ['visits', 'sales', 'score'],
        by: ['shop'],
        source: [1, 'sales', 'inspection'],
      }, // opens detail, monitoring, overview
    ],
  },
  {
    path: '/byGeography',
    title: { zh: '按地域查看', en: 'View by geography' },
    authority: ['flow.view'],
    section: 'overviewWaysIn',
    filters: ['area', 'metric', 'period', 'compare'],
    exports: ['xlsx', 'csv'],
    panels: [
      {
        id: 'p1',
        kind: 'tree',
        title: { zh: '组织树', en: 'Organisation tree' },
        metrics: ['visits'],
        by: ['region', 'province', 'city', 'county', 'shop'],
        source: [1],
      }, // value, growth and share at each node
      {
        id: 'p2',
        kind: 'table',
        title: { zh: '门店明细表', en: 'By shop: table' },
        metrics: ['visits', 'visitors', 'sales', 'storeRate', 'bagRate'],
        by: ['shop'],
        compare: ['lastWeekSameDay', 'lastYearSameDay'],
        source: [1, 2, 'sales'],
      },
      {
        id: 'p3',
        kind: 'pie',
        title: { zh: '省·人次占比', en: 'Visits by province: share' },
        metrics: ['visits'],
        by: ['province'],
        calc: ['share'],
        source: [1],
      },
      {
        id: 'p4',
        kind: 'trend',
        title: { zh: '选中节点趋势', en: 'Trend of the chosen node' },
        metrics: ['visits'],
        by: ['time'],
        granularity: ['day'],
        compare: ['lastYearSameDay'],
        source: [1],
      },
    ],
  },
  {
    path: '/recentVisit',
    title: { zh: '最近访问', en: 'Recent visits' },
    authority: [],
    section: 'overviewWaysIn',
    filters: ['keyword'],
    exports: [],
    panels: [
      {
        id: 'p1',
        kind: 'list',
        title: { zh: '最近打开', en: 'Recently opened' },
        metrics: [],
        source: ['system'],
      }, // pages with filters and time, pin, remove, clear
      {
        id: 'p2',
        kind: 'list',
        title: { zh: '最近看过的门店', en: 'Shops seen lately' },
        metrics: ['visits'],
        by: ['shop'],
        compare: ['yesterday'],
        source: [1],
      }, // today's visits and growth
    ],
  },
]
