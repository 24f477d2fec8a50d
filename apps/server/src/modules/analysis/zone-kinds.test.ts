import { question as questionSchema } from '@aisle/contract'
import { inArray } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { aisle } from '../../../test/aisle.ts'
import { shops, zones } from '../../platform/schema/index.ts'
import { withZonesOfKinds } from './zone-kinds.ts'

const server = await aisle()
const { db } = server.database

it('a kind of zones means those of the shops that its asker sees', async () => {
  const [here, there] = (await db.select().from(shops).orderBy(shops.id).limit(2)).map(({ id }) => id)
  const own = await db
    .insert(zones)
    .values(
      [here, there].map((shopId = '') => ({
        shopId,
        name: '试衣',
        nameEn: 'Fitting',
        kind: 'fitting' as const,
      })),
    )
    .returning()
  const question = questionSchema.parse({
    metrics: ['visits'],
    period: { from: '2026-11-01', to: '2026-11-02' },
    filters: [{ member: 'zone', op: 'in', values: ['kind:fitting'] }],
  })
  const shopsOf = async (shopIds: string[] | undefined) => {
    const scope = shopIds ? { all: false as const, areaIds: [], shopIds } : { all: true as const }
    const { filters } = await withZonesOfKinds(db, question, scope)
    const found = await db
      .selectDistinct({ shopId: zones.shopId })
      .from(zones)
      .where(inArray(zones.id, (filters[0]?.values ?? []).map(String)))
    return found.map(({ shopId }) => shopId)
  }
  expect(own).toHaveLength(2)
  expect(await shopsOf(undefined)).toEqual(expect.arrayContaining([here, there]))
  expect(await shopsOf([here ?? ''])).toEqual([here])
  expect(await shopsOf(['nowhere'])).toEqual([])
})
