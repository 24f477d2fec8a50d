import { eq } from 'drizzle-orm'
import type { Database } from '../../platform/postgres.ts'
import { devices, entrances, floors, zones } from '../../platform/schema/index.ts'
import type { NodeKind } from './day.ts'

/** Names of a shop's devices and parts by their numbers in the measure store. */
export async function lineNames(db: Database, shopId: string) {
  const named = { id: devices.id, name: devices.name, nameEn: devices.nameEn }
  const part = (table: typeof entrances | typeof floors | typeof zones) =>
    db
      .select({ id: table.id, name: table.name, nameEn: table.nameEn })
      .from(table)
      .where(eq(table.shopId, shopId))
  const [own, doors, levels, areas] = await Promise.all([
    db.select(named).from(devices).where(eq(devices.shopId, shopId)),
    part(entrances),
    part(floors),
    part(zones),
  ])
  const deviceOf = new Map(own.map(row => [Number(row.id), row]))
  const parts = (rows: { id: string; name: string; nameEn: string }[]) =>
    new Map(rows.map(row => [Number(row.id), row]))
  const [door, level, zone] = [parts(doors), parts(levels), parts(areas)]
  return {
    device(id: number): { deviceName: string; deviceNameEn: string } {
      const found = deviceOf.get(id)
      return { deviceName: found?.name ?? '', deviceNameEn: found?.nameEn ?? '' }
    },
    node(kind: NodeKind, id: number): { nodeName: string; nodeNameEn: string } {
      const found = (kind === 'floor' ? level : kind === 'zone' ? zone : door).get(id)
      return { nodeName: found?.name ?? '', nodeNameEn: found?.nameEn ?? '' }
    },
  }
}
