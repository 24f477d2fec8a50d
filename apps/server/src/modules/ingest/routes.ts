import { ingestCalls, ingestSourceCalls } from '@aisle/contract'
import type { FastifyInstance } from 'fastify'
import type { Mount } from '../../platform/http/mount.ts'
import { BrokenRow, type PostedFindings } from '../findings/service.ts'
import type { IngestService } from './service.ts'

type Deps = { ingest: IngestService; findings: PostedFindings }

/** The calls by which programs of others post to us, and those by which they are let in. */
export function ingestRoutes(app: FastifyInstance, mount: Mount, { ingest, findings }: Deps): void {
  // One JSON value a line; a line that is none is refused by itself.
  app.addContentTypeParser(
    ['application/x-ndjson', 'application/ndjson', 'application/jsonl'],
    { parseAs: 'string' },
    (_request, body, done) => done(null, rowsOf(String(body))),
  )

  mount(ingestSourceCalls, {
    list: () => ingest.list(),
    async create({ body }, context) {
      const source = await ingest.create(context.caller, body)
      await context.audit('ingest.create', source.id, { name: source.name })
      return source
    },
    async rotate({ params }, context) {
      const source = await ingest.rotate(params.sourceId)
      await context.audit('ingest.rotate', source.id)
      return source
    },
    async revoke({ params }, context) {
      const source = await ingest.revoke(params.sourceId)
      await context.audit('ingest.revoke', source.id)
      return source
    },
  })

  mount(ingestCalls, {
    async findings({ body }, { token }) {
      return findings.post(await ingest.authenticate(token), body)
    },
  })
}

function rowsOf(body: string): unknown[] {
  return body
    .split('\n')
    .filter(line => line.trim() !== '')
    .map((line): unknown => {
      try {
        return JSON.parse(line)
      } catch {
        return new BrokenRow('not a JSON object')
      }
    })
}
