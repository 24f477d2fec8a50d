import type { ShopFormat } from '@aisle/contract'
import type { DemoShop } from '../chain.ts'
import { randomFrom } from '../random.ts'

/** What a shop of the demo is like, beside its building: how many come, look, buy, and what they spend. */
export type Traits = {
  shopId: number
  cityId: number
  /** Visits of an ordinary day. */
  visits: number
  /** Walk past for each that comes in. */
  passers: number
  /** Deals for each visit, and the middle ticket in yuan. */
  bagRate: number
  ticket: number
  /** How much rain keeps people away (streets) or brings them in (malls). */
  rain: number
  /** Share of women among those who come. */
  women: number
  /** First and last five-minute slot of the business day. */
  open: number
  close: number
}

const byFormat: Record<
  ShopFormat,
  { visits: [number, number]; bagRate: number; ticket: number; passers: number; rain: number }
> = {
  flagship: { visits: [560, 900], bagRate: 0.21, ticket: 188, passers: 6, rain: -0.1 },
  standard: { visits: [190, 370], bagRate: 0.24, ticket: 142, passers: 7, rain: -0.12 },
  community: { visits: [110, 210], bagRate: 0.36, ticket: 76, passers: 4, rain: -0.05 },
  outlet: { visits: [260, 460], bagRate: 0.27, ticket: 231, passers: 3, rain: -0.15 },
  mall: { visits: [640, 1100], bagRate: 0.16, ticket: 164, passers: 5, rain: 0.08 },
}

export function traitsOf(shop: DemoShop, seed: number): Traits {
  const random = randomFrom(seed, `traits ${shop.id}`)
  const format = byFormat[shop.format]
  const around = (value: number, share: number) => value * (1 + (random.next() * 2 - 1) * share)
  return {
    shopId: Number(shop.id),
    cityId: Number(shop.cityId),
    visits: random.whole(...format.visits),
    passers: around(format.passers, 0.3),
    bagRate: around(format.bagRate, 0.18),
    ticket: around(format.ticket, 0.15),
    rain: around(format.rain, 0.4),
    women: around(0.58, 0.12),
    open: slotOf(shop.openTime),
    close: slotOf(shop.closeTime),
  }
}

/** The five-minute slot of a clock time; midnight at the end of a day is 288. */
function slotOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return (hours * 60 + minutes) / 5 || 288
}
