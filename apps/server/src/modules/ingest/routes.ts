import {
  AppError,
  type FactKind,
  factKindNames,
  importCalls,
  ingestCalls,
  ingestLinkCalls,
  ingestSourceCalls,
  quarantineCalls,
  type SensorDialect,
  sensorCalls,
} from '@aisle/contract'
import type { FastifyInstance } from 'fastify'
import type { Handler, Mount } from '../../platform/http/mount.ts'
import type { CallContext } from '../../platform/http/request.ts'
import { rowsOfLines } from '../../platform/http/rows.ts'
import type { FactService } from '../facts/service.ts'
import type { PostedFindings } from '../findings/service.ts'
import { type GateLimits, gate, usualLimits } from './gate.ts'
import type { ImportService } from './imports.ts'
import type { LinkService } from './links/service.ts'
import type { QuarantineService } from './quarantine.ts'
import type { SensorService } from './sensors.ts'
import type { IngestService } from './service.ts'
import { text } from './text.ts'

type Deps = {
  ingest: IngestService
  findings: PostedFindings
  facts: FactService
  sensors: SensorService
  quarantine: QuarantineService
  imports: ImportService
  links: LinkService
  limits?: GateLimits
}

/** The calls by which programs of others post to us, and those by which they are let in. */
export function ingestRoutes(app: FastifyInstance, mount: Mount, deps: Deps): void {
  const { ingest, findings, facts, sensors, quarantine, imports, links, limits = usualLimits } = deps
  // One JSON value a line; a line that is none is refused by itself.
  app.addContentTypeParser(
    ['application/x-ndjson', 'application/ndjson', 'application/jsonl'],
    { parseAs: 'string' },
    (_request, body, done) => done(null, rowsOfLines(String(body))),
  )

  mount(ingestSourceCalls, {
    list: (_, { caller }) => ingest.list(caller),
    async create({ body }, context) {
      const source = await ingest.create(context.caller, body)
      await context.audit('ingest.create', source.id, { name: source.name })
      return source
    },
    async rotate({ params }, context) {
      const source = await ingest.rotate(context.caller, params.sourceId)
      await context.audit('ingest.rotate', source.id)
      return source
    },
    async revoke({ params }, context) {
      const source = await ingest.revoke(context.caller, params.sourceId)
      await context.audit('ingest.revoke', source.id)
      return source
    },
  })

  mount(ingestLinkCalls, {
    list: (_, { caller }) => links.list(caller),
    async create({ body }, context) {
      const link = await links.create(context.caller, body)
      await context.audit('ingest.link', link.id, { name: link.name, url: link.url })
      return link
    },
    async update({ params, body }, context) {
      const link = await links.update(context.caller, params.linkId, body)
      await context.audit('ingest.linkChanged', link.id, { name: link.name, url: link.url })
      return link
    },
    async pause({ params, body }, context) {
      const link = await links.pause(context.caller, params.linkId, body.isPaused)
      await context.audit('ingest.linkPaused', link.id, body)
      return link
    },
    try: ({ params }, { caller }) => links.try(caller, params.linkId),
    async remove({ params }, context) {
      await links.remove(context.caller, params.linkId)
      await context.audit('ingest.linkRemoved', params.linkId)
      return null
    },
  })

  gate(
    app,
    [...Object.values(ingestCalls), ...Object.values(sensorCalls)].map(call => call.path),
    limits,
  )
  mount(ingestCalls, {
    ...eachKind(
      name =>
        async ({ body }, { token }) =>
          facts.post(name, await ingest.authenticate(token, name), body),
    ),
    async findings({ body }, { token }) {
      return findings.post(await ingest.authenticate(token, 'findings'), body)
    },
  })

  mount(quarantineCalls, {
    groups: (_, { caller }) => quarantine.groups(caller),
    rows: ({ query: { pageNumber, pageSize, ...choice } }, { caller }) =>
      quarantine.rows(caller, choice, pageNumber, pageSize),
    async replay({ body }, context) {
      const answer = await quarantine.replay(context.caller, body)
      await context.audit('ingest.replay', body.sourceId, { kind: body.kind, path: body.path, ...answer })
      return answer
    },
    async discard({ body }, context) {
      const answer = await quarantine.discard(context.caller, body)
      await context.audit('ingest.discard', body.sourceId, { kind: body.kind, path: body.path, ...answer })
      return answer
    },
  })

  mount(importCalls, {
    list: ({ query }, { caller }) => imports.list(caller, query.pageNumber, query.pageSize),
    one: ({ params }, { caller }) => imports.one(caller, params.importId),
    async upload({ body }, context) {
      const [file] = context.files
      const data = file?.data ?? (body.file === undefined ? undefined : bytesOf(body.file))
      if (!data || data.length === 0) throw new AppError('ruleBroken', text.noFile)
      const fileName = body.name || file?.name || ''
      const uploaded = await imports.upload(context.caller, { kind: body.kind, fileName, data })
      await context.audit('ingest.upload', uploaded.id, {
        kind: body.kind,
        file: fileName,
        bytes: data.length,
      })
      return uploaded
    },
    async run({ params, body }, context) {
      const run = await imports.run(context.caller, params.importId, body)
      if (!body.isDryRun) await context.audit('ingest.import', run.id, { kind: run.kind, file: run.fileName })
      return run
    },
    async stop({ params }, context) {
      const run = await imports.stop(context.caller, params.importId)
      await context.audit('ingest.importStopped', run.id, { kind: run.kind, file: run.fileName })
      return run
    },
  })

  async function push(dialect: SensorDialect, token: string | undefined, context: CallContext) {
    const { bytes, type } = context.raw
    const source = await ingest.authenticate(token, dialect)
    const { isUnderstood, ...verdict } = await sensors.push(dialect, source, bytes.toString('utf8'), type)
    // It is on disk all the same: a sensor that is refused sends it again for ever.
    if (!isUnderstood) context.setStatus(202)
    return verdict
  }
  mount(sensorCalls, {
    push: ({ params, query }, context) =>
      push(params.dialect, context.token ?? context.password ?? query.token, context),
    pushTo: ({ params }, context) => push(params.dialect, params.token, context),
  })
}

/** Base64, also as a data URL. */
const bytesOf = (file: string) => Buffer.from(file.replace(/^data:[^,]{0,200},/, ''), 'base64')

type FactHandler = Handler<(typeof ingestCalls)[FactKind]>
const eachKind = (handlerOf: (name: FactKind) => FactHandler) =>
  Object.fromEntries(factKindNames.map(name => [name, handlerOf(name)])) as Record<FactKind, FactHandler>
