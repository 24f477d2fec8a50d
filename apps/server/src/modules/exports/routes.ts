import { exportCalls } from '@aisle/contract'
import type { Mount } from '../../platform/http/mount.ts'
import { exportFile } from './service.ts'

export function exportRoutes(mount: Mount, now: () => Date): void {
  mount(exportCalls, {
    async table({ body }, context) {
      const file = await exportFile(body, {
        author: context.caller.realName,
        language: context.language,
        now: now(),
      })
      await context.audit('export.made', body.name, {
        format: body.format,
        rows: body.parts.reduce((sum, part) => sum + ('rows' in part ? part.rows.length : 0), 0),
      })
      return { fileName: file.fileName, mime: file.mime, base64: file.data.toString('base64') }
    },
  })
}
