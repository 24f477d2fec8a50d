import type { Language, Text } from '@aisle/contract'
import { useCallback } from 'react'
import { readText, writeText } from './storage.ts'
import { createStore, useStore } from './store.ts'

export const english = 0 as const satisfies Language
export const chinese = 1 as const satisfies Language
const key = 'localLanguage'

/** Chinese for a browser whose first language is a Chinese one, otherwise English. */
export function browserLanguage(languages: readonly string[]): Language {
  return /^zh\b/i.test(languages[0] ?? '') ? chinese : english
}

function firstLanguage(): Language {
  const stored = readText(key)
  if (stored === '0') return english
  if (stored === '1') return chinese
  const found = browserLanguage(navigator.languages ?? [navigator.language])
  writeText(key, String(found))
  return found
}

/** The language of the console: 0 English, 1 Chinese. Change it with `setLanguage`. */
export const languageStore = createStore<Language>(firstLanguage())
markDocument(languageStore.get())

/** True once the user chose a language in this visit: the choice then wins over the account's. */
let chosen = false
export const wasLanguageChosen = () => chosen

/** Switches the console at once and remembers it in this browser. */
export function setLanguage(language: Language, options: { byUser: boolean } = { byUser: true }) {
  if (options.byUser) chosen = true
  writeText(key, String(language))
  markDocument(language)
  languageStore.set(language)
}

function markDocument(language: Language) {
  document.documentElement.lang = languageTag(language)
}

/** The BCP 47 tag, for `lang` attributes, Intl and Accept-Language. */
export function languageTag(language: Language): 'zh-CN' | 'en' {
  return language === chinese ? 'zh-CN' : 'en'
}

export type TextValues = Readonly<Record<string, string | number>>
/** Says a text in the language of the console; `{name}` and `{n, plural, one {…} other {…}}` are filled in. */
export type Translate = (text: Text, values?: TextValues) => string

/** Says a text in the given language. Numbers are written with the digits grouping of that language. */
export function say(text: Text, language: Language, values?: TextValues): string {
  const words = language === chinese ? text.zh : text.en
  return values ? fill(words, language, values) : words
}

const placeholder = /\{(\w+)(?:, plural, ((?:\w+ \{[^{}]*\} ?)+))?\}/g

function fill(words: string, language: Language, values: TextValues): string {
  return words.replace(placeholder, (whole, name: string, branches: string | undefined) => {
    const value = values[name]
    if (value === undefined) return whole
    const shown = typeof value === 'number' ? numbers[language].format(value) : value
    if (branches === undefined) return shown
    return pluralBranch(branches, Number(value), language).replaceAll('#', shown)
  })
}

function pluralBranch(branches: string, count: number, language: Language): string {
  const named = new Map(
    [...branches.matchAll(/(\w+) \{([^{}]*)\}/g)].map(match => [match[1], match[2] ?? '']),
  )
  return named.get(plurals[language].select(count)) ?? named.get('other') ?? ''
}

const numbers = { 0: new Intl.NumberFormat('en'), 1: new Intl.NumberFormat('zh-CN') }
const plurals = { 0: new Intl.PluralRules('en'), 1: new Intl.PluralRules('zh-CN') }

/** Text outside React: toasts, document titles, messages of errors. */
export const textNow: Translate = (text, values) => say(text, languageStore.get(), values)

/** `t(text)` in the language of the console; the component follows a change of language. */
export function useText(): Translate {
  const language = useStore(languageStore)
  return useCallback((text, values) => say(text, language, values), [language])
}

export function useLanguage(): Language {
  return useStore(languageStore)
}

/** The name of a thing that has a Chinese and an English one; the other stands in where one is empty. */
function nameIn(language: Language, zh: string, en: string): string {
  return (language === chinese ? zh || en : en || zh) ?? ''
}

/** `name(zh, en)` in the language of the console. */
export function useName(): (zh: string, en: string) => string {
  const language = useStore(languageStore)
  return useCallback((zh, en) => nameIn(language, zh, en), [language])
}
