import { PgBoss } from 'pg-boss'

/** Work that any server may do, each run by one of them. `every` is a cron expression in Beijing time. */
export type Job = {
  readonly name: string
  readonly every: string
  /** Also soon after a server starts. */
  readonly atStart?: boolean
  run(): Promise<void>
}

export type Jobs = {
  ready(): boolean
  /** Has a job run soon, by whichever server is free, and not only when its time comes. */
  wake(name: string): void
  close(): Promise<void>
}

/**
 * A server says of each of its jobs that it is at work. One that says nothing for so long was lost with its server, and runs again
 * with its next turn; without this it would stand in its own way for as long as a job may take.
 */
const heartbeatSeconds = 60
/** A job that takes longer is given up: as long as the longest of exports. */
const longestSeconds = 6 * 3600
/** How often it is looked for lost ones. */
const lookSeconds = 30

/** A job that is asked for while it runs comes again after this. */
const againMs = 2000
/** What is asked for many times at once is asked for once. */
const soonMs = 300

/** Starts the runner over rows in PostgreSQL. A failed run is logged and comes again with the next turn. */
export async function startJobs(
  url: string,
  jobs: readonly Job[],
  log: (message: string, error?: unknown) => void,
): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    max: 4,
    application_name: 'aisle-jobs',
    superviseIntervalSeconds: lookSeconds,
    monitorIntervalSeconds: lookSeconds,
  })
  boss.on('error', error => log('jobs', error))
  await boss.start()
  for (const job of jobs) {
    const settings = {
      retryLimit: 0,
      deleteAfterSeconds: 3600,
      heartbeatSeconds,
      expireInSeconds: longestSeconds,
    }
    await boss.createQueue(job.name, { policy: 'exclusive', ...settings })
    // A queue that an older release made keeps what it was made with.
    await boss.updateQueue(job.name, settings)
    await boss.work(job.name, async () => {
      try {
        await job.run()
      } catch (error) {
        log(`job ${job.name}`, error)
      }
    })
    await boss.schedule(job.name, job.every, null, { tz: 'Asia/Shanghai' })
  }
  let running = true
  const waiting = new Map<string, NodeJS.Timeout>()

  /** At most one of a name waits or runs: where one does, what came meanwhile is looked for once more. */
  async function send(name: string): Promise<void> {
    waiting.delete(name)
    if (!running || (await boss.send(name)) !== null) return
    wakeIn(againMs, name)
  }

  function wakeIn(ms: number, name: string): void {
    if (!running || waiting.has(name)) return
    const timer = setTimeout(() => {
      send(name).catch(error => {
        log(`wake ${name}`, error)
        wakeIn(againMs, name)
      })
    }, ms)
    waiting.set(name, timer.unref())
  }

  for (const { name, atStart } of jobs) if (atStart) wakeIn(soonMs, name)

  return {
    ready: () => running,
    wake: name => wakeIn(soonMs, name),
    async close() {
      running = false
      for (const timer of waiting.values()) clearTimeout(timer)
      await boss.stop({ graceful: true, timeout: 5000 })
    },
  }
}
