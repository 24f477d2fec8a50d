import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { textNow } from '../lib/i18n.ts'

/** How long a part of the console may take to arrive (specification of inspection, section 9). */
const chunkTimeoutMs = 120_000

const late = {
  zh: '页面载入超时（120 秒），请检查网络后重试',
  en: 'The page did not arrive within 120 s. Check the network and retry.',
}

/** A page that did not arrive; its message is for the user. */
export class LatePage extends Error {
  constructor() {
    super(textNow(late))
    this.name = 'LatePage'
  }
}

/** What came, or a failure after `chunkTimeoutMs`: a page that never arrives says so instead of waiting for ever. */
export async function inTime<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LatePage()), chunkTimeoutMs)
  })
  try {
    return await Promise.race([loading, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * A page that is fetched when it is first opened, by the name under which its file exports it:
 *
 *     loadPage(() => import('./wall/wall-page.tsx'), 'WallPage')
 */
export function loadPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): LazyExoticComponent<ComponentType> {
  return lazy(async () => ({ default: (await inTime(load()))[name] }))
}
