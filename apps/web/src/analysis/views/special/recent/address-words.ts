import { type AreaNode, comparisons, dayTypes, granularities, type Shop, type Text } from '@aisle/contract'
import { choiceIn, shortcuts } from '../../../../shell/date-picker/periods.ts'
import { areaTrail, scopeIn } from '../../../../shell/scope.ts'

type Known = {
  shops: readonly Shop[]
  tree: readonly AreaNode[]
  name(zh: string, en: string): string
  say(text: Text): string
  /** The name of a dimension that the address filters by; undefined for other keys. */
  dimension(id: string): string | undefined
}

/** What an address looks at, in words: place, days, comparison, and what it is narrowed by. */
export function addressWords(address: string, { shops, tree, name, say, dimension }: Known): string[] {
  const search = new URLSearchParams(address.split('?')[1] ?? '')
  const scope = scopeIn(search)
  const shop = scope?.kind === 'shop' ? shops.find(one => one.shopid === scope.shopId) : undefined
  const area = scope?.kind === 'area' ? areaTrail(tree, scope.level, scope.id).at(-1) : undefined
  const choice = choiceIn(search)
  const day = search.get('day')
  const named = (key: string, table: Readonly<Record<string, Text>>) =>
    (search.get(key) ?? '').split(',').flatMap(id => {
      const text = Object.hasOwn(table, id) ? table[id] : undefined
      return text ? [say(text)] : []
    })
  const members = [...search].flatMap(([key, value]) => {
    const label = dimension(key)
    const count = value.split(',').filter(one => one !== '').length
    return label === undefined || count === 0 ? [] : [count > 1 ? `${label} × ${count}` : label]
  })
  const chosen = (search.get('shops') ?? '').split(',').filter(one => one !== '').length
  return [
    ...(shop ? [name(shop.shopname, shop.shopnameEn)] : []),
    ...(area ? [name(area.name, area.nameEn)] : []),
    ...(choice
      ? ['shortcut' in choice ? say(shortcuts[choice.shortcut]) : `${choice.from} – ${choice.to}`]
      : []),
    ...(day ? [day] : []),
    ...named('compare', comparisons),
    ...named('grain', granularities),
    ...named('dayType', dayTypes),
    ...(search.get('window') ? [(search.get('window') ?? '').replace(',', '–')] : []),
    ...(chosen > 0 ? [`${say({ zh: '门店', en: 'Shops' })} × ${chosen}`] : []),
    ...members,
  ]
}
