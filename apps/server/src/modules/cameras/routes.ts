import { AppError, type CameraControl, cameras as calls, type Preset } from '@aisle/contract'
import type { Mount } from '../../platform/http/mount.ts'
import type { CallContext } from '../../platform/http/request.ts'
import { uploadedPicture } from '../pictures/routes.ts'
import type { AccountService } from './accounts.ts'
import type { PresetService } from './presets.ts'
import { type Recordings, recordedRange } from './recordings.ts'
import type { CameraService } from './service.ts'
import type { PlaySessionsService } from './sessions.ts'
import type { SnapshotService } from './snapshots.ts'
import type { SteeringService } from './steering.ts'
import type { PresetRow } from './store.ts'
import { text } from './text.ts'

export type CameraServices = {
  cameras: CameraService
  accounts: AccountService
  presets: PresetService
  sessions: PlaySessionsService
  snapshots: SnapshotService
  steering: SteeringService
  recordings: Recordings
}

/** The one camera interface of the console: no vendor is named here. */
export function cameraRoutes(
  mount: Mount,
  { cameras, accounts, presets, sessions, snapshots, steering, recordings }: CameraServices,
): void {
  const find = (context: CallContext, id: string) => cameras.find(context.caller, id)

  mount(calls, {
    list({ query }, { caller }) {
      const shopIds = listOf(query.shopId)
      const ids = listOf(query.ids)
      if (!shopIds && !ids)
        throw new AppError('invalidInput', text.noCamera, {
          errors: [{ path: 'shopId', message: 'shopId or ids is required' }],
        })
      return cameras.list(caller, { ...(shopIds ? { shopIds } : {}), ...(ids ? { ids } : {}) })
    },
    shopsOfPlatform: ({ query }, { caller }) => cameras.shopsOf(caller, query.ys),
    live: async ({ params, body }, context) =>
      sessions.live(context.caller, await find(context, params.cameraId), body),
    async endLive({ params }, context) {
      await sessions.endLive(context.caller, await find(context, params.cameraId), params.sessionId)
      return null
    },
    ptz: async ({ params, body }, context) =>
      cameras.steer(context.caller, await find(context, params.cameraId), body),
    async releaseControl({ params }, context) {
      await steering.release(context.caller, await find(context, params.cameraId))
      return null
    },
    async control({ params }, context) {
      return controlAnswer(await steering.holder(await find(context, params.cameraId)), context.caller.userId)
    },
    async takeControl({ params }, context) {
      const found = await find(context, params.cameraId)
      await steering.take(context.caller, found)
      const held = controlAnswer(await steering.holder(found), context.caller.userId)
      // Between the two another server may have given it away: that is no control at all.
      if (!held?.isOwn) throw new AppError('cameraHeld', text.heldBy(held?.name ?? '', 1))
      return held
    },
    async setEncoding({ params, body }, context) {
      const found = await find(context, params.cameraId)
      await cameras.setEncoding(found, body.quality)
      await context.audit('camera.encoding', found.camera.id, { quality: body.quality })
      return null
    },
    presets: async ({ params }, context) =>
      (await presets.list(await find(context, params.cameraId))).map(presetAnswer),
    async savePreset({ params, body }, context) {
      const found = await cameras.withPresets(await find(context, params.cameraId))
      const preset = await presets.save(context.caller, found, {
        name: body.presetName,
        index: body.presetIndex,
      })
      await context.audit('preset.saved', preset.id, { camera: found.camera.id, index: preset.index })
      return presetAnswer(preset)
    },
    async goPreset({ params }, context) {
      await presets.go(context.caller, await find(context, params.cameraId), params.presetId)
      return null
    },
    async renamePreset({ params, body }, context) {
      const found = await find(context, params.cameraId)
      const preset = await presets.rename(found, params.presetId, body.presetName)
      await context.audit('preset.renamed', preset.id, { camera: found.camera.id, name: preset.name })
      return presetAnswer(preset)
    },
    async removePreset({ params }, context) {
      const found = await find(context, params.cameraId)
      const preset = await presets.find(found, params.presetId)
      await presets.remove([{ preset, found }])
      await context.audit('preset.removed', preset.id, { camera: found.camera.id, index: preset.index })
      return null
    },
    async savePoster({ params, body }, context) {
      await cameras.keepPoster(await find(context, params.cameraId), uploadedPicture(context, body.file))
      return null
    },
    async savePresetThumbnail({ params, body }, context) {
      const found = await find(context, params.cameraId)
      return presetAnswer(
        await cameras.keepPresetThumbnail(found, params.presetId, uploadedPicture(context, body.file)),
      )
    },
    async snapshot({ params, body }, context) {
      const found = await find(context, params.cameraId)
      const preset = body.presetId === undefined ? undefined : await presets.find(found, body.presetId)
      return snapshots.take(context.caller, found, preset?.id)
    },

    recordings: async ({ params, query }, context) =>
      recordings.list(await find(context, params.cameraId), rangeOf(query)),
    recordingDays: async ({ params, query }, context) =>
      recordings.days(await find(context, params.cameraId), query.month),
    playback: async ({ params, body }, context) =>
      sessions.playback(context.caller, await find(context, params.cameraId), rangeOf(body), body.source, {
        secure: body.secure,
      }),
    async playbackSpeed({ params, body }, context) {
      await sessions.control(
        context.caller,
        await find(context, params.cameraId),
        params.sessionId,
        (playback, camera, handle) => playback.setSpeed?.(camera, handle, body.rate),
      )
      return null
    },
    playbackSeek: async ({ params, body }, context) =>
      sessions.seek(
        context.caller,
        await find(context, params.cameraId),
        params.sessionId,
        Date.parse(body.at),
      ),
    async playbackPause({ params, body }, context) {
      await sessions.control(
        context.caller,
        await find(context, params.cameraId),
        params.sessionId,
        (playback, camera, handle) =>
          body.paused ? playback.pause?.(camera, handle) : playback.resume?.(camera, handle),
      )
      return null
    },
    async playbackKeep({ params }, context) {
      await sessions.keep(context.caller, await find(context, params.cameraId), params.sessionId)
      return null
    },
    async endPlayback({ params }, context) {
      await sessions.endPlayback(context.caller, await find(context, params.cameraId), params.sessionId)
      return null
    },

    async create({ body }, context) {
      const camera = await cameras.create(context.caller, body)
      await context.audit('camera.created', camera.id, { name: camera.name })
      return camera
    },
    async update({ params, body }, context) {
      const camera = await cameras.update(context.caller, params.cameraId, body)
      await context.audit('camera.changed', camera.id, { fields: Object.keys(body) })
      return camera
    },
    async remove({ params }, context) {
      await cameras.remove(context.caller, params.cameraId)
      await context.audit('camera.removed', params.cameraId)
      return null
    },
    accounts: () => accounts.list(),
    async createAccount({ body }, context) {
      const account = await accounts.create(body)
      await context.audit('account.created', account.id, { provider: account.provider })
      return account
    },
    async updateAccount({ params, body }, context) {
      const account = await accounts.update(params.accountId, body)
      await context.audit('account.changed', account.id, { fields: Object.keys(body) })
      return account
    },
    async removeAccount({ params }, context) {
      await accounts.remove(params.accountId)
      await context.audit('account.removed', params.accountId)
      return null
    },
  })
}

function controlAnswer(
  hold: Awaited<ReturnType<SteeringService['holder']>>,
  userId: string,
): CameraControl | null {
  if (!hold) return null
  return {
    userId: hold.userId,
    name: hold.holderName,
    until: hold.heldUntil.toISOString(),
    isOwn: hold.userId === userId,
  }
}

const presetAnswer = ({ id, name, index, thumbnailAt }: PresetRow): Preset => ({
  id,
  presetName: name,
  presetIndex: index,
  thumbnailUrl: thumbnailAt ? `/api/pictures/preset/${id}?v=${thumbnailAt.getTime()}` : null,
})

function listOf(joined: string | undefined): string[] | undefined {
  const parts = joined
    ?.split(',')
    .map(part => part.trim())
    .filter(Boolean)
  return parts && parts.length > 0 ? parts : undefined
}

/** @throws invalidInput when it ends before it begins, or is longer than a month */
const rangeOf = ({ from, to }: { from: string; to: string }) =>
  recordedRange(Date.parse(from), Date.parse(to), 'to')
