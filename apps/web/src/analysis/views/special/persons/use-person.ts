import { useAddressFilter, words } from '../../../../shell/filters.ts'
import type { Asking } from '../../ask.ts'

/** The one person that a page is about, as the filter bar or a link says; undefined where nobody is chosen. */
export const personOf = (asking: Asking | undefined): string | undefined => asking?.members.person?.[0]

/** The way on show: `701001.4503`, its shop and number. */
export function useChosenWay(): [
  way: { shopId: string; trackId: string } | undefined,
  choose: (way: string) => void,
] {
  const [written, choose] = useAddressFilter('way', words)
  const [shopId = '', trackId = ''] = written.split('.')
  return [/^\d+$/.test(trackId) && shopId !== '' ? { shopId, trackId } : undefined, choose]
}
