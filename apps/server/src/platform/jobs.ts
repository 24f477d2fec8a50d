import { PgBoss } from 'pg-boss'

/** Work that any server may do, each run by one of them. `every` is a cron expression in Beijing time. */
export type Job = { readonly name: string; readonly every: string; run(): Promise<void> }

export type Jobs = {
  ready(): boolean
  /** Has a job run soon, by whichever server is free, and not only when its time comes. */
  wake(name: string): void
  close(): Promise<void>
}

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
  const boss = new PgBoss({ connectionString: url, max: 4, application_name: 'aisle-jobs' })
  boss.on('error', error => log('jobs', error))
  await boss.start()
  for (const job of jobs) {
    await boss.createQueue(job.name, { policy: 'exclusive', retryLimit: 0, deleteAfterSeconds: 3600 })
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
      send(name).catch(error => log(`wake ${name}`, error))
    }, ms)
    waiting.set(name, timer.unref())
  }

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
