import type { AnalysisMember } from '@aisle/contract'

type Row = { shop: AnalysisMember; dayType: string; value: number | null }

/** Visits of an average weekend day over those of an average working day, the largest first; shops that have both. */
export function weekendFactors(rows: readonly Row[]) {
  const shops = Map.groupBy(rows, ({ shop }) => shop.id)
  return [...shops.values()]
    .flatMap(own => {
      const of = (type: string) => own.find(({ dayType }) => dayType === type)?.value ?? null
      const [shop] = own
      const [weekend, workday] = [of('weekend'), of('workday')]
      return shop && weekend !== null && workday !== null && workday > 0
        ? [{ shop: shop.shop, weekend, workday, factor: weekend / workday }]
        : []
    })
    .toSorted((a, b) => b.factor - a.factor)
}
