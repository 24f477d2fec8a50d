import { dailyRemarkCalls } from '@aisle/contract'
import type { Mount } from '../../platform/http/mount.ts'
import type { DailyRemarkService } from './service.ts'

export function dailyRemarkRoutes(mount: Mount, remarks: DailyRemarkService): void {
  mount(dailyRemarkCalls, {
    read: ({ query }, { caller }) => remarks.read(caller, query),
    async write({ body }, { caller, audit }) {
      const written = await remarks.write(caller, body)
      await audit('dailyRemark.written', body.date, {
        shopId: body.shopId,
        areaId: body.areaId,
        isSigned: body.isSigned,
      })
      return written
    },
  })
}
