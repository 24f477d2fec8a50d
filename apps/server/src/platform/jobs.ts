import { PgBoss } from 'pg-boss'

/** Work that any server may do, each run by one of them. `every` is a cron expression in Beijing time. */
export type Job = { readonly name: string; readonly every: string; run(): Promise<void> }

export type Jobs = { ready(): boolean; close(): Promise<void> }

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
  return {
    ready: () => running,
    async close() {
      running = false
      await boss.stop({ graceful: true, timeout: 5000 })
    },
  }
}
