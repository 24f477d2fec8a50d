import type { CheckItem, Text } from '@aisle/contract'
import type { Translate } from '../lib/i18n.ts'

export const groupNames: Record<NonNullable<CheckItem['cameraGroup']>, Text> = {
  entrance: { zh: '入口', en: 'Entrance' },
  checkout: { zh: '收银', en: 'Checkout' },
  floor: { zh: '卖场', en: 'Floor' },
  back: { zh: '后场', en: 'Back' },
}
export const scoringNames: Record<CheckItem['scoring'], Text> = {
  full: { zh: '全得或全扣', en: 'All or nothing' },
  partial: { zh: '按严重程度扣分', en: 'By severity' },
}

/** What an item is edited in, as the editor and its history call it. */
export const fieldNames = {
  itemName: { zh: '名称', en: 'Name' },
  itemNameEn: { zh: '英文名称', en: 'English name' },
  itemScore: { zh: '分值', en: 'Points' },
  scoring: { zh: '计分方式', en: 'Scoring' },
  deductions: { zh: '扣分', en: 'Deductions' },
  cameraGroup: { zh: '看哪里', en: 'Where to look' },
  presetName: { zh: '预置位', en: 'Preset' },
  itemDuration: { zh: '建议时长（秒）', en: 'Seconds to look' },
  remarkPhrases: { zh: '常用备注', en: 'Phrases' },
  standardPictureUrl: { zh: '标准图', en: 'Standard picture' },
  pitemId: { zh: '分组', en: 'Group' },
} as const satisfies Partial<Record<keyof CheckItem, Text>>
export type Field = keyof typeof fieldNames
const fields = Object.keys(fieldNames) as Field[]

export type Change = { field: Field; before: string; after: string }

/** An item as a version tells it: old ones lack what came later. */
type Told = { [Name in keyof CheckItem]?: CheckItem[Name] | undefined }

/** What differs between two versions of an item, in words. `nameOf` names a group. */
export function changesBetween(
  before: Told,
  after: Told,
  t: Translate,
  nameOf: (itemId: string) => string,
): Change[] {
  return fields.flatMap(field => {
    // What a group is worth and how long it takes follow from its items.
    if (after.isGroup && (field === 'itemScore' || field === 'itemDuration')) return []
    const [old, now] = [before[field], after[field]]
    if (JSON.stringify(old ?? null) === JSON.stringify(now ?? null)) return []
    return [{ field, before: said(field, before, t, nameOf), after: said(field, after, t, nameOf) }]
  })
}

function said(field: Field, item: Told, t: Translate, nameOf: (itemId: string) => string): string {
  const none = t({ zh: '无', en: 'none' })
  switch (field) {
    case 'scoring':
      return item.scoring ? t(scoringNames[item.scoring]) : none
    case 'cameraGroup':
      return item.cameraGroup ? t(groupNames[item.cameraGroup]) : none
    case 'deductions':
      return item.deductions
        ? `${item.deductions.minor} / ${item.deductions.medium} / ${item.deductions.severe}`
        : none
    case 'remarkPhrases':
      return item.remarkPhrases?.join(t({ zh: '；', en: '; ' })) || none
    case 'standardPictureUrl':
      return item.standardPictureUrl ? t({ zh: '有', en: 'set' }) : none
    case 'pitemId':
      return item.pitemId ? nameOf(item.pitemId) : none
    default:
      return String(item[field] ?? '') || none
  }
}
