import { setTimeout as pause } from 'node:timers/promises'
import { eq, ne } from 'drizzle-orm'
import sharp, { type Sharp } from 'sharp'
import type { Database } from '../../platform/postgres.ts'
import { cameras, installation, presets, shopCollects } from '../../platform/schema/index.ts'
import { chinaMoment } from './activity.ts'
import type { EvidenceDeps } from './evidence.ts'

/** Under this key the installation remembers that the pictures were made. */
const doneKey = 'demoFindingPictures'
const widthPx = 960
const byPlan = 2
const hourMs = 3_600_000
/** Sound pictures of each place before the one that is not. */
const soundDays = [4, 3, 2]

type Deps = Pick<EvidenceDeps, 'db' | 'pictures' | 'still' | 'now' | 'signal'>
type Spoil = (seen: Uint8Array, last: Buffer) => Promise<Buffer>

const jpeg = (image: Sharp) => image.resize({ width: widthPx }).jpeg({ quality: 80 }).toBuffer()

/** What may be wrong with a picture, each done to a sound one. */
const spoils: Record<'covered' | 'blurred' | 'frozen' | 'black', Spoil> = {
  async covered(seen) {
    const { width = 1280, height = 720 } = await sharp(seen).metadata()
    const cloth = `<svg width="${width}" height="${height}"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#33302c"/><stop offset="1" stop-color="#57514a"/></linearGradient></defs><rect width="${width}" height="${Math.round(height * 0.94)}" fill="url(#g)"/></svg>`
    return jpeg(
      sharp(
        await sharp(seen)
          .composite([{ input: Buffer.from(cloth) }])
          .toBuffer(),
      ),
    )
  },
  blurred: seen => jpeg(sharp(seen).blur(6)),
  frozen: async (_, last) => sharp(last).jpeg({ quality: 82 }).toBuffer(),
  black: seen => jpeg(sharp(seen).linear(0.04, 0)),
}
/** `moved` is seen at another preset than the one that it is filed under. */
const turns = ['covered', 'moved', 'blurred', 'frozen', 'moved', 'covered', 'black', 'blurred'] as const

/**
 * Planned pictures of some places of the favourite shops over the last days, the last of each spoiled in a known way: what
 * the console shows about them was really found by the detectors, which look at them as at any other picture.
 */
export async function keepFindingPictures({ db, pictures, still, now, signal }: Deps): Promise<void> {
  const [done] = await db.select().from(installation).where(eq(installation.key, doneKey))
  if (done) return
  const places = await favouritePlaces(db)
  const lastAt = lastOpenMoment(now)
  for (const [index, spoil] of turns.entries()) {
    const place = places[index]
    if (!place) break
    const { camera, preset, other } = place
    const save = (data: Buffer, takenAt: Date) =>
      pictures.save({
        data,
        takenAt,
        shopId: camera.shopId,
        cameraId: camera.id,
        presetId: preset.id,
        userId: null,
        screenshotType: byPlan,
      })
    const at = new Date(lastAt.getTime() - index * 17 * 60_000)
    let last: Buffer | undefined
    for (const day of soundDays) {
      const takenAt = new Date(at.getTime() - day * 24 * hourMs)
      const seen = await still(camera, takenAt, preset.index)
      await pause(30, undefined, { signal })
      if (!seen) continue
      const data = await jpeg(sharp(seen))
      await save(data, takenAt)
      last = data
    }
    const seen = await still(camera, at, spoil === 'moved' ? other.index : preset.index)
    if (!seen || !last) continue
    await save(await (spoil === 'moved' ? jpeg(sharp(seen)) : spoils[spoil](seen, last)), at)
  }
  await db.insert(installation).values({ key: doneKey, value: {} }).onConflictDoNothing()
}

/** One camera each with two presets at least, of the favourite shops in turn. */
async function favouritePlaces(db: Database) {
  const rows = await db
    .selectDistinct({ camera: cameras, preset: presets })
    .from(cameras)
    .innerJoin(shopCollects, eq(shopCollects.shopId, cameras.shopId))
    .innerJoin(presets, eq(presets.cameraId, cameras.id))
    .where(ne(cameras.status, 'offline'))
    .orderBy(cameras.id, presets.index)
  const places = [...Map.groupBy(rows, row => row.camera.id).values()].flatMap(([first, ...rest]) => {
    const other = rest.at(-1)
    return first && other ? [{ camera: first.camera, preset: first.preset, other: other.preset }] : []
  })
  const ofShops = [...Map.groupBy(places, ({ camera }) => camera.shopId).values()]
  const most = Math.max(0, ...ofShops.map(each => each.length))
  return Array.from({ length: most }, (_, turn) => ofShops.flatMap(each => each[turn] ?? [])).flat()
}

/** Now, where the shops are open; else an hour at which they were. */
function lastOpenMoment(now: Date): Date {
  const noon = chinaMoment(now, 0, '12:30')
  const evening = chinaMoment(now, 0, '21:00')
  if (now < noon) return chinaMoment(now, 1, '20:30')
  return now < evening ? new Date(now.getTime() - 5 * 60_000) : evening
}
