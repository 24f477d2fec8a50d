// A walk over every page of the console in Chromium: what a page takes to stand, and what a reader would complain about.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const require = createRequire(import.meta.url)
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
/** Nothing of a page is under way any more within this, or it is left loading. */
const patienceMs = 30_000

/** Every registered page: `{ id, path, title, authority, needsShop, theme, frame }`. */
export async function pagesOfConsole() {
  // The table of pages asks the browser for its language and its storage when it is loaded.
  const { JSDOM } = require('jsdom')
  const { window } = new JSDOM('', { url: 'http://localhost/' })
  for (const name of ['window', 'document', 'localStorage', 'sessionStorage'])
    globalThis[name] ??= name === 'window' ? window : window[name]
  const file = pathToFileURL(resolve(import.meta.dirname, '../apps/web/src/pages.ts')).href
  const { registry } = await import(file)
  return registry.pages
}

/** The address of a page over a shop; pages of figures over the last seven days. */
export function addressOf(entry, shop) {
  const path = entry.path.replace(/:[^/]+/, shop)
  return entry.needsShop ? `${path}?shop=${shop}` : `${path}?period=last7`
}

/** Whether someone with these authorities may open a page. */
export const mayOpen = (entry, authorities) =>
  entry.authority.length === 0 || entry.authority.some(name => authorities.includes(name))

/**
 * Goes to an address as a link inside the console does. `shellMs`: until the page, or its skeleton, stands in the place of
 * the one before; `readyMs`: until its last panel does, undefined when that did not happen in time.
 */
export function visit(page, address) {
  return page.evaluate(
    async ({ address, patienceMs }) => {
      // What lies below the window is not asked for before it is scrolled to.
      const isSeen = element => {
        const { top, bottom, height } = element.getBoundingClientRect()
        return height > 0 && bottom > 0 && top < innerHeight
      }
      const busy = () =>
        [...document.querySelectorAll('main [data-state=loading], main .bone')].filter(isSeen).length
      const main = document.querySelector('main') ?? document.body
      const before = main.firstElementChild
      for (const child of main.querySelectorAll('h1, [data-panel]')) child.setAttribute('data-of-before', '')
      const began = performance.now()
      const state = { ...history.state, idx: (history.state?.idx ?? 0) + 1 }
      history.pushState(state, '', address)
      dispatchEvent(new PopStateEvent('popstate', { state }))
      let shellMs
      let readyMs
      let calmFrames = 0
      while (performance.now() - began < patienceMs && calmFrames < 6) {
        await new Promise(requestAnimationFrame)
        const at = performance.now() - began
        const now = document.querySelector('main') ?? document.body
        const isNew = now.firstElementChild !== before || now.querySelector('[data-of-before]') === null
        if (isNew) shellMs ??= at
        if (isNew && now.querySelector('h1') && busy() === 0) {
          if (calmFrames === 0) readyMs = at
          calmFrames++
        } else calmFrames = 0
      }
      return {
        shellMs,
        readyMs: calmFrames > 0 ? readyMs : undefined,
        heading: document.querySelector('h1')?.textContent?.trim(),
        panels: [...document.querySelectorAll('[data-panel]')].map(panel => [
          panel.getAttribute('data-panel'),
          panel.getAttribute('data-state'),
        ]),
      }
    },
    { address, patienceMs },
  )
}

/** Serious and critical findings of axe on what is shown: `rule: the first place (how many)`. */
export async function barriers(page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(async () => {
    // Colours on their way from one to another are none that anybody reads.
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime < 2000)
    await Promise.allSettled(passing.map(({ finished }) => finished))
    const { violations } = await window.axe.run(document, {
      resultTypes: ['violations'],
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
      // A live picture never ends and has no length: axe would wait ten seconds for all of it, and then complain on the page's own
      // console. The rules that read style sheets and media first are of less weight than what is told here.
      preload: false,
      rules: { 'no-autoplay-audio': { enabled: false } },
    })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')} (${nodes.length})`)
  })
}

/** Words of the console itself that stand in Chinese on an English page; names of shops and people are data. */
export function chineseWords(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, th, label, legend, [role=tab], [role=columnheader], .ant-btn')]
      .map(element => {
        const words = element.cloneNode(true)
        for (const own of words.querySelectorAll('[translate=no]')) own.remove()
        return words.textContent?.trim() ?? ''
      })
      .filter(text => /\p{Script=Han}/u.test(text)),
  )
}
