import { createContext, type ReactNode } from 'react'
import type { Dictionary } from '../../lib/figures/use-question.ts'

/** What a page says about itself on files and pictures of its panels. */
export type PageFacts = {
  /** `门店客流`. */
  name: string
  /** `华东大区`. */
  scope: string
  period: { from: string; to: string }
  filters: readonly { label: string; value: string }[]
  dictionary: Dictionary
}
export const PageFactsContext = createContext<PageFacts | undefined>(undefined)

/** What stands at the end of the header of a piece that draws its own card. */
export const PanelExtrasContext = createContext<ReactNode>(undefined)

/** `门店客流_华东大区_20261021-20261119`, without signs that file systems refuse. */
export function fileStem(name: string, { scope, period }: Pick<PageFacts, 'scope' | 'period'>): string {
  const plain = (day: string) => day.replaceAll('-', '')
  const days = period.from === period.to ? plain(period.from) : `${plain(period.from)}-${plain(period.to)}`
  return [name, scope, days]
    .map(part => part.replace(/[\\/:*?"<>|\s]+/g, ' ').trim())
    .filter(part => part !== '')
    .join('_')
}
