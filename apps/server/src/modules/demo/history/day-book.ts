import { courseOf, dayKinds, type ShopDay, shopDay } from './days.ts'
import type { StagedShop } from './staged-shop.ts'
import { type WeatherDay, weatherOf } from './weather.ts'

/** Days of shops and the weather of their cities, worked out once: each part that is made looks back over a year. */
export type DayBook = ReturnType<typeof dayBook>

/** A month and the year before it of sixty shops, and some more. */
const mostKept = 40_000

export function dayBook(seed: number) {
  const kindOf = dayKinds()
  const cities = new Map<number, { days: Map<string, WeatherDay>; more: ReturnType<typeof weatherOf> }>()
  const courses = new Map<number, ReturnType<typeof courseOf>>()
  const kept = new Map<string, ShopDay | undefined>()

  function weather({ shop, traits }: StagedShop, date: string): WeatherDay {
    const city = cities.get(traits.cityId) ?? {
      days: new Map(),
      more: weatherOf(traits.cityId, shop.latitude, seed),
    }
    cities.set(traits.cityId, city)
    for (;;) {
      const known = city.days.get(date)
      if (known) return known
      const { value } = city.more.next()
      if (value.biz_date > date) throw new Error(`no weather before the epoch: ${date}`)
      city.days.set(value.biz_date, value)
    }
  }

  return {
    weather,

    /** Undefined where the shop is closed. */
    day(one: StagedShop, date: string): ShopDay | undefined {
      const { traits } = one
      const key = `${traits.shopId} ${date}`
      if (kept.has(key)) return kept.get(key)
      const course = courses.get(traits.shopId) ?? courseOf(traits.shopId, seed)
      courses.set(traits.shopId, course)
      const row = shopDay(traits, course, { date, kind: kindOf(date), weather: weather(one, date) }, seed)
      kept.set(key, row)
      const [oldest] = kept.keys()
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
      return row
    },
  }
}
