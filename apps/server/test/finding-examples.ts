import { eq } from 'drizzle-orm'
import type { Database } from '../src/platform/postgres.ts'
import { findings, pictures } from '../src/platform/schema/index.ts'
import type { Input, Things } from './examples.ts'

type Tools = {
  make(path: string, body: object): Promise<Record<string, unknown> & { id: string }>
  upload(w: Things): Promise<string>
  db: Database
}

/** One good use of each call about findings. */
export function findingExamples({ make, upload, db }: Tools) {
  const finding = async (w: Things, change: Partial<typeof findings.$inferInsert> = {}) => {
    const pictureId = await upload(w)
    const [row] = await db
      .insert(findings)
      .values({
        algorithm: 'covered',
        shopId: w.shopId,
        cameraId: w.cameras.ezviz.id,
        pictureId,
        confidence: 0.8,
        foundAt: new Date(),
        localDate: '2026-11-20',
        localHour: 10,
        weekday: 5,
        ...change,
      })
      .returning()
    return row?.id ?? ''
  }
  const decision = async (w: Things) => ({
    params: { findingId: await finding(w) },
    body: { version: 1, remark: '例' },
  })
  const zone = {
    name: '通道',
    share: 0.4,
    polygon: [
      [0.1, 0.1],
      [0.6, 0.1],
      [0.6, 0.8],
    ],
  }
  const newZone = (w: Things) => make('/api/findings/zones', { cameraId: w.cameras.ezviz.id, ...zone })

  return {
    findings: {
      list: (w: Things) => ({
        query: {
          shopId: w.shopId,
          algorithm: 'covered,black',
          status: 'new',
          minConfidence: 0.5,
          pageSize: 5,
        },
      }),
      statistics: () => ({ query: { type: 1, id: '31', begin: '2026-11-01', end: '2026-11-30' } }),
      settings: () => ({}),
      saveSetting: () => ({
        params: { algorithm: 'moved' },
        body: { enabled: true, hours: 'always', thresholds: { shift: 0.05 } },
      }),
      zones: (w: Things) => ({ query: { cameraId: w.cameras.ezviz.id } }),
      addZone: (w: Things) => ({ body: { cameraId: w.cameras.ezviz.id, ...zone } }),
      changeZone: async (w: Things) => ({ params: { zoneId: (await newZone(w)).id }, body: zone }),
      removeZone: async (w: Things) => ({ params: { zoneId: (await newZone(w)).id } }),
      async setReference(w: Things) {
        const pictureId = await upload(w)
        await db.update(pictures).set({ screenshotType: 2 }).where(eq(pictures.id, pictureId))
        return { body: { pictureId } }
      },
      check: async (w: Things) => ({ body: { pictureIds: [await upload(w)] } }),
      detail: async (w: Things) => ({ params: { findingId: await finding(w) } }),
      confirm: decision,
      dismiss: decision,
      undo: async (w: Things) => ({
        params: { findingId: await finding(w, { status: 'dismissed' }) },
        body: { version: 1 },
      }),
      raise: decision,
    },
  } satisfies Record<string, Record<string, (w: Things) => Input | Promise<Input>>>
}
