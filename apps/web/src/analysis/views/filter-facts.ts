import { comparisons, dayTypes, type Text } from '@aisle/contract'
import type { Dictionary } from '../../lib/figures/use-question.ts'
import type { Asking } from './ask.ts'
import { memberFilters } from './view.ts'

type Translate = (text: Text, values?: Record<string, string | number>) => string

/** What a page is narrowed by and held against, in words: stated on every file and picture of it. */
export function filterFacts(
  asking: Asking,
  dictionary: Dictionary,
  t: Translate,
): { label: string; value: string }[] {
  const { compare, shops, dayTypes: types, timeWindow, members } = asking
  const and = t({ zh: '、', en: ', ' })
  return [
    ...(shops.length > 0
      ? [
          {
            label: t({ zh: '门店', en: 'Shops' }),
            value: t({ zh: '{count} 家', en: '{count} chosen' }, { count: shops.length }),
          },
        ]
      : []),
    ...(compare
      ? [
          {
            label: t({ zh: '对比', en: 'Compare' }),
            value: `${t(comparisons[compare.type])}${compare.range ? ` ${compare.range.from} – ${compare.range.to}` : ''}`,
          },
        ]
      : []),
    ...(types.length > 0
      ? [
          {
            label: t({ zh: '日类型', en: 'Day type' }),
            value: types.map(type => t(dayTypes[type])).join(and),
          },
        ]
      : []),
    ...(timeWindow
      ? [{ label: t({ zh: '时段', en: 'Time of day' }), value: `${timeWindow.from}–${timeWindow.to}` }]
      : []),
    ...memberFilters.flatMap(member => {
      const chosen = members[member]
      const entry = dictionary.dimension(member)
      if (!chosen || !entry) return []
      const nameOf = (id: string) => {
        const found = entry.values?.find(value => value.id === id)
        return found ? t(found.label) : id
      }
      return [{ label: t(entry.label), value: chosen.map(nameOf).join(and) }]
    }),
  ]
}
