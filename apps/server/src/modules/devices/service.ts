import { AppError, type Device, type DeviceKind, type DeviceLine } from '@aisle/contract'
import { given } from '../../platform/given.ts'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import { shopInScope } from '../../platform/shop-access.ts'
import type { DeviceFilter, DeviceRow, DeviceStore, LineRow, NewLine } from './store.ts'
import { text } from './text.ts'

type Input = {
  sn: string
  name: string
  nameEn: string
  kind: DeviceKind
  shopId: string
  lines: DeviceLine[]
}

/** Devices of shops and where their lines lie. */
export function deviceService({ db, store, now }: { db: Database; store: DeviceStore; now: () => Date }) {
  async function found(caller: Caller, id: string): Promise<DeviceRow> {
    const row = await store.find(caller.scope, id)
    if (!row) throw new AppError('notFound', text.noDevice)
    return row
  }
  async function one(caller: Caller, id: string): Promise<Device> {
    const row = await found(caller, id)
    return answerOf(row, await store.lines([id]))
  }

  /** Lines as they are kept; each part they name belongs to the shop. */
  async function placed(shopId: string, lines: DeviceLine[]): Promise<NewLine[]> {
    if (new Set(lines.map(line => line.line)).size < lines.length)
      throw new AppError('ruleBroken', text.sameLine, { reason: 'sameLine' })
    const named = lines.flatMap(line =>
      [line.entranceId, line.floorId, line.zoneId].filter(id => id !== undefined),
    )
    const parts = await store.partsOf(shopId, named)
    if (named.some(id => !parts.has(id)))
      throw new AppError('ruleBroken', text.wrongPlace, { reason: 'wrongPlace' })
    return lines.map(({ line, name, place, entranceId, floorId, zoneId, isSwapped }) => ({
      line,
      name,
      place,
      entranceId: entranceId ?? null,
      floorId: floorId ?? null,
      zoneId: zoneId ?? null,
      isSwapped,
    }))
  }

  return {
    async list(caller: Caller, filter: DeviceFilter, pageNumber: number, pageSize: number) {
      const { rows, total } = await store.page(caller.scope, filter, (pageNumber - 1) * pageSize, pageSize)
      const lines = await store.lines(rows.map(row => row.device.id))
      return { current: pageNumber, size: pageSize, total, records: rows.map(row => answerOf(row, lines)) }
    },

    async create(caller: Caller, { lines, ...input }: Input): Promise<Device> {
      await shopInScope(db, caller.scope, input.shopId)
      const usual = lines.length === 0 ? [usualLine] : lines
      const id = await store.create(input, await placed(input.shopId, usual))
      if (!id) throw new AppError('ruleBroken', text.sameSn, { reason: 'sameSn' })
      return one(caller, id)
    },

    async update(
      caller: Caller,
      id: string,
      { lines, ...change }: { [Name in keyof Input]?: Input[Name] | undefined },
    ): Promise<Device> {
      const { device } = await found(caller, id)
      const shopId = change.shopId ?? device.shopId
      if (shopId !== device.shopId) await shopInScope(db, caller.scope, shopId)
      // Lines point at parts of the old shop: without new ones they stand at the door of the new one.
      const moved = shopId === device.shopId ? undefined : [usualLine]
      const next = lines ?? moved
      const isDone = await store.update(id, given(change), next && (await placed(shopId, next)))
      if (!isDone) throw new AppError('ruleBroken', text.sameSn, { reason: 'sameSn' })
      return one(caller, id)
    },

    async remove(caller: Caller, id: string): Promise<void> {
      await found(caller, id)
      await store.remove(id, now())
    },
  }
}
export type DeviceService = ReturnType<typeof deviceService>

const usualLine: DeviceLine = {
  line: '1',
  name: '',
  place: 'entrance',
  entranceId: undefined,
  floorId: undefined,
  zoneId: undefined,
  isSwapped: false,
}

function answerOf({ device, shop }: DeviceRow, lines: LineRow[]): Device {
  return {
    id: device.id,
    sn: device.sn,
    name: device.name,
    nameEn: device.nameEn,
    kind: device.kind,
    shopId: shop.id,
    shopname: shop.name,
    shopnameEn: shop.nameEn,
    lines: lines
      .filter(line => line.deviceId === device.id)
      .map(({ line, name, place, entranceId, floorId, zoneId, isSwapped }) => ({
        line,
        name,
        place,
        entranceId,
        floorId,
        zoneId,
        isSwapped,
      })),
    createdAt: device.createdAt.toISOString(),
  }
}
