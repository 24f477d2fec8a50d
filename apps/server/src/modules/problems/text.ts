import {
  type ProblemAction,
  type ProblemStatus,
  problemActions,
  problemStatusNames,
  type Text,
} from '@aisle/contract'

export const text = {
  noProblem: { zh: '没有找到该问题', en: 'There is no such problem' },
  foreign: { zh: '该问题所在门店不在你的权限范围内', en: 'The shop of this problem is outside your scope' },
  forbidden: { zh: '你没有执行此操作的权限', en: 'You are not allowed to do this' },
  changed: {
    zh: '该问题已被他人更新，请查看最新状态后再操作',
    en: 'Someone else changed this problem meanwhile. Look at its present state first.',
  },
  closed: { zh: '问题已关闭，不能再修改', en: 'The problem is closed and cannot be changed' },
  invalid: { zh: '输入有误', en: 'The input is not valid' },
  otherUse: {
    zh: '同一编号已用于另一个门店的问题',
    en: 'The same key was used for a problem of another shop',
  },
} as const satisfies Record<string, Text>

/** Names the status that an action is refused from, and the one that it needs. */
export function wrongStatus(action: ProblemAction, status: ProblemStatus): Text {
  const { name, from } = problemActions[action]
  const [is, needs] = [problemStatusNames[status], problemStatusNames[from]]
  return {
    zh: `问题当前为「${is.zh}」，不能${name.zh}；只有「${needs.zh}」的问题可以${name.zh}`,
    en: `“${name.en}” is not possible: the problem is “${is.en}”, not “${needs.en}”`,
  }
}

type About = { itemName: string; itemNameEn: string; shopName: string; shopNameEn: string }
export type Told =
  | 'raised'
  | 'submitted'
  | 'sentBack'
  | 'closed'
  | 'reopened'
  | 'charged'
  | 'comment'
  | 'due'
  | 'overdue'

const titles: Record<Told, Text> = {
  raised: { zh: '新问题待整改', en: 'A problem to put right' },
  submitted: { zh: '整改已提交，待复核', en: 'Put right, to be reviewed' },
  sentBack: { zh: '整改被退回', en: 'Sent back to be put right' },
  closed: { zh: '问题已关闭', en: 'Problem closed' },
  reopened: { zh: '问题重新打开', en: 'Problem opened again' },
  charged: { zh: '问题已指派给你', en: 'A problem is yours to put right' },
  comment: { zh: '问题有新评论', en: 'New comment on a problem' },
  due: { zh: '问题即将到期', en: 'A problem is due soon' },
  overdue: { zh: '问题已逾期', en: 'A problem is overdue' },
}

/** What a notice about a problem says; `remark` is the words of whoever acted. */
export function noticeWords(told: Told, about: About, remark: string): { title: Text; body: Text } {
  const { zh, en } = titles[told]
  const tail = remark === '' ? '' : `\n${remark}`
  return {
    title: { zh: `${zh}：${about.itemName}`, en: `${en}: ${about.itemNameEn || about.itemName}` },
    body: { zh: `${about.shopName}${tail}`, en: `${about.shopNameEn || about.shopName}${tail}` },
  }
}

/** Where the console shows a problem. */
export const problemLink = (id: string) => `/homePage/homeProblems?problemId=${encodeURIComponent(id)}`
