import { useQuery } from '@tanstack/react-query'

/** True where the text answers what was typed: as it stands, by pinyin (`jingan`) or by initials (`jas`). */
export type Matcher = (text: string, typed: string) => boolean

export const plainMatcher: Matcher = (text, typed) => text.toLowerCase().includes(typed.trim().toLowerCase())

/** The pinyin table is 300 kB: it comes when someone searches, and plain matching serves until then. */
async function loadMatcher(): Promise<Matcher> {
  const { match } = await import('pinyin-pro')
  return (text, typed) => {
    if (plainMatcher(text, typed)) return true
    const letters = typed.trim().toLowerCase().replaceAll(' ', '')
    if (!/^[a-z0-9]+$/.test(letters) || !/\p{Script=Han}/u.test(text)) return false
    return match(text, letters, { continuous: true }) !== null
  }
}

export function useMatcher(): Matcher {
  const loaded = useQuery({
    queryKey: ['matcher'],
    queryFn: loadMatcher,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return loaded.data ?? plainMatcher
}

const collator = new Intl.Collator('zh-CN-u-co-pinyin', { numeric: true })
/** Chinese by pinyin, Latin by letter, digits by value. */
export const byName = (a: string, b: string): number => collator.compare(a, b)
