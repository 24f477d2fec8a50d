import type { View } from '../view.ts'

export const salesClerks: readonly View[] = [
  {
    path: '/shoppingGuideAnalyze',
    title: { zh: '导购分析', en: 'Shopping-guide analysis' },
    authority: ['clerk.view', 'sales.view'],
    section: 'salesClerks',
    filters: ['shop', 'clerk', 'dateRange', 'timeWindow', 'compare'],
    exports: ['xlsx', 'pdf'],
    panels: [
      {
        id: 'p1',
        kind: 'trend',
        title: { zh: '客流与在岗', en: 'Customers and clerks on the floor' },
        metrics: ['visits', 'clerksOnDuty'],
        by: ['time'],
        granularity: ['hour'],
        source: [1, 2],
      },
      {
        id: 'p2',
        kind: 'kpi',
        title: { zh: '关键指标', en: 'Key figures' },
        metrics: ['customersPerClerk', 'receptions', 'receptionRate', 'sales'],
        compare: ['lastWeekSameDay'],
        source: [1, 2, 5, 'sales'],
      },
      {
        id: 'p3',
        kind: 'rank',
        title: { zh: '导购·销售额排行', en: 'Sales by clerk: ranking' },
        metrics: ['sales'],
        by: ['clerk'],
        source: ['sales'],
      },
      {
        id: 'p4',
        kind: 'quadrant',
        title: { zh: '导购·接待次数、成交笔数四象限', en: 'Receptions, deals by clerk: quadrants' },
        metrics: ['receptions', 'deals'],
        by: ['clerk'],
        source: [5, 'sales'],
      }, // visits are of no clerk, and so there is no bag rate of one: who receives against who sells
      {
        id: 'p5',
        kind: 'heatmap',
        title: { zh: '小时×星期·人均接待负荷热度矩阵', en: 'Customers per clerk by hour × weekday: matrix' },
        metrics: ['customersPerClerk'],
        by: ['hourOfDay', 'weekday'],
        source: [1, 2],
      },
      {
        id: 'p6',
        kind: 'table',
        title: { zh: '导购明细表', en: 'By clerk: table' },
        metrics: ['receptions', 'deals', 'sales', 'unitPrice'],
        by: ['clerk'],
        compare: ['lastWeekSameDay'],
        source: [5, 'sales'],
      },
    ],
  },
]
