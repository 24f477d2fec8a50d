import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { activityJobs } from './modules/activities/copy.ts'
import { activityRoutes } from './modules/activities/routes.ts'
import { activityService } from './modules/activities/service.ts'
import { analysisRoutes } from './modules/analysis/routes.ts'
import { analysisService } from './modules/analysis/service.ts'
import { analysisJobs } from './modules/analysis/shop-copy.ts'
import { articleRoutes } from './modules/articles/routes.ts'
import { articleService } from './modules/articles/service.ts'
import { bookmarkRoutes } from './modules/bookmarks/routes.ts'
import { bookmarkService } from './modules/bookmarks/service.ts'
import { installHolidays } from './modules/business/holidays.ts'
import { businessRoutes } from './modules/business/routes.ts'
import { chainRule } from './modules/business/rules.ts'
import { abilityService } from './modules/cameras/abilities.ts'
import { accountService } from './modules/cameras/accounts.ts'
import { legacyCameraRoutes } from './modules/cameras/legacy-routes.ts'
import { platformCameraService } from './modules/cameras/platform-cameras.ts'
import { platformCameraRoutes } from './modules/cameras/platform-routes.ts'
import { platformStore } from './modules/cameras/platform-store.ts'
import { presetService } from './modules/cameras/presets.ts'
import { providerRegistry } from './modules/cameras/providers.ts'
import { recordedDays } from './modules/cameras/recorded-days.ts'
import { recordings } from './modules/cameras/recordings.ts'
import { cameraRoutes } from './modules/cameras/routes.ts'
import { cameraService } from './modules/cameras/service.ts'
import { playSessions } from './modules/cameras/sessions.ts'
import { snapshotService } from './modules/cameras/snapshots.ts'
import { steering } from './modules/cameras/steering.ts'
import { cameraStore, type Found } from './modules/cameras/store.ts'
import { thumbnailRoutes } from './modules/cameras/thumbnail-routes.ts'
import { type ThumbnailKeeper, thumbnailKeeper } from './modules/cameras/thumbnails.ts'
import { forgetExpired } from './modules/cameras/vendor-memory.ts'
import { deviceRoutes } from './modules/devices/routes.ts'
import { deviceService } from './modules/devices/service.ts'
import { deviceStore } from './modules/devices/store.ts'
import { exportJobService } from './modules/exports/jobs.ts'
import { exportKeeper } from './modules/exports/keeping.ts'
import { exportRoutes } from './modules/exports/routes.ts'
import { exportRunner } from './modules/exports/runner.ts'
import { exportClock } from './modules/exports/schedule-clock.ts'
import { exportScheduleService } from './modules/exports/schedules.ts'
import { exportTemplateService } from './modules/exports/templates.ts'
import { factJobs, factService, type RollupKeeper, rollupKeeper } from './modules/facts/service.ts'
import { pictureChecker } from './modules/findings/checker.ts'
import { checkPictures, findingJobs } from './modules/findings/jobs.ts'
import { postedFindings } from './modules/findings/posted.ts'
import { findingRoutes } from './modules/findings/routes.ts'
import { findingService } from './modules/findings/service.ts'
import { findingSettings } from './modules/findings/settings.ts'
import { findingStatistics } from './modules/findings/statistics.ts'
import { areaReader } from './modules/floor-plans/area-figures.ts'
import { areaService } from './modules/floor-plans/areas.ts'
import { heatReader } from './modules/floor-plans/heat.ts'
import { floorPlanRoutes } from './modules/floor-plans/routes.ts'
import { planService as floorPlanService } from './modules/floor-plans/service.ts'
import { planStore } from './modules/floor-plans/store.ts'
import { bodyTaker } from './modules/ingest/bodies.ts'
import { importService } from './modules/ingest/imports.ts'
import { type LinkRunner, linkRunner } from './modules/ingest/links/runner.ts'
import { linkService } from './modules/ingest/links/service.ts'
import { linkStore } from './modules/ingest/links/store.ts'
import { quarantineService } from './modules/ingest/quarantine.ts'
import { ingestRoutes } from './modules/ingest/routes.ts'
import { sensorService } from './modules/ingest/sensors.ts'
import { ingestService } from './modules/ingest/service.ts'
import { inspectionRoutes } from './modules/inspection/routes.ts'
import { inspectionService } from './modules/inspection/service.ts'
import { noticeJobs } from './modules/notices/jobs.ts'
import { noticeRoutes } from './modules/notices/routes.ts'
import { noticeService } from './modules/notices/service.ts'
import { deskService } from './modules/patrol/desk.ts'
import { patrolJobs } from './modules/patrol/jobs.ts'
import { openFindings, openWarnings } from './modules/patrol/open-things.ts'
import { patrolRoundService } from './modules/patrol/rounds.ts'
import { patrolRoutes } from './modules/patrol/routes.ts'
import { cameraTurns } from './modules/patrol/turns.ts'
import { peopleRoutes } from './modules/people/routes.ts'
import { peopleService } from './modules/people/service.ts'
import { peopleStore } from './modules/people/store.ts'
import { floorMaps } from './modules/persons/maps.ts'
import { personRoutes } from './modules/persons/routes.ts'
import { sampleService } from './modules/persons/samples.ts'
import { personService } from './modules/persons/service.ts'
import { personStore } from './modules/persons/store.ts'
import { trackService } from './modules/persons/tracks.ts'
import { galleryService } from './modules/pictures/gallery.ts'
import { galleryRoutes } from './modules/pictures/gallery-routes.ts'
import { pictureJobs } from './modules/pictures/jobs.ts'
import { pictureRoutes } from './modules/pictures/routes.ts'
import { type PictureService, pictureService } from './modules/pictures/service.ts'
import { pictureViewer } from './modules/pictures/viewer.ts'
import { placesRoutes } from './modules/places/routes.ts'
import { placesService } from './modules/places/service.ts'
import { placesStore } from './modules/places/store.ts'
import { planCameras } from './modules/plans/cameras.ts'
import { planJobs } from './modules/plans/jobs.ts'
import { patrolService } from './modules/plans/patrols.ts'
import { planRoutes } from './modules/plans/routes.ts'
import { runStore } from './modules/plans/run-store.ts'
import { planRunner } from './modules/plans/runner.ts'
import { planService } from './modules/plans/service.ts'
import { planStatistics } from './modules/plans/statistics.ts'
import { problemJobs } from './modules/problems/jobs.ts'
import { patrolLog } from './modules/problems/patrol-log.ts'
import { problemRoutes } from './modules/problems/routes.ts'
import { problemService } from './modules/problems/service.ts'
import { problemStatistics } from './modules/problems/statistics.ts'
import { qualityJobs } from './modules/quality/jobs.ts'
import { qualityRoutes } from './modules/quality/routes.ts'
import { qualityService } from './modules/quality/service.ts'
import { dailyRemarkRoutes } from './modules/remarks/routes.ts'
import { dailyRemarkService } from './modules/remarks/service.ts'
import { rotationRoutes } from './modules/rotations/routes.ts'
import { scoringJobs } from './modules/scoring/jobs.ts'
import { reportRoutes } from './modules/scoring/report-routes.ts'
import { scoringRoutes } from './modules/scoring/routes.ts'
import { scoringService } from './modules/scoring/service.ts'
import { standardRoutes } from './modules/scoring/standard-routes.ts'
import type { StandardPictures } from './modules/scoring/standards.ts'
import { settingsRoutes } from './modules/settings/routes.ts'
import { snapshotRoutes } from './modules/snapshots/routes.ts'
import { snapshotBatchService } from './modules/snapshots/service.ts'
import { figuresService } from './modules/statistics/figures.ts'
import { figureRoutes, statisticsRoutes } from './modules/statistics/routes.ts'
import { statisticsService } from './modules/statistics/service.ts'
import { streamRoutes } from './modules/stream/routes.ts'
import { consoleStreams } from './modules/stream/streams.ts'
import { type Readiness, systemRoutes } from './modules/system/routes.ts'
import { viewSettingsRoutes } from './modules/view-settings/routes.ts'
import { wallRoutes } from './modules/walls/routes.ts'
import { warningJobs, watchLimits } from './modules/warnings/jobs.ts'
import { warningRoutes } from './modules/warnings/routes.ts'
import { flowWarningService } from './modules/warnings/service.ts'
import { type Capture, openCapture } from './platform/capture.ts'
import type { ClickHouse } from './platform/clickhouse.ts'
import type { Config } from './platform/config.ts'
import { documentation, webConsole } from './platform/http/console.ts'
import { mounter } from './platform/http/mount.ts'
import type { Caller } from './platform/http/request.ts'
import { openServer } from './platform/http/server.ts'
import type { Job } from './platform/jobs.ts'
import type { Locks } from './platform/locks.ts'
import { openPictureDisk } from './platform/pictures.ts'
import type { Database } from './platform/postgres.ts'
import type { Secrets } from './platform/secrets.ts'
import { every } from './platform/ticker.ts'

export type AppDeps = {
  config: Config
  db: Database
  /** Held during calls to camera platforms. */
  locks: Locks
  secrets: Secrets
  readiness: Readiness
  /** The measure store, its tables made; refused while it does not answer. */
  measures: () => Promise<ClickHouse>
  demo:
    | { accounts: readonly { loginName: string; realName: string; role: string }[]; password: string }
    | undefined
  now?: () => Date
  fetch?: typeof fetch
  capture?: Capture
  /** Answers are checked against the contract. */
  checkAnswers?: boolean
}

export type Aisle = {
  app: FastifyInstance
  /** For the one runner: each is run by one of all servers. */
  jobs: Job[]
  /** Small pictures of cameras and presets, for the demo to fill. */
  thumbnails: ThumbnailKeeper
  /** Pictures and standard pictures, for the demo's findings. */
  pictures: Pick<PictureService, 'save'>
  standards: Pick<StandardPictures, 'store'>
  /** For facts that the demo makes. */
  rollups: RollupKeeper
  /** Devices that are asked and brokers that are listened to; its turns come by themselves once tickers run. */
  links: Pick<LinkRunner, 'tick' | 'idle'>
  /** How a job is asked for out of turn, once there is a runner. */
  wakeJobsBy(wake: (job: string) => void): void
  /** Has a job run soon. */
  wakeJob(job: string): void
  /** Begins what runs every second or so on each server. */
  startTickers(): void
  /** Stops moves and tickers, closes children; the app is closed by then. */
  close(): Promise<void>
}

/** Builds each service once, hands each what it needs, and lists the modules. Nothing is found by looking for it. */
export async function buildApp(deps: AppDeps): Promise<Aisle> {
  const { config, db, secrets } = deps
  const now = deps.now ?? (() => new Date())
  const app = await openServer(config)
  const log = (message: string, error?: unknown) => app.log.warn({ err: error }, message)

  const people = peopleService({
    store: peopleStore(db),
    locks: deps.locks,
    session: config.session,
    now,
  })
  const mount = mounter(app, {
    authenticate: people.authenticate,
    audit: people.audit,
    checkAnswers: deps.checkAnswers ?? false,
  })
  const places = placesStore(db)
  const visibleShops = (caller: Caller, ids: string[]) => places.visible(caller.scope, ids)

  const disk = await openPictureDisk(config)
  let wake: (job: string) => void = () => undefined
  const pictures = pictureService({ db, disk, now, saved: () => wake(checkPictures) })
  const capture = deps.capture ?? openCapture({ log: app.log })

  const store = cameraStore(db)
  const providers = providerRegistry({
    db,
    locks: deps.locks,
    secrets,
    fetch: deps.fetch ?? fetch,
    log: entry => app.log.debug(entry, 'platform'),
  })
  const providerOf = (found: Found) => providers.of(found.account)
  const find = (cameraId: string) => store.find({ all: true }, cameraId)
  const base = { store, providerOf, find, now, log }
  const hold = steering(base)
  const presets = presetService({ store, providerOf, hold, log })
  const sessions = playSessions(base)
  const snapshots = snapshotService({ providerOf, capture, pictures, now, log })
  const thumbnails = thumbnailKeeper(disk)
  const cameras = cameraService({
    ...base,
    abilities: abilityService(base),
    steering: hold,
    presets,
    thumbnails,
    visibleShops,
  })

  systemRoutes(mount, {
    version: config.version,
    versionDifferent: config.versionDifferent,
    readiness: deps.readiness,
    demoAccounts: (deps.demo?.accounts ?? []).map(({ loginName, realName, role }) => ({
      loginName,
      realName,
      role,
    })),
    demoPassword: deps.demo?.password,
  })
  peopleRoutes(mount, people)
  placesRoutes(mount, placesService({ store: places, now }))
  const recorded = recordings({ providerOf, now })
  cameraRoutes(mount, {
    cameras,
    accounts: accountService({ store, secrets }),
    presets,
    sessions,
    snapshots,
    steering: hold,
    recordings: recorded,
  })
  platformCameraRoutes(
    mount,
    platformCameraService({
      store: platformStore(db),
      answers: cameras.answers,
      recorded: recordedDays({ list: recorded.listAll, now }),
      now,
    }),
  )
  legacyCameraRoutes(mount, {
    store,
    cameras,
    presets,
    sessions,
    recordings: recorded,
    providerOfAccount: providers.of,
    visibleShops,
  })
  deviceRoutes(mount, deviceService({ db, store: deviceStore(db), now }))
  const gallery = galleryService({ db, disk })
  galleryRoutes(app, mount, { gallery, authenticate: people.authenticate, audit: people.audit })
  snapshotRoutes(mount, snapshotBatchService({ db, pictures: gallery.byIds, now }))
  pictureRoutes(app, mount, { pictures, authenticate: people.authenticate })
  thumbnailRoutes(app, { store, thumbnails, disk, viewer: pictureViewer(people.authenticate) })
  inspectionRoutes(mount, inspectionService({ db, now }))
  statisticsRoutes(mount, statisticsService(db))
  figureRoutes(mount, figuresService(db))
  const notices = noticeService({ db, now })
  noticeRoutes(mount, notices)
  const streams = consoleStreams({ db, notices, visibleShops, glance: people.glance, log, now })
  streamRoutes(app, { streams, authenticate: people.authenticate })
  const problems = problemService({ db, notices, pictures, now })
  problemRoutes(mount, {
    problems,
    statistics: problemStatistics({ db, now }),
    log: patrolLog({ db, pictures, now }),
  })
  const detectors = findingSettings({ db, now })
  const checker = pictureChecker({ db, pictures, settings: detectors, now, log })
  findingRoutes(mount, {
    findings: findingService({ db, pictures, problems, now }),
    statistics: findingStatistics(db),
    settings: detectors,
    checker,
    visiblePictures: async ({ scope }, ids) => [...(await pictures.byIds(scope, ids)).keys()],
  })
  const dayCut = async () => (await chainRule(db)).dayCut
  const rollups = rollupKeeper({
    db,
    measures: deps.measures,
    locks: deps.locks,
    dayCut,
    visits: config.visits,
    now,
  })
  const facts = factService({
    db,
    measures: deps.measures,
    rollups,
    dayCut,
    sign: secrets.sign,
    now,
  })
  const sources = ingestService({ db, now })
  const sensors = sensorService({ db, locks: deps.locks, facts, now })
  const take = bodyTaker({ db, facts, sensors, now })
  const quarantine = quarantineService({ db, sources, facts, take, now })
  const linked = { db, store: linkStore(db), secrets, fetch: deps.fetch ?? fetch, now }
  const links = linkRunner({ ...linked, take, holder: randomBytes(8).toString('hex'), log })
  const imports = importService({ db, disk, facts, wake: () => wake('imports'), now })
  ingestRoutes(app, mount, {
    ingest: sources,
    findings: postedFindings({ db, pictures, now }),
    facts,
    sensors,
    quarantine,
    imports,
    links: linkService({ ...linked, sources }),
  })
  const scoring = scoringService({ db, pictures, disk, problems, now, log })
  scoringRoutes(mount, scoring)
  reportRoutes(app, { report: scoring.report, viewer: pictureViewer(people.authenticate) })
  standardRoutes(app, { standards: scoring.standards, viewer: pictureViewer(people.authenticate) })
  planRoutes(mount, {
    plans: planService({ db, now }),
    patrols: patrolService({ db, now }),
    statistics: planStatistics(db),
  })
  const desk = deskService({ db, findings: openFindings(db), warnings: openWarnings(db), now })
  patrolRoutes(mount, { rounds: patrolRoundService({ db, now }), desk, turns: cameraTurns(db) })
  const planRuns = runStore(db)
  const planned = planRunner({
    runs: planRuns,
    open: planCameras({
      db,
      find: ids => store.list({ all: true }, { ids }),
      presets,
      steering: hold,
      snapshots,
    }),
    pictures,
    notices,
    settings: config.plans,
    holder: randomBytes(8).toString('hex'),
    now,
    log,
  })
  const analysis = analysisService({ db, measures: deps.measures, dayCut, now })
  analysisRoutes(mount, analysis, now)
  activityRoutes(mount, activityService({ db, measures: deps.measures, locks: deps.locks, now }))
  articleRoutes(mount, articleService({ db, now }))
  dailyRemarkRoutes(mount, dailyRemarkService({ db, now }))
  const quality = qualityService({
    db,
    measures: deps.measures,
    rollups,
    locks: deps.locks,
    notices,
    dayCut,
    now,
  })
  qualityRoutes(mount, quality)
  const exports = exportJobService({
    db,
    disk,
    analysis,
    correctedSince: (caller, since) =>
      quality.corrections.changedSince(caller, new Date(`${since}T00:00:00+08:00`)),
    wake: () => wake('exports'),
    now,
  })
  const exportsMade = exportRunner({ db, disk, analysis, callerOf: people.callerOf, log, now })
  const exportsKept = exportKeeper({ db, disk, now })
  const exportsDue = exportClock({
    db,
    jobs: exports,
    notices,
    callerOf: people.callerOf,
    dayCut,
    wake: () => wake('exports'),
    log,
    now,
  })
  exportRoutes(mount, {
    jobs: exports,
    templates: exportTemplateService({ db, now }),
    schedules: exportScheduleService({ db, now }),
    now,
  })
  const seen = personStore(deps.measures)
  const persons = personService({ db, store: seen, noteChanged: rollups.note, now })
  personRoutes(mount, {
    persons,
    tracks: trackService({ db, store: seen, ...floorMaps(db) }),
    samples: sampleService({ db, store: seen, now }),
  })
  const warnings = flowWarningService({
    db,
    measures: deps.measures,
    locks: deps.locks,
    notices,
    dayCut,
    now,
    wake: () => wake(watchLimits),
  })
  warningRoutes(mount, warnings)
  settingsRoutes(mount, db)
  viewSettingsRoutes(mount, { db, now })
  await installHolidays(db)
  businessRoutes(mount, { db, hasFacts: rollups.hasFacts, now })
  rotationRoutes(mount, { db, now })
  wallRoutes(mount, db, now)
  bookmarkRoutes(mount, bookmarkService({ db, now }))
  const floorPlans = planStore(db)
  floorPlanRoutes(mount, {
    plans: floorPlanService({ store: floorPlans, heat: heatReader(deps.measures), now }),
    areas: areaService({ db, store: floorPlans, figures: areaReader(deps.measures), now }),
  })
  await documentation(app, config.version)
  await webConsole(app, config)

  const tickers: { stop(): Promise<void> }[] = []
  return {
    app,
    thumbnails,
    pictures,
    standards: scoring.standards,
    rollups,
    links,
    jobs: [
      { name: 'forget-sessions', every: '17 * * * *', run: people.forgetOldSessions },
      { name: 'imports', every: '* * * * *', run: imports.work },
      { name: 'forget-imports', every: '41 4 * * *', run: imports.forget },
      {
        name: 'sweep-imports',
        every: '44 4 * * *',
        atStart: true,
        run: () => imports.sweep().then(() => undefined),
      },
      { name: 'exports', every: '* * * * *', run: exportsMade.work },
      { name: 'export-schedules', every: '* * * * *', run: exportsDue.work },
      { name: 'forget-exports', every: '11 * * * *', run: exportsKept.forget },
      {
        name: 'sweep-exports',
        every: '14 4 * * *',
        atStart: true,
        run: () => exportsKept.sweep().then(() => undefined),
      },
      { name: 'forget-quarantine', every: '31 4 * * *', run: quarantine.forget },
      { name: 'forget-vendor-memory', every: '43 3 * * *', run: () => forgetExpired(db, now()) },
      { name: 'probe-cameras', every: '* * * * *', run: cameras.probe },
      ...pictureJobs(pictures),
      ...scoringJobs(scoring),
      ...problemJobs(problems),
      ...noticeJobs(notices),
      ...patrolJobs(desk),
      ...activityJobs({ db, measures: deps.measures, locks: deps.locks, now }),
      ...analysisJobs({ db, measures: deps.measures, now }),
      ...factJobs({ db, measures: deps.measures, rollups, dayCut, now }),
      ...qualityJobs(quality),
      { name: 'keep-person-marks', every: '* * * * *', run: persons.keepMarks },
      ...warningJobs(warnings),
      ...planJobs(planRuns, now),
      ...findingJobs(checker),
    ],
    wakeJob: job => wake(job),
    wakeJobsBy(by) {
      wake = by
    },
    startTickers() {
      tickers.push(
        every(1000, 'moves', hold.sweep, log),
        every(10_000, 'playbacks', sessions.sweep, log),
        every(1000, 'plans', planned.tick, log),
        every(2000, 'links', links.tick, log),
        every(2000, 'rollups', async () => void (await rollups.run()), log),
      )
    },
    async close() {
      await Promise.all(tickers.map(ticker => ticker.stop()))
      await links.close()
      await planned.close()
      await hold.close()
      await capture.close()
    },
  }
}
