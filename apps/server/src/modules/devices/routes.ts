import { devices } from '@aisle/contract'
import type { Mount } from '../../platform/http/mount.ts'
import type { DeviceService } from './service.ts'

export function deviceRoutes(mount: Mount, service: DeviceService): void {
  mount(devices, {
    list: ({ query: { pageNumber, pageSize, shopId, kind, keyword, ...area } }, { caller }) =>
      service.list(caller, { area, shopId, kind, keyword }, pageNumber, pageSize),
    async create({ body }, context) {
      const device = await service.create(context.caller, body)
      await context.audit('device.created', device.id, { sn: device.sn, shop: device.shopId })
      return device
    },
    async update({ params, body }, context) {
      const device = await service.update(context.caller, params.deviceId, body)
      await context.audit('device.changed', device.id, body)
      return device
    },
    async remove({ params }, context) {
      await service.remove(context.caller, params.deviceId)
      await context.audit('device.removed', params.deviceId)
      return null
    },
  })
}
