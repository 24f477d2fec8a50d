import { type FindingStatus, findingStatusNames, type Text } from '@aisle/contract'

export const text = {
  noFinding: { zh: '没有找到这条发现', en: 'There is no such finding' },
  foreign: { zh: '该发现所在门店不在你的权限范围内', en: 'The shop of this finding is outside your scope' },
  changed: {
    zh: '这条发现刚被其他人处理过，已显示最新状态',
    en: 'Somebody else has just decided about this finding',
  },
  noZone: { zh: '没有找到这个区域', en: 'There is no such zone' },
  noCamera: { zh: '没有找到这个摄像头', en: 'There is no such camera' },
  noPreset: { zh: '该摄像头没有这个预置位', en: 'This camera has no such preset' },
  noPicture: { zh: '没有找到这张图片', en: 'There is no such picture' },
  noPlace: {
    zh: '手动抓拍的图片没有固定机位，不能作为参考图',
    en: 'A picture taken by hand away from any preset cannot be a reference',
  },
  invalid: { zh: '输入有误', en: 'The input is not valid' },
  questionType: { zh: 'AI 巡店', en: 'AI shop' },
} as const satisfies Record<string, Text>

/** Why an action is refused: it does not lead on from where the finding is. */
export const wrongStatus = (status: FindingStatus): Text => ({
  zh: `当前状态为「${findingStatusNames[status].zh}」，不能执行此操作`,
  en: `This finding is “${findingStatusNames[status].en}”: this cannot be done now`,
})
