import { AppError } from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import type { ProblemStore } from './store.ts'
import { text } from './text.ts'

/** Who is to be in charge: a user or one of the staff, not both; null takes it away. */
export type Charge = { ownerUserId?: string | null | undefined; ownerStaffId?: string | null | undefined }

/** What is refused before anything is written. */
export function problemChecks({ store, now }: { store: ProblemStore; now: () => Date }) {
  return {
    /** A user who handles problems of the shop, or one of its staff. @throws AppError invalidInput */
    async owner(shopId: string, { ownerUserId, ownerStaffId }: Charge): Promise<void> {
      if (ownerUserId && ownerStaffId) throw invalid('ownerStaffId', 'only one can be in charge')
      if (ownerUserId && (await store.handlers(shopId, ownerUserId)).length === 0)
        throw invalid('ownerUserId', 'does not handle problems of this shop')
      if (ownerStaffId && (await store.staff(shopId, ownerStaffId)).length === 0)
        throw invalid('ownerStaffId', 'does not work in this shop')
    },

    /** @throws AppError invalidInput where it is not in the future */
    due(dueAt: string | null | undefined): void {
      if (dueAt && new Date(dueAt) <= now()) throw invalid('dueAt', 'not in the future')
    },

    /** @throws AppError invalidInput where one is not of the shop, was deleted or is out of scope */
    async pictures(caller: Caller, shopId: string, ids: readonly string[]): Promise<void> {
      const known = await store.picturesOfShop(caller.scope, shopId, ids)
      if (known.length < new Set(ids).size) throw invalid('pictureIds', 'not pictures of this shop')
    },
  }
}
export type ProblemChecks = ReturnType<typeof problemChecks>

/** @throws AppError notFound, forbidden out of scope */
export function admitted<T extends { inScope: boolean }>(row: T | undefined): T {
  if (!row) throw new AppError('notFound', text.noProblem)
  if (!row.inScope) throw new AppError('forbidden', text.foreign)
  return row
}

/** The refusal of one field. */
export function invalid(path: string, message: string): AppError {
  return new AppError('invalidInput', text.invalid, { errors: [{ path, message }] })
}
