import { AppError, isAllowed, type SettingLayer, type SettingTarget } from '@aisle/contract'
import { and, asc, eq, or, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import { roles, userRoles, users, viewSettings } from '../../platform/schema/index.ts'

const text = {
  notYours: {
    zh: '只有用户管理员能设置角色和所有人的视图',
    en: 'Only a user administrator sets views of roles and of everyone',
  },
  noRole: { zh: '没有这个角色', en: 'There is no such role' },
  changed: {
    zh: '设置已被他人修改，请查看后再保存',
    en: 'Someone else changed these settings. Look at them before you save.',
  },
}

type Deps = { db: Database; now: () => Date }
export type Kind<Value> = { target: SettingTarget; schema: z.ZodType<Value>; initial: Value }
export type Save<Value> = { layer: SettingLayer; roleId: string; version: number; value: Value | null }

const nearest: readonly SettingLayer[] = ['me', 'role', 'everyone']
const maySetOthers = (caller: Caller) => isAllowed(caller.authorities, ['admin.users'])

/**
 * Settings in layers: one's own before those of a role before everyone's before the built-in ones. A layer counts as a
 * whole. What an older release kept and this one cannot read is passed over.
 */
export function viewSettingsService<Value>({ db, now }: Deps, { target, schema, initial }: Kind<Value>) {
  async function rowsOf(where: SQL | undefined) {
    const rows = await db
      .select({ row: viewSettings, name: users.realName })
      .from(viewSettings)
      .leftJoin(users, eq(users.id, viewSettings.updatedBy))
      .where(and(eq(viewSettings.target, target), where))
      .orderBy(asc(viewSettings.ownerId))
    return rows.flatMap(({ row, name }) => {
      const value = schema.safeParse(row.value)
      if (!value.success) return []
      const { layer, ownerId, version, updatedAt } = row
      const roleId = layer === 'role' ? ownerId : ''
      return [
        {
          layer,
          roleId,
          value: value.data,
          version,
          updatedAt: updatedAt.toISOString(),
          updatedByName: name ?? '',
        },
      ]
    })
  }

  const rolesOf = (caller: Caller) =>
    db
      .select({ id: roles.id, name: roles.nameZh, nameEn: roles.nameEn })
      .from(roles)
      .innerJoin(userRoles, eq(userRoles.roleId, roles.id))
      .where(eq(userRoles.userId, caller.userId))
      .orderBy(asc(roles.id))

  return {
    async read(caller: Caller) {
      const own = await rolesOf(caller)
      const mine = new Set(own.map(role => role.id))
      const sets = maySetOthers(caller)
      const seen = await rowsOf(
        or(
          eq(viewSettings.layer, 'everyone'),
          eq(viewSettings.layer, 'role'),
          and(eq(viewSettings.layer, 'me'), eq(viewSettings.ownerId, caller.userId)),
        ),
      )
      const inForce = nearest
        .map(layer => seen.find(one => one.layer === layer && (layer !== 'role' || mine.has(one.roleId))))
        .find(one => one !== undefined)
      return {
        value: inForce?.value ?? initial,
        from: inForce?.layer ?? ('default' as const),
        layers: seen.filter(one => sets || one.layer !== 'role' || mine.has(one.roleId)),
        roles: sets
          ? await db
              .select({ id: roles.id, name: roles.nameZh, nameEn: roles.nameEn })
              .from(roles)
              .orderBy(asc(roles.id))
          : own,
        maySetOthers: sets,
      }
    },

    /** @throws forbidden, notFound, or conflict where someone saved meanwhile */
    async save(caller: Caller, { layer, roleId, version, value }: Save<Value>) {
      if (layer !== 'me' && !maySetOthers(caller))
        throw new AppError('forbidden', text.notYours, { reason: 'admin.users' })
      const ownerId = { me: caller.userId, role: roleId, everyone: '' }[layer]
      return db.transaction(async tx => {
        if (layer === 'role') {
          const [role] = await tx.select({ id: roles.id }).from(roles).where(eq(roles.id, roleId))
          if (!role) throw new AppError('notFound', text.noRole)
        }
        const key = and(
          eq(viewSettings.target, target),
          eq(viewSettings.layer, layer),
          eq(viewSettings.ownerId, ownerId),
        )
        const [present] = await tx.select().from(viewSettings).where(key).for('update')
        if ((present?.version ?? 0) !== version) throw changed(present)
        if (value === null) {
          await tx.delete(viewSettings).where(key)
          return { version: 0 }
        }
        const next = { value, version: version + 1, updatedBy: caller.userId, updatedAt: now() }
        if (present) await tx.update(viewSettings).set(next).where(key)
        else {
          const made = await tx
            .insert(viewSettings)
            .values({ target, layer, ownerId, ...next })
            .onConflictDoNothing()
            .returning({ version: viewSettings.version })
          if (made.length === 0) throw changed(undefined)
        }
        return { version: version + 1 }
      })
    },
  }

  function changed(present: { value: unknown; version: number } | undefined): AppError {
    return new AppError('conflict', text.changed, {
      reason: 'changed',
      current: present ? { value: present.value, version: present.version } : { value: null, version: 0 },
    })
  }
}
