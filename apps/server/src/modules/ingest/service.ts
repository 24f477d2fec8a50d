import { createHash, randomBytes } from 'node:crypto'
import { AppError, type IngestSource, type SourceKind, sourceKind } from '@aisle/contract'
import { and, asc, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import { areas, ingestSources, shops } from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'
import { text } from './text.ts'

type Row = typeof ingestSources.$inferSelect
type NewSource = {
  kind: SourceKind
  library: string
  name: string
  allShops: boolean
  areaIds: string[]
  shopIds: string[]
}

/** How old "last used" may be: a source that posts every second is not written down every second. */
const usedMs = 60_000

/** Programs of others that post to us. A token is shown once; its hash alone is kept. */
export function ingestService({ db, now }: { db: Database; now: () => Date }) {
  /** Sources that speak of no more than the caller sees. */
  async function visible(caller: Caller): Promise<Row[]> {
    const rows = await db
      .select()
      .from(ingestSources)
      .orderBy(asc(ingestSources.createdAt), asc(ingestSources.id))
    if (caller.scope.all) return rows
    const own = rows.filter(row => !row.allShops && row.areaIds.length === 0)
    const seen = await db
      .select({ id: shops.id })
      .from(shops)
      .where(
        and(
          inArray(
            shops.id,
            own.flatMap(row => row.shopIds),
          ),
          inScope(caller.scope),
        ),
      )
    const ids = new Set(seen.map(({ id }) => id))
    return own.filter(row => row.shopIds.every(id => ids.has(id)))
  }

  /** @throws AppError notFound, also for a revoked source and one that speaks of more than the caller sees */
  async function changed(caller: Caller, id: string, change: Partial<Row>): Promise<Row> {
    if (!(await visible(caller)).some(row => row.id === id)) throw new AppError('notFound', text.noSource)
    const [row] = await db
      .update(ingestSources)
      .set(change)
      .where(and(eq(ingestSources.id, id), isNull(ingestSources.revokedAt)))
      .returning()
    if (!row) throw new AppError('notFound', text.noSource)
    return row
  }

  return {
    visible,

    async list(caller: Caller): Promise<IngestSource[]> {
      return (await visible(caller)).map(sourceAnswer)
    },

    /**
     * Adds a source. It may speak of no more than the caller sees.
     * @throws AppError invalidInput naming areas and shops that are not there or out of scope; ruleBroken without any
     */
    async create(caller: Caller, { name, kind, library, allShops, areaIds, shopIds }: NewSource) {
      if (!allShops && areaIds.length === 0 && shopIds.length === 0)
        throw new AppError('ruleBroken', text.noShops)
      if (allShops && !caller.scope.all) throw outside('allShops')
      if (!caller.scope.all && areaIds.length > 0) throw outside('areaIds')
      const [knownAreas, knownShops] = await Promise.all([
        db.select({ id: areas.id }).from(areas).where(inArray(areas.id, areaIds)),
        db
          .select({ id: shops.id })
          .from(shops)
          .where(and(inArray(shops.id, shopIds), inScope(caller.scope))),
      ])
      if (knownAreas.length < new Set(areaIds).size) throw outside('areaIds')
      if (knownShops.length < new Set(shopIds).size) throw outside('shopIds')
      const token = newToken()
      const [row] = await db
        .insert(ingestSources)
        .values({
          name,
          kind,
          library,
          allShops,
          areaIds,
          shopIds,
          createdBy: caller.userId,
          createdAt: now(),
          ...kept(token),
        })
        .returning()
      if (!row) throw new Error('the source was not inserted')
      return { ...sourceAnswer(row), token }
    },

    /** @throws AppError notFound, also for a revoked source */
    async rotate(caller: Caller, id: string) {
      const token = newToken()
      return { ...sourceAnswer(await changed(caller, id, { ...kept(token), rotatedAt: now() })), token }
    },

    /** @throws AppError notFound, also for a revoked source */
    async revoke(caller: Caller, id: string): Promise<IngestSource> {
      return sourceAnswer(await changed(caller, id, { revokedAt: now() }))
    },

    /**
     * The source of a token, which may post this.
     * @throws AppError sessionEnded; forbidden where the source is of another kind
     */
    async authenticate(token: string | undefined, what: string): Promise<IngestPoster> {
      const [row] =
        token === undefined
          ? []
          : await db
              .select()
              .from(ingestSources)
              .where(and(eq(ingestSources.tokenHash, hashOf(token)), isNull(ingestSources.revokedAt)))
      if (!row) throw new AppError('sessionEnded', text.badToken)
      const at = now()
      const stale = or(
        isNull(ingestSources.lastUsedAt),
        lt(ingestSources.lastUsedAt, new Date(at.getTime() - usedMs)),
      )
      await db
        .update(ingestSources)
        .set({ lastUsedAt: at })
        .where(and(eq(ingestSources.id, row.id), stale))
      if (row.kind !== 'any' && row.kind !== what)
        throw new AppError('forbidden', text.otherKind, { reason: row.kind })
      return posterOf(row)
    },
  }
}
/** A source as the one who posts: its shops and its library of faces. */
export function posterOf({ id, allShops, areaIds, shopIds, library }: Row): IngestPoster {
  return { id, library, scope: allShops ? { all: true } : { all: false, areaIds, shopIds } }
}

/** Who posts. */
export type IngestPoster = { id: string; scope: Scope; library: string }
export type IngestService = ReturnType<typeof ingestService>

/** Tells a token of a source from one of a session at a glance. */
const newToken = () => `ais_${randomBytes(32).toString('base64url')}`
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
const kept = (token: string) => ({ tokenHash: hashOf(token), tokenEnd: token.slice(-4) })
const outside = (path: string) =>
  new AppError('invalidInput', text.noShops, {
    errors: [{ path, message: 'not there, or outside your scope' }],
  })

function sourceAnswer(row: Row): IngestSource {
  const { id, name, library, allShops, areaIds, shopIds, tokenEnd } = row
  return {
    id,
    name,
    kind: sourceKind.parse(row.kind),
    library,
    allShops,
    areaIds,
    shopIds,
    tokenEnd,
    createdAt: row.createdAt.toISOString(),
    rotatedAt: row.rotatedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  }
}
