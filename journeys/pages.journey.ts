import { describe, expect, it } from 'vitest'
import { views } from '../apps/web/src/analysis/views/catalogue/index.ts'
import { isServed } from '../apps/web/src/analysis/views/kinds/names.ts'
import { addressOf, barriers, chineseWords, pagesOfConsole, visit } from '../bench/walk.mjs'
import { signIn, useBrowser } from './browser.ts'
import { flagship } from './cameras.ts'

const browser = useBrowser()
/** `npm run bench -- pages` opens every page as each of five people, in both languages and themes; here each page once. */
const readers = [
  { locale: 'zh-CN', theme: 'light', every: 0 },
  { locale: 'en-US', theme: 'dark', every: 1 },
] as const
const panelsOf = new Map(views.filter(isServed).map(view => [view.path, view.panels.length]))

describe('every other page of the console', () => {
  it.each(readers)(
    'stands in $locale, $theme, complete, without a fault or a barrier',
    async reader => {
      const { page, faults } = await browser.open({ locale: reader.locale })
      await page.addInitScript(theme => localStorage.setItem('analyticsTheme', theme), reader.theme)
      await signIn(page, 'admin')
      const { shopId } = await flagship(page)
      await visit(page, '/no/such/page')
      const wrong: string[] = []
      for (const [at, entry] of (await pagesOfConsole()).entries()) {
        if (at % readers.length !== reader.every) continue
        const seen = await visit(page, addressOf(entry, shopId))
        const say = (text: string) => wrong.push(`${entry.path}: ${text}`)
        if (seen.readyMs === undefined) say('is left loading')
        const wanted = panelsOf.get(entry.path)
        if (wanted !== undefined && seen.panels.length !== wanted)
          say(`has ${seen.panels.length} of ${wanted} panels`)
        for (const [panel, state] of seen.panels) if (state === 'error') say(`${panel} could not be read`)
        for (const barrier of await barriers(page)) say(barrier)
        if (reader.locale === 'en-US') for (const word of await chineseWords(page)) say(`Chinese: ${word}`)
        for (const fault of faults.splice(0)) say(fault)
      }
      expect(wrong).toEqual([])
    },
    600_000,
  )
})
