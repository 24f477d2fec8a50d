import { AppError, walls as calls, type Wall, type WallLayout, wallLayouts } from '@aisle/contract'
import { and, desc, eq, or } from 'drizzle-orm'
import { given } from '../../platform/given.ts'
import type { Mount } from '../../platform/http/mount.ts'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import { users, walls } from '../../platform/schema/index.ts'

const text = { noWall: { zh: '没有找到该视频墙方案', en: 'There is no such wall of yours' } }
const rotations = [0, 10, 15, 30, 60] as const

/**
 * Named walls: arrangements of cameras, own or public. A wall holds ids only; what a viewer may see of them is asked
 * when they are opened, so that a public wall never widens a scope.
 */
export function wallRoutes(mount: Mount, db: Database, now: () => Date): void {
  const own = (caller: Caller, id: string) => and(eq(walls.id, id), eq(walls.userId, caller.userId))
  const select = () =>
    db
      .select({ wall: walls, ownerName: users.realName })
      .from(walls)
      .innerJoin(users, eq(users.id, walls.userId))

  async function one(caller: Caller, id: string): Promise<Wall> {
    const [row] = await select().where(own(caller, id))
    if (!row) throw new AppError('notFound', text.noWall)
    return answerOf(row, caller)
  }

  mount(calls, {
    async list(_, { caller }) {
      const rows = await select()
        .where(or(eq(walls.userId, caller.userId), eq(walls.isPublic, true)))
        .orderBy(desc(walls.updatedAt))
      return rows.map(row => answerOf(row, caller))
    },
    async create({ body }, { caller }) {
      const [made] = await db
        .insert(walls)
        .values({ ...body, userId: caller.userId, updatedAt: now() })
        .returning({ id: walls.id })
      return one(caller, made?.id ?? '')
    },
    async update({ params, body }, { caller }) {
      await db
        .update(walls)
        .set({ ...given(body), updatedAt: now() })
        .where(own(caller, params.wallId))
      return one(caller, params.wallId)
    },
    async remove({ params }, { caller }) {
      const gone = await db.delete(walls).where(own(caller, params.wallId)).returning({ id: walls.id })
      if (gone.length === 0) throw new AppError('notFound', text.noWall)
      return null
    },
  })
}

function answerOf(
  { wall, ownerName }: { wall: typeof walls.$inferSelect; ownerName: string },
  caller: Caller,
): Wall {
  const { id, name, panes, isPublic } = wall
  const layout: WallLayout = wallLayouts.find(known => known === wall.layout) ?? '2x2'
  const rotateSeconds = rotations.find(known => known === wall.rotateSeconds) ?? 0
  return {
    id,
    name,
    layout,
    panes,
    isPublic,
    rotateSeconds,
    own: wall.userId === caller.userId,
    ownerName,
    updatedAt: wall.updatedAt.toISOString(),
  }
}
