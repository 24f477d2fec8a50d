import type { Text } from '@aisle/contract'
import { accessToken, sessionStore } from '../../lib/session.ts'
import { readJson, writeJson } from '../../lib/storage.ts'

/** What inspectors write most, offered so that nobody types it twice. */
export const usualPhrases: readonly Text[] = [
  { zh: '台面有杂物未归位', en: 'Counter is cluttered' },
  { zh: '地面有污渍未清理', en: 'Floor is not clean' },
  { zh: '员工未按规定着装', en: 'Staff not in uniform' },
  { zh: '货架缺货未补', en: 'Shelf is not restocked' },
  { zh: '陈列与标准图不符', en: 'Display differs from the standard' },
  { zh: '通道堆放货物', en: 'Goods block the aisle' },
  { zh: '灯具或设备损坏', en: 'Light or equipment is broken' },
  { zh: '无人值守', en: 'Nobody is there' },
]

const mostRemembered = 8
const key = () => {
  const session = sessionStore.get()
  return session.phase === 'signedOut' ? undefined : `remarks:${session.user.id}`
}
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(each => typeof each === 'string')

/** The user's own latest remarks in this browser. */
export function ownPhrases(): string[] {
  const name = accessToken() === undefined ? undefined : key()
  return name === undefined ? [] : (readJson(name, isTexts) ?? [])
}

/** Keeps what was written, latest first, each once. */
export function rememberRemarks(remarks: readonly string[]): void {
  const name = key()
  const written = remarks.map(remark => remark.trim()).filter(remark => remark !== '')
  if (name === undefined || written.length === 0) return
  writeJson(name, [...new Set([...written, ...ownPhrases()])].slice(0, mostRemembered))
}

/** A phrase put behind what is written, as far as there is room for it. */
export function withPhrase(text: string, phrase: string, most: number): string {
  if (text.includes(phrase)) return text
  const isChinese = /\p{Script=Han}/u.test(phrase)
  const joint = text.trim() === '' ? '' : isChinese ? '；' : '; '
  const joined = `${text.trim()}${joint}${phrase}`
  return joined.length > most ? text : joined
}
