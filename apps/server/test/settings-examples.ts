import {
  defaultBusinessView,
  defaultTotalView,
  type ExportState,
  exportOrder as exportOrderSchema,
} from '@aisle/contract'
import { eq } from 'drizzle-orm'
import { demoUsers } from '../src/modules/demo/people.ts'
import type { Database } from '../src/platform/postgres.ts'
import {
  businessRules,
  exportJobs,
  exportSchedules,
  exportTemplates,
  holidayCalendar,
  shopTargets,
} from '../src/platform/schema/index.ts'
import type { Input, Things } from './examples.ts'

type Make = (url: string, body: object) => Promise<{ id: string }>

/** One good use of each call about settings, business rules and rotation plans. */
export const settingsExamples = ({ make, db }: { make: Make; db: Database }) => {
  const rotation = ({ cameras }: Things) => ({
    name: '轮巡',
    groups: [{ name: '一', panes: [{ cameraId: cameras.ezviz.id, presetId: null }] }],
    panesPerTurn: 1,
    seconds: 10,
  })
  const ruleVersion = async (id: string) => {
    const [row] = await db.select().from(businessRules).where(eq(businessRules.id, id))
    return row?.version ?? 0
  }
  const day = '2030-05-20'
  const template = {
    name: '日报',
    layout: { title: '日报', columns: [{ kind: 'metric', name: 'visits', heading: '客流' }] },
  }
  const templateParams = async () => ({
    templateId: (await make('/api/exports/templates', template)).id,
  })
  const schedule = async () => ({ ...(await templateParams()), every: 'daily', hour: 7, period: 'yesterday' })
  const scheduleParams = async () => ({
    scheduleId: (await make('/api/exports/schedules', await schedule())).id,
  })
  const exportOrder = (shopId: string) =>
    exportOrderSchema.parse({
      kind: 'page',
      name: '例',
      sheets: [
        {
          title: '例',
          question: {
            metrics: ['visits'],
            period: { preset: 'last7Days' },
            filters: [{ member: 'shop', op: 'in', values: [shopId] }],
          },
        },
      ],
    })
  const exported = async ({ shopId }: Things, state: ExportState) => {
    const [row] = await db
      .insert(exportJobs)
      .values({
        userId: demoUsers.find(({ loginName }) => loginName === 'admin')?.id ?? '',
        kind: 'page',
        name: '例',
        format: 'xlsx',
        language: 'zh',
        spec: exportOrder(shopId),
        state,
        files: [],
      })
      .returning({ id: exportJobs.id })
    return { jobId: row?.id ?? '' }
  }
  return {
    totalView: {
      read: () => ({}),
      save: () => ({ body: { layer: 'me', version: 0, value: defaultTotalView } }),
    },
    businessView: {
      read: () => ({}),
      save: () => ({ body: { layer: 'me', version: 0, value: defaultBusinessView } }),
    },
    glossary: {
      read: () => ({}),
      save: () => ({
        body: { layer: 'me', version: 0, value: { entries: [{ zh: '全景', en: 'Whole view' }] } },
      }),
    },
    business: {
      rules: () => ({}),
      saveChain: async (): Promise<Input> => ({
        body: {
          openTime: '10:00',
          closeTime: '22:00',
          // As it begins: once something was counted it stays.
          dayCut: '00:00',
          weekStart: 1,
          version: await ruleVersion('default'),
        },
      }),
      saveShop: async ({ shopId }: Things): Promise<Input> => ({
        params: { shopId },
        body: {
          followsDefault: false,
          openTime: '09:30',
          closeTime: '22:00',
          areaM2: 400,
          version: await ruleVersion(shopId),
        },
      }),
      capacity: ({ shopId }: Things) => ({ params: { shopId } }),
      saveCapacity: ({ shopId }: Things) => ({ params: { shopId }, body: { capacity: 420 } }),
      targets: () => ({ query: { year: 2026 } }),
      saveTargets: async ({ shopId }: Things): Promise<Input> => {
        await db.delete(shopTargets).where(eq(shopTargets.month, '2031-01'))
        return { body: { entries: [{ shopId, month: '2031-01', visits: 900, sales: null, version: 0 }] } }
      },
      readTargets: () => ({
        body: { file: Buffer.from('门店编号,月份,客流目标\r\nSH0127,2031-01,900').toString('base64') },
      }),
      holidays: () => ({ query: { from: '2026-10-01', to: '2026-10-07' } }),
      saveHoliday: () => ({ params: { date: day }, body: { nameZh: '店庆', isOff: true } }),
      removeHoliday: async (): Promise<Input> => {
        await db
          .insert(holidayCalendar)
          .values({ date: day, origin: 'own', nameZh: '店庆', isOff: true })
          .onConflictDoNothing()
        return { params: { date: day } }
      },
    },
    exportJobs: {
      list: () => ({}),
      submit: async ({ shopId }: Things): Promise<Input> => {
        // Nobody may have more than some of them wait at once.
        await db.delete(exportJobs)
        return { body: exportOrder(shopId) }
      },
      one: async (w: Things): Promise<Input> => ({ params: await exported(w, 'queued') }),
      retry: async (w: Things): Promise<Input> => {
        await db.delete(exportJobs)
        return { params: await exported(w, 'failed') }
      },
      cancel: async (w: Things): Promise<Input> => ({ params: await exported(w, 'queued') }),
    },
    exportSchedules: {
      list: () => ({}),
      people: () => ({}),
      create: async (): Promise<Input> => {
        // Nobody may have more than some of them.
        await db.delete(exportSchedules)
        return { body: await schedule() }
      },
      pause: async (): Promise<Input> => ({ params: await scheduleParams(), body: { isPaused: true } }),
      remove: async (): Promise<Input> => ({ params: await scheduleParams() }),
      restore: async (): Promise<Input> => {
        const params = await scheduleParams()
        await db
          .update(exportSchedules)
          .set({ deletedAt: new Date() })
          .where(eq(exportSchedules.id, params.scheduleId))
        return { params }
      },
    },
    exportTemplates: {
      list: () => ({}),
      create: () => ({ body: template }),
      update: async (): Promise<Input> => ({
        params: await templateParams(),
        body: { ...template, name: '改名', version: 1 },
      }),
      remove: async (): Promise<Input> => ({ params: await templateParams() }),
      restore: async (): Promise<Input> => {
        const params = await templateParams()
        await db
          .update(exportTemplates)
          .set({ deletedAt: new Date() })
          .where(eq(exportTemplates.id, params.templateId))
        return { params }
      },
    },
    rotations: {
      list: () => ({}),
      create: (w: Things) => ({ body: rotation(w) }),
      update: async (w: Things): Promise<Input> => ({
        params: { rotationId: (await make('/api/rotations', rotation(w))).id },
        body: { ...rotation(w), name: '改名', version: 1 },
      }),
      remove: async (w: Things): Promise<Input> => ({
        params: { rotationId: (await make('/api/rotations', rotation(w))).id },
      }),
    },
  }
}
