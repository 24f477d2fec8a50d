import sharp from 'sharp'
import { factService } from '../src/modules/facts/service.ts'
import { pictureChecker } from '../src/modules/findings/checker.ts'
import { postedFindings } from '../src/modules/findings/posted.ts'
import { findingRoutes } from '../src/modules/findings/routes.ts'
import { findingService } from '../src/modules/findings/service.ts'
import { findingSettings } from '../src/modules/findings/settings.ts'
import { findingStatistics } from '../src/modules/findings/statistics.ts'
import { bodyTaker } from '../src/modules/ingest/bodies.ts'
import { importService } from '../src/modules/ingest/imports.ts'
import { linkService } from '../src/modules/ingest/links/service.ts'
import { linkStore } from '../src/modules/ingest/links/store.ts'
import { quarantineService } from '../src/modules/ingest/quarantine.ts'
import { ingestRoutes } from '../src/modules/ingest/routes.ts'
import { sensorService } from '../src/modules/ingest/sensors.ts'
import { ingestService } from '../src/modules/ingest/service.ts'
import { mounter } from '../src/platform/http/mount.ts'
import type { Caller } from '../src/platform/http/request.ts'
import { secretsFrom } from '../src/platform/secrets.ts'
import type { Who } from './inspection-world.ts'
import { callerOf, problemWorld } from './problem-world.ts'

const more: Record<Who, readonly string[]> = {
  inspector: ['ai.view', 'inspect.score', 'inspect.plan', 'inspect.operate'],
  colleague: ['ai.view', 'device.manage', 'inspect.plan'],
  stranger: ['ai.view', 'inspect.score', 'inspect.plan', 'inspect.operate', 'device.manage'],
  reader: ['ai.view'],
  nobody: [],
}

const noDisk = {
  put: async () => undefined,
  read: async () => undefined,
  delete: async () => undefined,
  async *list() {},
}

/** The world of problems with the calls about findings and about those who post them. */
export async function findingWorld() {
  const world = await problemWorld()
  const { app, db, pictures, problems, now } = world
  const mount = mounter(app, {
    async authenticate(token): Promise<Caller | undefined> {
      if (!(token in more)) return undefined
      const caller = callerOf(token as Who)
      return { ...caller, authorities: [...caller.authorities, ...more[token as Who]] }
    },
    audit: async entry => void world.audited.push(`${entry.userId} ${entry.action} ${entry.target}`),
    checkAnswers: true,
  })
  const settings = findingSettings({ db, now })
  const checker = pictureChecker({ db, pictures, settings, now, log: () => undefined })
  findingRoutes(mount, {
    findings: findingService({ db, pictures, problems, now }),
    statistics: findingStatistics(db),
    settings,
    checker,
    visiblePictures: async ({ scope }, ids) => [...(await pictures.byIds(scope, ids)).keys()],
  })
  const facts = factService({
    db,
    measures: () => Promise.reject(new Error('no counts here')),
    rollups: { note: async () => undefined },
    dayCut: async () => '00:00',
    sign: text => text,
    now,
  })
  const sources = ingestService({ db, now })
  const sensors = sensorService({ db, locks: { exclusive: (_, work) => work() }, facts, now })
  const take = bodyTaker({ db, facts, sensors, now })
  ingestRoutes(app, mount, {
    ingest: sources,
    findings: postedFindings({ db, pictures, now }),
    facts,
    sensors,
    imports: importService({ db, disk: noDisk, facts, wake: () => undefined, now }),
    quarantine: quarantineService({ db, sources, facts, take, now }),
    links: linkService({ db, store: linkStore(db), sources, secrets: secretsFrom('no secret'), fetch, now }),
  })

  /** Files a picture as a plan does, unless told otherwise. */
  async function capture(
    data: Buffer,
    takenAt: string,
    how: { screenshotType?: number; presetId?: string } = {},
  ) {
    const { id } = await pictures.save({
      data,
      takenAt: new Date(takenAt),
      shopId: 'jingan',
      cameraId: 'ezviz-camera',
      userId: null,
      screenshotType: how.screenshotType ?? 2,
      presetId: how.presetId ?? 'till',
    })
    return id
  }
  return { ...world, checker, capture }
}
export type FindingWorld = Awaited<ReturnType<typeof findingWorld>>

/** A shop as a camera might see it; `seed` moves the people about. */
export async function shopPicture(seed: number): Promise<Buffer> {
  let state = 77
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const things = Array.from({ length: 160 }, () => {
    const [x, y] = [Math.round(random() * 1280), Math.round(random() * 720)]
    const level = Math.round(40 + random() * 190)
    const [width, height] = [20 + Math.round(random() * 120), 15 + Math.round(random() * 80)]
    return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="rgb(${level},${level},${level - 20})"/>`
  })
  const person = `<rect x="${120 + seed * 137}" y="300" width="70" height="220" fill="#233"/>`
  const svg = `<svg width="1280" height="720"><rect width="1280" height="720" fill="#b9b4a8"/>${things.join('')}${person}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 85 }).toBuffer()
}

export const covered = () =>
  sharp({ create: { width: 1280, height: 720, channels: 3, background: '#4a453f' } })
    .jpeg()
    .toBuffer()
