import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { AppError, type StreamKind } from '@aisle/contract'
import { z } from 'zod'

/** Kinds of streams that a picture can be taken from. */
export const captureKinds = ['httpFlv', 'wsFlv', 'hls', 'fmp4'] as const satisfies readonly StreamKind[]
export type CaptureKind = (typeof captureKinds)[number]

export type Capture = {
  /**
   * The newest key frame of a live stream as JPEG. Only addresses that a platform's own live answer gave are to be passed:
   * the child opens whatever it is told to.
   * @throws AppError vendorFailed where the stream gives no picture, vendorSlow where it takes longer than `timeoutMs`
   * (10 s, which is also the most), unavailable when too many are waiting
   */
  take(url: string, kind: CaptureKind, options?: { timeoutMs?: number }): Promise<{ jpeg: Buffer }>
  /** Ends the children; pictures under way fail. */
  close(): Promise<void>
}

type CaptureOptions = {
  log: { warn(message: string): void }
  /** The capture program. It is started with Node as a program of its own. */
  program?: string
}

const poolSize = 4
const limitMs = 10_000
const jobsPerChild = 500
const idleMs = 120_000
const mostWaiting = 100

const text = {
  failed: { zh: '无法从视频流截取画面', en: 'No picture could be taken from the stream' },
  slow: { zh: '视频流响应超时，未能截取画面', en: 'The stream was too slow for a picture' },
  busy: { zh: '截图任务过多，请稍后重试', en: 'Too many pictures are being taken. Try again.' },
}

const answer = z.union([
  z.object({ id: z.number(), jpeg: z.instanceof(Uint8Array) }),
  z.object({ id: z.number(), error: z.string() }),
])

type Job = {
  id: number
  url: string
  kind: CaptureKind
  timeoutMs: number
  done(jpeg: Buffer): void
  fail(error: AppError): void
}
type Worker = { child: ChildProcess; taken: number; job?: Job | undefined; idle?: NodeJS.Timeout | undefined }

/**
 * Takes pictures from streams in up to four child processes, started when first needed: most of the time each waits for a key
 * frame. Native media code runs there and never here: a child that hangs is killed, one that crashes is replaced, and none
 * outlives this process.
 */
export function openCapture({ log, program = defaultProgram }: CaptureOptions): Capture {
  const workers = new Set<Worker>()
  const waiting: Job[] = []
  let jobs = 0
  let closed = false

  function next(): void {
    while (waiting.length > 0) {
      const worker = [...workers].find(each => !each.job) ?? (workers.size < poolSize ? start() : undefined)
      const job = worker && waiting.shift()
      if (!worker || !job) return
      give(worker, job)
    }
  }

  function start(): Worker {
    const child = fork(program, [], {
      // Nothing of the server's environment: it holds secrets, and the child has no use for them.
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const worker: Worker = { child, taken: 0 }
    workers.add(worker)
    child.on('message', message => settle(worker, message))
    child.on('error', error => lose(worker, error.message))
    child.on('exit', (code, signal) => lose(worker, `ended with ${signal ?? code}`))
    return worker
  }

  function lose(worker: Worker, how: string): void {
    retire(worker)
    const { job } = worker
    worker.job = undefined
    if (!job) return
    log.warn(`The capture process failed while taking a picture: ${how}`)
    job.fail(new AppError('vendorFailed', text.failed, { reason: 'captureCrashed' }))
    next()
  }

  function give(worker: Worker, job: Job): void {
    clearTimeout(worker.idle)
    const timer = setTimeout(() => {
      worker.job = undefined
      retire(worker)
      worker.child.kill('SIGKILL')
      job.fail(new AppError('vendorSlow', text.slow, { reason: 'captureSlow' }))
      next()
    }, job.timeoutMs)
    worker.job = {
      ...job,
      done(jpeg) {
        clearTimeout(timer)
        job.done(jpeg)
      },
      fail(error) {
        clearTimeout(timer)
        job.fail(error)
      },
    }
    worker.taken += 1
    // A child that is gone says so by `exit`, which fails the job.
    worker.child.send({ id: job.id, url: job.url, kind: job.kind }, () => undefined)
  }

  function settle(worker: Worker, message: unknown): void {
    const read = answer.safeParse(message)
    const { job } = worker
    if (!read.success || !job || read.data.id !== job.id) return
    worker.job = undefined
    if ('jpeg' in read.data) job.done(Buffer.from(read.data.jpeg))
    else
      job.fail(
        new AppError(
          'vendorFailed',
          text.failed,
          { reason: 'captureFailed' },
          { cause: new Error(read.data.error) },
        ),
      )
    if (worker.taken >= jobsPerChild) retire(worker)
    else worker.idle = setTimeout(() => retire(worker), idleMs).unref()
    next()
  }

  /** Gives the worker no more work; without a channel its process ends. */
  function retire(worker: Worker): void {
    clearTimeout(worker.idle)
    workers.delete(worker)
    if (worker.child.connected) worker.child.disconnect()
  }

  return {
    take(url, kind, { timeoutMs = limitMs } = {}) {
      if (closed || waiting.length >= mostWaiting)
        return Promise.reject(new AppError('unavailable', text.busy, { retryAfterSeconds: 10 }))
      return new Promise((resolve, reject) => {
        waiting.push({
          id: ++jobs,
          url,
          kind,
          timeoutMs: Math.min(timeoutMs, limitMs),
          done: jpeg => resolve({ jpeg }),
          fail: reject,
        })
        next()
      })
    },
    async close() {
      closed = true
      for (const job of waiting.splice(0)) job.fail(new AppError('unavailable', text.busy))
      await Promise.all(
        [...workers].map(
          worker =>
            new Promise<void>(resolve => {
              worker.child.once('exit', () => resolve())
              retire(worker)
              worker.child.kill('SIGKILL')
            }),
        ),
      )
    },
  }
}

const defaultProgram = join(import.meta.dirname, '../../../capture/src/main.ts')
