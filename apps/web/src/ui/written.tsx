import { english, useLanguage } from '../lib/i18n.ts'
import { useWritten } from '../lib/written.ts'

const han = /\p{Script=Han}/u

/** What someone wrote, read in the language of the console where that is known; otherwise it says which language it is in. */
export function Written({ text }: { text: string }) {
  const written = useWritten()
  const isEnglish = useLanguage() === english
  const shown = written(text)
  return isEnglish && han.test(shown) ? <span lang="zh-CN">{shown}</span> : shown
}
