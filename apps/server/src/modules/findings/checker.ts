import { buffer } from 'node:stream/consumers'
import { setImmediate as breath } from 'node:timers/promises'
import type { Database } from '../../platform/postgres.ts'
import { findings, pictureChecks } from '../../platform/schema/index.ts'
import { everyShop } from '../../platform/scope.ts'
import type { PictureService } from '../pictures/service.ts'
import { type CheckStore, checkStore, type DuePicture } from './check-store.ts'
import { decode } from './decode.ts'
import { detect, type Frame, settingsBy, type Verdict } from './detectors/detect.ts'
import { isOpenAt, localTime } from './local-time.ts'
import { placeOf } from './place.ts'
import type { FindingSettings } from './settings.ts'

/** Pictures older than this that nobody looked at are left alone. */
const backlogMs = 24 * 3_600_000
const atOnce = 100
/** Places that are looked at at the same time: decoding is done beside, comparing is not. */
const placesAtOnce = 2
/** Decoded pictures that may be compared with again soon, 0.5 MB each. */
const framesKept = 40

type Deps = {
  db: Database
  pictures: Pick<PictureService, 'content'>
  settings: Pick<FindingSettings, 'all'>
  now: () => Date
  log(message: string, error?: unknown): void
}

/**
 * Looks at captured pictures. A picture is looked at once: what was found, and that it was looked at, are written
 * together, so that a server that dies in between leaves nothing half done.
 */
export function pictureChecker({ db, pictures: files, settings, now, log }: Deps) {
  const store = checkStore(db)
  const frames = new Map<string, Promise<Frame>>()

  function frameOf(pictureId: string): Promise<Frame> {
    const known = frames.get(pictureId)
    frames.delete(pictureId)
    const frame =
      known ?? files.content(everyShop, pictureId).then(async ({ stream }) => decode(await buffer(stream)))
    frame.catch(() => frames.delete(pictureId))
    frames.set(pictureId, frame)
    for (const id of frames.keys()) {
      if (frames.size <= framesKept) break
      frames.delete(id)
    }
    return frame
  }

  /** A picture that is not there any more cannot be compared with. */
  const frameIfThere = (pictureId: string | undefined) =>
    pictureId === undefined ? undefined : frameOf(pictureId).catch(() => undefined)

  async function check(
    picture: DuePicture,
    using: Awaited<ReturnType<typeof currentSettings>>,
  ): Promise<void> {
    const place = placeOf(picture)
    const frame = await frameOf(picture.id).catch(error => {
      log(`picture ${picture.id} cannot be looked at`, error)
      return undefined
    })
    if (!frame) return keep(picture, place.key, undefined, [])
    const before = place.isFixed ? await store.before(picture, place.key) : nothingKnown
    const [previousFrame, reference] = await Promise.all([
      frameIfThere(before.previous?.pictureId),
      frameIfThere(before.referenceId),
    ])
    await breath()
    const outcome = detect({
      frame,
      isOpen: isOpenAt(picture.takenAt, picture),
      previous:
        previousFrame && before.previous
          ? {
              frame: previousFrame,
              minutes: (picture.takenAt.getTime() - before.previous.takenAt.getTime()) / 60_000,
              isOpen: isOpenAt(before.previous.takenAt, picture),
              isSound: before.previous.isSound,
            }
          : undefined,
      reference,
      // A camera that may have been steered by anybody stands where it likes.
      isSteady: place.key !== '' || picture.canTurn !== true,
      history: before.history,
      zones: before.zones,
      settings: using,
    })
    await keep(picture, place.key, outcome, before.zones)
    if (place.isFixed && before.referenceId === undefined && outcome.verdicts.length === 0)
      await store.firstReference(picture.cameraId, place.key, picture.id)
  }

  async function keep(
    picture: DuePicture,
    presetKey: string,
    outcome: ReturnType<typeof detect> | undefined,
    zones: readonly { id: string; name: string }[],
  ): Promise<void> {
    const local = localTime(picture.takenAt, picture.timeZone)
    const { id: pictureId, shopId, cameraId, presetId, takenAt } = picture
    const faults = outcome?.verdicts.filter(({ algorithm }) => !isEvent(algorithm)) ?? []
    await db.transaction(async on => {
      const made = await on
        .insert(pictureChecks)
        .values({
          pictureId,
          shopId,
          cameraId,
          presetKey,
          takenAt,
          localDate: local.localDate,
          isSound: outcome !== undefined && faults.length === 0,
          sharpness: outcome?.looks.sharpness ?? 0,
          brightness: outcome?.looks.brightness ?? 0,
          change: outcome?.change ?? null,
          failure: outcome ? '' : 'unreadable',
          checkedAt: now(),
        })
        .onConflictDoNothing()
        .returning({ pictureId: pictureChecks.pictureId })
      if (made.length === 0 || !outcome || outcome.verdicts.length === 0) return
      await on
        .insert(findings)
        .values(
          outcome.verdicts.map(({ algorithm, confidence, boxes, measures, zoneId }) => ({
            algorithm,
            shopId,
            cameraId,
            presetId,
            pictureId,
            zoneId: zoneId ?? '',
            zoneName: zones.find(zone => zone.id === zoneId)?.name ?? '',
            confidence,
            boxes,
            measures,
            foundAt: takenAt,
            ...local,
          })),
        )
        .onConflictDoNothing()
    })
  }

  async function currentSettings() {
    const all = new Map((await settings.all()).map(each => [each.algorithm, each]))
    return settingsBy(name => all.get(name) ?? { enabled: false, hours: 'always', thresholds: {} })
  }

  /** Each place in the order in which its pictures were taken, a few places at a time. */
  async function checkAll(rows: readonly DuePicture[]): Promise<void> {
    const using = await currentSettings()
    const places = [...Map.groupBy(rows, row => `${row.cameraId} ${placeOf(row).key}`).values()]
    const work = async () => {
      for (let place = places.shift(); place; place = places.shift())
        for (const picture of place) await check(picture, using)
    }
    await Promise.all(Array.from({ length: placesAtOnce }, work))
  }

  return {
    /** Looks at all that was captured in the last day and that nobody looked at yet. */
    async checkNew(): Promise<number> {
      let checked = 0
      for (;;) {
        const rows = await store.due({ since: new Date(now().getTime() - backlogMs), limit: atOnce })
        await checkAll(rows)
        checked += rows.length
        if (rows.length < atOnce) return checked
      }
    },

    /** Looks at those of the pictures that nobody looked at yet. */
    async checkThese(pictureIds: readonly string[]): Promise<void> {
      await checkAll(await store.due({ ids: pictureIds, limit: pictureIds.length }))
    },
  }
}
export type PictureChecker = ReturnType<typeof pictureChecker>

const nothingKnown: Awaited<ReturnType<CheckStore['before']>> = {
  previous: undefined,
  history: [],
  referenceId: undefined,
  zones: [],
}

/** These tell what goes on in the shop; the others, that something is wrong with the picture. */
const isEvent = (algorithm: Verdict['algorithm']) =>
  algorithm === 'motionClosed' || algorithm === 'zoneMotion'
