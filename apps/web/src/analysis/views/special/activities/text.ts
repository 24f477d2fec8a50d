import type { Text } from '@aisle/contract'

export const words = {
  create: { zh: '新建活动', en: 'New activity' },
  edit: { zh: '编辑', en: 'Edit' },
  save: { zh: '保存', en: 'Save' },
  close: { zh: '取消', en: 'Cancel' },
  callOff: { zh: '取消活动', en: 'Call off' },
  remove: { zh: '删除', en: 'Delete' },
  name: { zh: '活动名称', en: 'Name' },
  nameEn: { zh: '英文名称', en: 'Name in English' },
  kind: { zh: '类型', en: 'Kind' },
  days: { zh: '日期', en: 'Days' },
  hours: { zh: '时间', en: 'Hours' },
  wholeDay: { zh: '营业时间内', en: 'While shops are open' },
  where: { zh: '范围', en: 'Where' },
  everyShop: { zh: '全部门店', en: 'Every shop' },
  areas: { zh: '区域', en: 'Areas' },
  shops: { zh: '门店', en: 'Shops' },
  place: { zh: '店内位置', en: 'Where in the shop' },
  cost: { zh: '投入(元)', en: 'Cost (CNY)' },
  note: { zh: '备注', en: 'Note' },
  status: { zh: '状态', en: 'Status' },
  search: { zh: '搜索活动', en: 'Search activities' },
  none: {
    zh: '此范围内还没有活动。登记活动后，可看到它带来的增量。',
    en: 'No activity here yet. Put one down to see what it brings.',
  },
  noneYet: {
    zh: '活动尚未开始，结束一天后可看到增量',
    en: 'The activity has not begun: what it brings is known a day after',
  },
  choose: { zh: '请在列表中选择一个活动', en: 'Choose an activity from the list' },
} as const satisfies Record<string, Text>

export const phaseNames = {
  before: { zh: '活动前', en: 'Before' },
  during: { zh: '活动中', en: 'During' },
  after: { zh: '活动后', en: 'After' },
} as const satisfies Record<string, Text>

/** How expected figures come about: said where they are shown. */
export const method: Text = {
  zh: '预期：各店按活动前 8 周同星期的中位数（雨雪另计，节假日与其他活动日不计），再按最近两周的水平调整。区间：用其余各周推算每一周时的偏差，95%。',
  en: 'Expected: for each shop the median of the same weekdays of the 8 weeks before (rain and snow apart; holidays and days of other activities left out), at the level of the last two weeks. Range: how far off each of these weeks would have been foretold from the others, 95%.',
}
