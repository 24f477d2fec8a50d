import type { CheckedAttribute, CheckSample, Text, Verdict } from '@aisle/contract'

/** What is asked about one sample: an attribute, what was recognised, and what it may be in truth. */
export type Asked = {
  attribute: CheckedAttribute
  question: Text
  recognised: string
  choices: readonly { value: string; label: Text }[]
}
export type Judgement = { verdict: Verdict; actual: string }

const band = (text: string): Text => ({ zh: text, en: text })
export const bandWords: readonly Text[] = [
  band('1–10'),
  band('11–20'),
  band('21–30'),
  band('31–40'),
  band('41–50'),
  band('51–60'),
  { zh: '61 及以上', en: '61 and over' },
]
const choices: Readonly<Record<CheckedAttribute, readonly { value: string; label: Text }[]>> = {
  gender: [
    { value: 'man', label: { zh: '男', en: 'Man' } },
    { value: 'woman', label: { zh: '女', en: 'Woman' } },
  ],
  age: bandWords.map((label, index) => ({ value: String(index), label })),
  identity: [
    { value: 'customer', label: { zh: '普通顾客', en: 'Customer' } },
    { value: 'clerk', label: { zh: '店员', en: 'Clerk' } },
    { value: 'vip', label: { zh: 'VIP', en: 'VIP' } },
  ],
  person: [
    { value: 'same', label: { zh: '同一人', en: 'The same' } },
    { value: 'other', label: { zh: '不是同一人', en: 'Somebody else' } },
  ],
}
const attributeWords: Readonly<Record<CheckedAttribute, Text>> = {
  gender: { zh: '性别', en: 'Sex' },
  age: { zh: '年龄段', en: 'Age band' },
  identity: { zh: '身份', en: 'Identity' },
  person: { zh: '与上次是同一人', en: 'Same person as before' },
}

/** The questions about a sample: of what was recognised only, and of an earlier picture where there is one. */
export function questionsOf(
  sample: Pick<CheckSample, 'gender' | 'ageBand' | 'identity' | 'earlier'>,
): Asked[] {
  const recognised: Partial<Record<CheckedAttribute, string>> = {
    ...(sample.gender === 'unknown' ? {} : { gender: sample.gender }),
    ...(sample.ageBand === null ? {} : { age: String(sample.ageBand) }),
    identity: sample.identity,
    ...(sample.earlier ? { person: 'same' } : {}),
  }
  return (['gender', 'age', 'identity', 'person'] as const).flatMap(attribute => {
    const value = recognised[attribute]
    return value === undefined
      ? []
      : [{ attribute, question: attributeWords[attribute], recognised: value, choices: choices[attribute] }]
  })
}

/** What a choice says: right where it is what was recognised, else wrong, and what it is in truth. */
export const judgementOf = ({ recognised }: Asked, value: string): Judgement => ({
  verdict: value === recognised ? 'right' : 'wrong',
  actual: value,
})

/** What a key says about a question; undefined where it says nothing. → right, ← wrong, ↓ unsure, digits choose. */
export function judgementByKey(asked: Asked, key: string): Judgement | undefined {
  if (key === 'ArrowRight') return { verdict: 'right', actual: asked.recognised }
  if (key === 'ArrowLeft') return { verdict: 'wrong', actual: '' }
  if (key === 'ArrowDown' || key === '0') return { verdict: 'unsure', actual: '' }
  const choice = /^[1-9]$/.test(key) ? asked.choices[Number(key) - 1] : undefined
  return choice && judgementOf(asked, choice.value)
}
