import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

const known = [
  process.env.AISLE_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Chromium as the measurements use it: no window, muted autoplay, no talk of its own. */
export function openBrowser() {
  const executablePath = known.find(path => path && existsSync(path))
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--autoplay-policy=no-user-gesture-required',
    ],
  })
}
