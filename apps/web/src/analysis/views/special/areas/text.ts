import type { CustomArea, Text } from '@aisle/contract'
import type { Fault } from './draft.ts'

export const faultTexts: Record<Fault, Text> = {
  name: { zh: '请输入名称，最多 40 字', en: 'Give the area a name of up to 40 characters' },
  corners: { zh: '至少需要三个角点', en: 'Three corners are needed' },
  crossed: { zh: '边不能相交，请移动角点', en: 'Sides must not cross: move a corner' },
  zones: { zh: '请在平面图上选择区域', en: 'Choose zones on the plan' },
}

export const colorNames: Record<CustomArea['color'], Text> = {
  blue: { zh: '蓝', en: 'Blue' },
  orange: { zh: '橙', en: 'Orange' },
  teal: { zh: '青', en: 'Teal' },
  purple: { zh: '紫', en: 'Purple' },
  olive: { zh: '橄榄', en: 'Olive' },
  wine: { zh: '酒红', en: 'Wine' },
}
/** The series colours of charts, which any kind of colour vision tells apart. */
export const colorOf: Record<CustomArea['color'], string> = {
  blue: 'var(--chart-1)',
  orange: 'var(--chart-2)',
  teal: 'var(--chart-3)',
  purple: 'var(--chart-4)',
  olive: 'var(--chart-5)',
  wine: 'var(--chart-6)',
}

export const basis: Text = {
  zh: '画出的区域没有计数器：经过人次与每次停留来自穿过它的动线（仅被追踪的顾客，动线保存 90 天），热度来自热力网格。由区域组成的，读取区域计数。',
  en: 'No counter stands at a drawn area: passes and the time of each are from tracks that go through it (followed customers alone, tracks are kept 90 days), heat is from the cells in it. Areas put together of zones are read by the counts of those zones.',
}
