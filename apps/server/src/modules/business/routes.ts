import { AppError, businessCalls } from '@aisle/contract'
import type { Mount } from '../../platform/http/mount.ts'
import type { Database } from '../../platform/postgres.ts'
import { holidayService } from './holidays.ts'
import { ruleService } from './rules.ts'
import { targetService } from './targets.ts'
import { text } from './text.ts'

/** How the business counts: hours, days, targets, holidays. Changes are audited. */
export function businessRoutes(
  mount: Mount,
  deps: { db: Database; hasFacts(): Promise<boolean>; now: () => Date },
): void {
  const rules = ruleService(deps)
  const targets = targetService(deps)
  const holidays = holidayService(deps.db)
  mount(businessCalls, {
    rules: (_, { caller }) => rules.read(caller),
    async saveChain({ body }, context) {
      const saved = await rules.saveChain(context.caller, body)
      await context.audit('business.chain', 'default', { ...body })
      return saved
    },
    async saveShop({ params, body }, context) {
      const saved = await rules.saveShop(context.caller, params.shopId, body)
      await context.audit('business.shop', params.shopId, { ...body })
      return saved
    },
    capacity: ({ params }, { caller }) => rules.capacity(caller, params.shopId),
    async saveCapacity({ params, body }, context) {
      const saved = await rules.saveCapacity(context.caller, params.shopId, body.capacity)
      await context.audit('business.capacity', params.shopId, { ...body })
      return saved
    },
    targets: ({ query }, { caller }) => targets.ofYear(caller, query.year),
    async saveTargets({ body }, context) {
      const saved = await targets.save(context.caller, body.entries)
      await context.audit('business.targets', '', { count: saved.length })
      return saved
    },
    readTargets({ body }, context) {
      const data = context.files[0]?.data ?? (body.file ? bytesOf(body.file) : undefined)
      if (!data) throw new AppError('ruleBroken', text.noFile)
      return targets.read(context.caller, data, context.language)
    },
    holidays: ({ query }) => holidays.between(query.from, query.to),
    async saveHoliday({ params, body }, context) {
      const saved = await holidays.save(context.caller, { date: params.date, ...body })
      await context.audit('business.holiday', params.date, { ...body })
      return saved
    },
    async removeHoliday({ params }, context) {
      await holidays.remove(context.caller, params.date)
      await context.audit('business.holidayRemoved', params.date)
      return null
    },
  })
}

/** A file sent as base64 or as a data URL. */
const bytesOf = (file: string) => Buffer.from(file.slice(file.indexOf(',') + 1), 'base64')
