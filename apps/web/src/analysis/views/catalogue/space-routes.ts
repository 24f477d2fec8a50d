import type { View } from '../view.ts'

export const spaceRoutes: readonly View[] = [
  {
    path: '/userRoute',
    title: { zh: '顾客动线', en: 'Customer mobility' },
    authority: ['space.view', 'flow.view'],
    section: 'spaceRoutes',
    isOfOneShop: true,
    filters: ['shop', 'floor', 'zone', 'dateRange', 'gender', 'ageBand', 'dayType'],
    exports: ['xlsx', 'pdf'],
    panels: [
      {
        id: 'p1',
        kind: 'pathMap',
        title: { zh: '区域·流转人次动线图', en: 'Moves by zone: paths' },
        metrics: ['transitions'],
        by: ['zone'],
        source: ['track'],
      }, // line width = number of people
      {
        id: 'p2',
        kind: 'sankey',
        title: { zh: '区域·流转人次流向图', en: 'Moves by zone: flow diagram' },
        metrics: ['transitions'],
        by: ['zone'],
        source: ['track'],
      },
      {
        id: 'p3',
        kind: 'rank',
        title: { zh: '最常见动线', en: 'Commonest routes' },
        metrics: ['visits'],
        by: ['path'],
        source: ['track'],
      },
      {
        id: 'p4',
        kind: 'rank',
        title: { zh: '首站占比', en: 'First stop' },
        metrics: ['visits'],
        by: ['zone'],
        calc: ['firstStop'],
        source: ['track'],
      },
      {
        id: 'p5',
        kind: 'chord',
        title: { zh: '区域·流转人次关系图', en: 'Moves by zone: chord' },
        metrics: ['transitions'],
        by: ['zone'],
        source: ['track'],
      },
      {
        id: 'p6',
        kind: 'table',
        title: { zh: '区域明细表', en: 'By zone: table' },
        metrics: ['transitions', 'dwell'],
        by: ['zone'],
        source: ['track'],
      },
    ],
  },
  {
    path: '/user_track_x/user_track_x',
    title: { zh: 'VIP 动线', en: 'VIP moving line' },
    authority: ['track.view'],
    section: 'spaceRoutes',
    filters: ['shop', 'floor', 'person', 'identity', 'date'],
    exports: ['pdf'],
    panels: [
      {
        id: 'p1',
        kind: 'list',
        title: { zh: '人员与到访', en: 'People and visits' },
        metrics: ['visits'],
        by: ['person'],
        source: [2, 'track'],
      }, // search by photo id, VIP filter, visits of the day
      {
        id: 'p2',
        kind: 'pathMap',
        title: { zh: '轨迹回放', en: 'Track replay' },
        metrics: [],
        by: ['time'],
        source: ['track'],
      }, // play, speed, floor switch
      {
        id: 'p3',
        kind: 'timeline',
        title: { zh: '逐站停留', en: 'Stop by stop' },
        metrics: ['dwell'],
        by: ['zone'],
        source: ['track'],
      },
      {
        id: 'p4',
        kind: 'gallery',
        title: { zh: '沿途抓拍', en: 'Captures on the way' },
        metrics: ['snapshots'],
        by: ['time'],
        source: [2],
      },
      {
        id: 'p5',
        kind: 'rank',
        title: { zh: '区域·驻留时长排行', en: 'Dwell by zone: ranking' },
        metrics: ['dwell'],
        by: ['zone'],
        source: ['track'],
      },
    ],
  },
]
