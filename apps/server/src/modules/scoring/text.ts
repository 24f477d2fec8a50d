import type { EvaluationStatus, Text } from '@aisle/contract'

const statusWord: Record<EvaluationStatus, Text> = {
  saved: { zh: '已保存', en: 'saved' },
  confirmed: { zh: '已确认', en: 'confirmed' },
  revoked: { zh: '已撤销', en: 'revoked' },
}

export const text = {
  invalid: { zh: '输入有误', en: 'The input is not valid' },
  noItem: { zh: '没有找到这个检查项', en: 'There is no such item' },
  itemChanged: {
    zh: '这个检查项刚被别人修改过，请看过后再改',
    en: 'Someone changed this item just now. Look at it and change it again.',
  },
  itemArchived: {
    zh: '已归档的检查项不能修改，请先恢复',
    en: 'Restore the archived item before changing it',
  },
  groupHasNone: { zh: '分组没有标准图，请为检查项设置', en: 'Groups have no standard picture, items do' },
  noStandard: { zh: '没有这张标准图', en: 'There is no such standard picture' },
  notAPicture: {
    zh: '不是可用的图片，请上传 JPEG、PNG 或 WebP',
    en: 'Not a picture. Send a JPEG, PNG or WebP',
  },
  groupArchived: { zh: '请先恢复它所在的分组', en: 'Restore its group first' },
  sameName: { zh: '同一分组里已有同名的检查项', en: 'The group has an item of this name already' },
  noEvaluation: { zh: '没有找到这次评估', en: 'There is no such evaluation' },
  noInspection: { zh: '没有找到这次巡检', en: 'There is no such inspection' },
  noDaily: { zh: '没有找到这条日常记录', en: 'There is no such daily record' },
  noType: { zh: '没有这种日常记录类型', en: 'There is no such type of daily record' },
  noCheck: { zh: '没有找到这条巡店记录', en: 'There is no such check-shop record' },
  notYourCheck: { zh: '这条巡店记录不是你的', en: 'This check-shop record is not yours' },
  foreignRecord: {
    zh: '这条记录所在的门店不在你的权限范围内',
    en: 'The shop of this record is outside your scope',
  },
  notYours: {
    zh: '所选记录不全是你的，不能更改',
    en: 'Not all of these records are yours to change',
  },
  nothingScored: { zh: '至少要为一项打分', en: 'At least one item must be scored' },
  noForm: { zh: '还没有可用的评估表', en: 'There is no form to evaluate with yet' },
  keyUsed: { zh: '这个 clientKey 已用于另一条记录', en: 'This clientKey belongs to another record' },
  noPictures: {
    zh: '所附图片不存在，或不属于该门店',
    en: 'A picture is missing or belongs to another shop',
  },
  draftChanged: {
    zh: '草稿已在别处更新，这里的改动没有保存',
    en: 'The draft was changed elsewhere. Nothing of it was overwritten.',
  },
  draftGone: {
    zh: '草稿已提交或已放弃',
    en: 'The draft was submitted or discarded',
  },
  unscored: (count: number): Text => ({
    zh: `还有 ${count} 项未评，仍要提交？`,
    en:
      count === 1 ? '1 item is not scored. Submit anyway?' : `${count} items are not scored. Submit anyway?`,
  }),
  cannot: (action: 'confirm' | 'revoke', from: EvaluationStatus): Text =>
    action === 'confirm'
      ? {
          zh: `评估${statusWord[from].zh}，不能再确认`,
          en: `The evaluation is ${statusWord[from].en} and cannot be confirmed`,
        }
      : {
          zh: `评估${statusWord[from].zh}，不能再撤销`,
          en: `The evaluation is ${statusWord[from].en} and cannot be revoked`,
        },
  onlyConfirm: {
    zh: '状态只能改为已确认；撤销请用撤销操作',
    en: 'The status can only become confirmed; revoking is a call of its own',
  },
} satisfies Record<string, Text | ((...args: never[]) => Text)>
