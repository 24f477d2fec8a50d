import type { PersonGender, PersonIdentity, Text } from '@aisle/contract'
import type { Tone } from '../../../../ui/bits.tsx'

export const identityWords: Readonly<Record<PersonIdentity, Text>> = {
  customer: { zh: '普通顾客', en: 'Customer' },
  clerk: { zh: '店员', en: 'Clerk' },
  vip: { zh: 'VIP', en: 'VIP' },
}
export const identityTone: Readonly<Record<PersonIdentity, Tone>> = {
  customer: 'neutral',
  clerk: 'primary',
  vip: 'warning',
}
export const genderWords: Readonly<Record<PersonGender, Text>> = {
  man: { zh: '男', en: 'M' },
  woman: { zh: '女', en: 'F' },
  unknown: { zh: '性别未知', en: 'Sex unknown' },
}

/** The snapshot list tells ages in bands of ten years up to 99 (specification): `30–39`. */
export function decade(age: number | null): Text {
  if (age === null) return { zh: '年龄未知', en: 'Age unknown' }
  const from = Math.min(90, Math.floor(age / 10) * 10)
  return { zh: `${from}–${from + 9} 岁`, en: `${from}–${from + 9}` }
}
