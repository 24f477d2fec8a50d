import { snapshots } from '@aisle/contract'
import type { Mount } from '../../platform/http/mount.ts'
import type { SnapshotBatchService } from './service.ts'

/** The calls by which a person has pictures taken now, of many cameras at once. */
export function snapshotRoutes(mount: Mount, batches: SnapshotBatchService): void {
  mount(snapshots, {
    async create({ body }, context) {
      const batch = await batches.create(context.caller, body)
      await context.audit('snapshots.begun', batch.id, { pictures: batch.counts.total })
      return batch
    },
    list: ({ query }, { caller }) => batches.page(caller, query.pageNumber, query.pageSize),
    one: ({ params }, { caller }) => batches.one(caller, params.batchId),
    async retry({ params, body }, context) {
      const batch = await batches.retry(context.caller, params.batchId, body.shotIds)
      await context.audit('snapshots.retried', params.batchId, { pictures: batch.counts.pending })
      return batch
    },
    async stop({ params }, context) {
      const batch = await batches.stop(context.caller, params.batchId)
      await context.audit('snapshots.stopped', params.batchId, {})
      return batch
    },
    async finish({ params }, context) {
      const batch = await batches.finish(context.caller, params.batchId)
      await context.audit('snapshots.finished', params.batchId, batch.figures)
      return batch
    },
  })
}
