import type { Text } from './problems.ts'

/** Every authority of the product (specification, list of pages, section 5): what it lets a user do, and the roles that start with it. */
export const authorities = {
  'flow.view': { zh: '客流页面', en: 'Flow pages' },
  'flow.multi': { zh: '多店对比', en: 'Pages that compare several shops' },
  'flow.face': { zh: '精准客流', en: 'Precise flow figures' },
  'customer.view': { zh: '客群分析', en: 'Customer groups' },
  'customer.face': { zh: '抓拍人像', en: 'Single captured persons' },
  'track.view': { zh: '个人动线', en: 'Track of one person' },
  'space.view': { zh: '空间与动线', en: 'Heat maps and routes' },
  'wifi.view': { zh: 'WiFi 探针', en: 'WiFi probe analysis' },
  'sales.view': { zh: '销售数据', en: 'Sales figures' },
  'goods.view': { zh: '商品分析', en: 'Goods and fitting' },
  'clerk.view': { zh: '导购数据', en: 'Figures by clerk' },
  'activity.edit': { zh: '活动管理', en: 'Activities' },
  'warning.view': { zh: '预警查看', en: 'Warnings: read' },
  'warning.handle': { zh: '预警处理', en: 'Warnings: handle' },
  'inspect.view': { zh: '巡店与实时画面', en: 'Inspection and live pictures' },
  'inspect.operate': { zh: '云台、预置位与截图', en: 'Steering, presets and captures' },
  'inspect.playback': { zh: '录像回放', en: 'Recordings' },
  'inspect.score': { zh: '评估打分', en: 'Evaluations and records' },
  'inspect.plan': { zh: '巡店计划', en: 'Inspection plans' },
  'problem.view': { zh: '问题查看', en: 'Problems: read' },
  'problem.handle': { zh: '问题处理', en: 'Problems: handle' },
  'ai.view': { zh: 'AI 巡店', en: 'AI shop' },
  'ai.query': { zh: '智能问数', en: 'Ask in plain words' },
  'cashier.view': { zh: '收银防损查看', en: 'Loss prevention: read' },
  'cashier.handle': { zh: '收银防损处理', en: 'Loss prevention: handle' },
  'cashier.rule': { zh: '收银规则', en: 'Till rules' },
  'query.use': { zh: '自定义查询', en: 'Custom query' },
  'query.publish': { zh: '发布报表', en: 'Publish reports' },
  'report.view': { zh: '数据总览', en: 'Data overview' },
  'export.run': { zh: '导出', en: 'Export' },
  'screen.view': { zh: '大屏查看', en: 'Screens: view' },
  'screen.design': { zh: '大屏设计', en: 'Screens: design' },
  'screen.manage': { zh: '大屏管理', en: 'Screens: manage' },
  'device.view': { zh: '设备查看', en: 'Devices: read' },
  'device.manage': { zh: '设备管理', en: 'Devices: manage' },
  'ticket.view': { zh: '我的工单', en: 'Own tickets' },
  'ticket.handle': { zh: '工单处理', en: 'Tickets of others' },
  'notice.view': { zh: '通知查看', en: 'Notices: read' },
  'notice.handle': { zh: '通知处理', en: 'Notices: handle' },
  'settings.view': { zh: '显示与业务设置', en: 'Display and business settings' },
  'kb.edit': { zh: '知识库编辑', en: 'Knowledge base' },
  'diag.use': { zh: '诊断', en: 'Diagnostics' },
  'camera.token': { zh: '厂商播放器令牌', en: 'Vendor tokens in the browser' },
  'shop.manage': { zh: '门店与区域管理', en: 'Shops and areas: manage' },
  'admin.users': { zh: '用户与角色', en: 'Users and roles' },
} as const satisfies Record<string, Text>

export type Authority = keyof typeof authorities
export const authorityNames = Object.keys(authorities) as Authority[]

/**
 * The specification's permission check: an empty requirement admits; otherwise any one of the listed names is enough.
 * Someone without authorities is denied.
 */
export function isAllowed(held: readonly string[] | undefined, required: readonly string[]): boolean {
  if (required.length === 0) return true
  return held !== undefined && required.some(name => held.includes(name))
}

const everyone: Authority[] = [
  'flow.view',
  'flow.multi',
  'report.view',
  'ticket.view',
  'notice.view',
  'notice.handle',
]
const withoutFaces = authorityNames.filter(name => name !== 'customer.face' && name !== 'track.view')

/** The roles an installation begins with; an administrator may edit them. */
export const seedRoles = {
  administrator: {
    name: { zh: '管理员', en: 'Administrator' },
    authorities: [...withoutFaces, 'customer.face', 'track.view'],
  },
  inspector: {
    name: { zh: '巡店员', en: 'Inspector' },
    authorities: [
      ...everyone,
      'warning.view',
      'inspect.view',
      'inspect.operate',
      'inspect.playback',
      'inspect.score',
      'inspect.plan',
      'problem.view',
      'problem.handle',
      'ai.view',
      'cashier.view',
      'cashier.handle',
      'export.run',
      'screen.view',
      'device.view',
      'settings.view',
      'camera.token',
    ],
  },
  operator: {
    name: { zh: '运营分析', en: 'Operator / analyst' },
    authorities: [
      ...everyone,
      'flow.face',
      'customer.view',
      'space.view',
      'wifi.view',
      'sales.view',
      'goods.view',
      'clerk.view',
      'activity.edit',
      'warning.view',
      'warning.handle',
      'inspect.view',
      'problem.view',
      'problem.handle',
      'ai.view',
      'ai.query',
      'cashier.view',
      'cashier.rule',
      'query.use',
      'query.publish',
      'export.run',
      'screen.view',
      'screen.design',
      'screen.manage',
      'settings.view',
    ],
  },
  support: {
    name: { zh: '技术支持', en: 'Support' },
    authorities: [
      ...everyone,
      'wifi.view',
      'warning.view',
      'warning.handle',
      'inspect.view',
      'export.run',
      'device.view',
      'device.manage',
      'ticket.handle',
      'kb.edit',
      'diag.use',
      'camera.token',
    ],
  },
  viewer: {
    name: { zh: '只读', en: 'Viewer' },
    authorities: [...everyone, 'customer.view', 'space.view', 'sales.view', 'goods.view', 'screen.view'],
  },
} as const satisfies Record<string, { name: Text; authorities: readonly Authority[] }>
export type SeedRole = keyof typeof seedRoles
