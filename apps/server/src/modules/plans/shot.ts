import { AppError, type Text } from '@aisle/contract'
import type { PictureService } from '../pictures/service.ts'
import type { Gate } from './gate.ts'
import type { Claimed, RunStore } from './run-store.ts'
import { runText } from './text.ts'

/** One camera as a run uses it; errors are AppErrors, `cameraHeld` while a user steers it. */
export type PlanCamera = {
  /** Turns to a preset and keeps others from steering until `release`. */
  goTo(index: number): Promise<void>
  release(): Promise<void>
  frame(patienceMs: number): Promise<{ data: Buffer; takenAt: Date }>
}

/** pictures.screenshot_type: 1 where a person wanted it now, 2 where a plan did. */
const byHand = 1
const byPlan = 2
/** Someone who steers often stops a moment later. */
const heldWaitMs = 3_000
/** The platforms want up to 10 s between two pictures of one camera. */
const patienceMs = 12_000

/** A preset that a plan speaks of and that is not there any more. */
class PresetGone extends Error {}

type Deps = {
  runs: Pick<RunStore, 'hasPicture'>
  pictures: Pick<PictureService, 'save'>
  /** How long a camera swings after it arrived. */
  settleMs: number
  sleep(ms: number): Promise<void>
  log(message: string, error: unknown): void
}
type Preset = { id: string; index: number }

/** Goes where the plan says, waits until the camera is still, takes the picture, files it, and goes back. */
export function shooter({ runs, pictures, settleMs, sleep, log }: Deps) {
  return async function shoot(
    run: Claimed,
    camera: PlanCamera,
    presets: readonly Preset[],
    onPlatform: Gate,
  ): Promise<void> {
    // The server that was here before may have been lost after its last step but one.
    if (run.takeovers > 0 && (await runs.hasPicture(run.id))) return
    if (run.presetId === null) {
      if (run.presetName !== '') throw new PresetGone()
      return file(run, await onPlatform(() => camera.frame(patienceMs)))
    }
    const preset = presets.find(each => each.id === run.presetId)
    if (!preset) throw new PresetGone()
    const home = presets[0]
    try {
      await patiently(() => onPlatform(() => camera.goTo(preset.index)))
      try {
        await sleep(settleMs)
        await file(run, await onPlatform(() => camera.frame(patienceMs)))
      } finally {
        if (home && home.id !== preset.id)
          await onPlatform(() => camera.goTo(home.index)).catch(error =>
            log(`back from preset ${preset.id}`, error),
          )
      }
    } finally {
      await camera.release().catch(error => log(`release after run ${run.id}`, error))
    }
  }

  async function file(run: Claimed, { data, takenAt }: { data: Buffer; takenAt: Date }): Promise<void> {
    await pictures.save({
      data,
      takenAt,
      shopId: run.shopId,
      cameraId: run.cameraId,
      presetId: run.presetId,
      userId: run.userId,
      screenshotType: run.planId === null ? byHand : byPlan,
      planRunId: run.id,
    })
  }

  /** Who steers is not fought: waited for a moment, then left alone. */
  async function patiently(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!isHeld(error)) throw error
      await sleep(heldWaitMs)
      await work()
    }
  }
}

const isHeld = (error: unknown) => error instanceof AppError && error.problem === 'cameraHeld'

/** What a failure means for a run: what it is called, and after how long it is worth another try. */
export type Failure = {
  state: 'failed' | 'held' | 'offline'
  reason: string
  message: Text
  againAfterMs: number | undefined
}

const heldAgainMs = 10_000
const failedAgainMs = 5_000
/** What another try cannot mend. */
const hopeless = new Set([
  'notSupported',
  'notAllowed',
  'misconfigured',
  'encrypted',
  'quotaExceeded',
  'frozen',
  'invalidRequest',
])

/** Sorts what a run failed with; `tries` counts those made so far. */
export function failureOf(error: unknown, tries: number): Failure {
  if (error instanceof PresetGone)
    return { state: 'failed', reason: 'presetGone', message: runText.presetGone, againAfterMs: undefined }
  if (!(error instanceof AppError))
    return {
      state: 'failed',
      reason: 'unexpected',
      message: runText.unexpected,
      againAfterMs: failedAgainMs * tries,
    }
  const { problem, text: message, details } = error
  if (problem === 'cameraHeld')
    return { state: 'held', reason: 'held', message: runText.held, againAfterMs: heldAgainMs }
  const reason = details.reason ?? problem
  if (problem === 'cameraOffline') return { state: 'offline', reason, message, againAfterMs: undefined }
  if (hopeless.has(reason)) return { state: 'failed', reason, message, againAfterMs: undefined }
  const told = details.retryAfterSeconds === undefined ? 0 : details.retryAfterSeconds * 1000
  return { state: 'failed', reason, message, againAfterMs: Math.max(told, failedAgainMs * tries) }
}
