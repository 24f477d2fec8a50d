import type { View } from '../view.ts'

export const spaceMap: readonly View[] = [
  {
    path: '/mapAnalysis/mapAnalysis',
    title: { zh: '地图分析', en: 'Map analysis' },
    authority: ['flow.view', 'space.view'],
    section: 'spaceMap',
    filters: ['area', 'metric', 'format', 'dateRange', 'compare'],
    exports: ['xlsx', 'pdf'],
    panels: [
      {
        id: 'p1',
        kind: 'geoMap',
        title: {
          zh: '省×市·人次、销售额、坪效地图',
          en: 'Visits, sales, sales per m² by province × city: map',
        },
        metrics: ['visits', 'sales', 'flatEffect'],
        by: ['province', 'city'],
        compare: ['lastWeekSameDay', 'lastYearSameDay'],
        source: [1, 'sales'],
      }, // choropleth + bubbles, two maps linked
      {
        id: 'p2',
        kind: 'quadrant',
        title: { zh: '市·人次、门店数四象限', en: 'Visits, shops by city: quadrants' },
        metrics: ['visits', 'shopCount'],
        by: ['city'],
        source: [1],
      },
      {
        id: 'p3',
        kind: 'boxplot',
        title: { zh: '省·人次箱线图', en: 'Visits by province: spread' },
        metrics: ['visits'],
        by: ['province'],
        source: [1],
      },
      {
        id: 'p4',
        kind: 'rank',
        title: { zh: '市·人次排行(店均)', en: 'Visits by city: ranking (per shop)' },
        metrics: ['visits'],
        by: ['city'],
        calc: ['perShop'],
        source: [1],
      },
      {
        id: 'p5',
        kind: 'scatter',
        title: { zh: '门店·进店率、人次散点', en: 'Store rate, visits by shop: scatter' },
        metrics: ['storeRate', 'visits'],
        by: ['shop'],
        source: [1],
      },
      {
        id: 'p6',
        kind: 'table',
        title: { zh: '省×市明细表', en: 'By province × city: table' },
        metrics: ['visits', 'sales', 'shopCount'],
        by: ['province', 'city'],
        compare: ['lastYearSameDay'],
        source: [1, 'sales'],
      },
    ],
  },
]
