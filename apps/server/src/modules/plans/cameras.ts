import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import { users } from '../../platform/schema/index.ts'
import type { CameraService } from '../cameras/service.ts'
import type { PlanCamera } from './shot.ts'

type Found = NonNullable<Awaited<ReturnType<CameraService['findAnywhere']>>>

type Deps = {
  db: Database
  find(cameraIds: string[]): Promise<Found[]>
  presets: { goTo(caller: Caller, found: Found, index: number): Promise<void> }
  steering: { release(caller: Caller, found: Found): Promise<void> }
  snapshots: { frame(found: Found, patienceMs: number): Promise<{ data: Buffer; takenAt: Date }> }
}

/** In whose name plans turn cameras: users see it as the one who steers. Nobody can sign in with it. */
const planner: Caller = {
  userId: 'plans',
  loginName: '~plans',
  realName: '抓图计划 · Snapshot plans',
  authorities: [],
  scope: { all: true },
  sessionHash: '',
}

/** Cameras as the runner of plans uses them, over the same services as a user's hand. */
export function planCameras({ db, find, presets, steering, snapshots }: Deps) {
  let known: Promise<unknown> | undefined
  /** The row that a hold on a camera points to, made when the first plan turns one. */
  const introduced = () => {
    known ??= db
      .insert(users)
      .values({
        id: planner.userId,
        loginName: planner.loginName,
        realName: planner.realName,
        passwordHash: '-',
        disabled: true,
      })
      .onConflictDoNothing()
      .catch(error => {
        known = undefined
        throw error
      })
    return known
  }

  return async function open(cameraIds: string[]): Promise<Map<string, PlanCamera>> {
    const found = await find(cameraIds)
    return new Map(
      found.map(each => [
        each.camera.id,
        {
          async goTo(index) {
            await introduced()
            await presets.goTo(planner, each, index)
          },
          release: () => steering.release(planner, each),
          frame: patienceMs => snapshots.frame(each, patienceMs),
        } satisfies PlanCamera,
      ]),
    )
  }
}
