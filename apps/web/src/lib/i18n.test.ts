import { afterEach, describe, expect, it } from 'vitest'
import { browserLanguage, chinese, english, languageStore, say, setLanguage } from './i18n.ts'

afterEach(() => setLanguage(english))

describe('the first language', () => {
  it('is Chinese for any Chinese browser and English for every other', () => {
    expect(browserLanguage(['zh-TW', 'en'])).toBe(chinese)
    expect(browserLanguage(['zh'])).toBe(chinese)
    expect(browserLanguage(['de-DE', 'zh-CN'])).toBe(english)
    expect(browserLanguage([])).toBe(english)
  })
})

describe('setLanguage', () => {
  it('remembers 0 or 1 and tells the document', () => {
    setLanguage(chinese)
    expect(localStorage.getItem('localLanguage')).toBe('1')
    expect(document.documentElement.lang).toBe('zh-CN')
    expect(languageStore.get()).toBe(1)
    setLanguage(english)
    expect(localStorage.getItem('localLanguage')).toBe('0')
    expect(document.documentElement.lang).toBe('en')
  })
})

describe('say', () => {
  const cameras = { zh: '{n} 路离线', en: '{n, plural, one {# camera} other {# cameras}} offline' }

  it('fills values in and picks the plural of the language', () => {
    expect(say(cameras, chinese, { n: 1 })).toBe('1 路离线')
    expect(say(cameras, english, { n: 1 })).toBe('1 camera offline')
    expect(say(cameras, english, { n: 12_486 })).toBe('12,486 cameras offline')
  })

  it('leaves a place without a value visible and takes values as they are', () => {
    expect(say({ zh: '', en: '{name} and {other}' }, english, { name: '{n}' })).toBe('{n} and {other}')
  })
})
