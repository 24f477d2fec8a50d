import { type CameraProvider, legacy } from '@aisle/cameras'
import {
  AppError,
  checkShopCalls,
  defaultMoveMs,
  defaultPlanTime,
  type LiveSession,
  monitor,
  providerOfSourceType,
  type StreamKind,
  sourceTypes,
  type Video,
  type VideoPreset,
} from '@aisle/contract'
import { given } from '../../platform/given.ts'
import type { Mount } from '../../platform/http/mount.ts'
import type { Caller } from '../../platform/http/request.ts'
import { fromLegacyTime, legacyTimeOf } from '../../platform/time.ts'
import type { PresetService } from './presets.ts'
import { type Recordings, recordedRange } from './recordings.ts'
import type { CameraService } from './service.ts'
import type { PlaySessionsService } from './sessions.ts'
import type { AccountRow, CameraStore, Found, PresetRow } from './store.ts'
import { text } from './text.ts'
import { onPlatform } from './vendor-problem.ts'

/** `videoInfos[].status` of the specification's video entity. */
const statusNumber = { online: 1, offline: 0, unknown: 2 } as const

type Services = {
  store: CameraStore
  cameras: CameraService
  presets: PresetService
  sessions: PlaySessionsService
  recordings: Recordings
  providerOfAccount(account: AccountRow): CameraProvider
  visibleShops(caller: Caller, ids: string[]): Promise<Set<string>>
}

/** The inherited calls, by platform; each says in its own words what a unified call does, and meets it in the same service. */
export function legacyCameraRoutes(
  mount: Mount,
  { store, cameras, presets, sessions, recordings, providerOfAccount, visibleShops }: Services,
): void {
  const ezviz = (caller: Caller, serial: string, channel: string) =>
    cameras.findByDevice(caller, serial.toUpperCase(), channel, 'ezviz')
  const huiyan = (caller: Caller, device: string, channel: string, shopId?: string) =>
    cameras.findByDevice(caller, device, channel, 'huiyan', shopId)
  const video = (caller: Caller, body: { shopId: string; videoNo: string; channelNo: string }) =>
    cameras.findByDevice(caller, body.videoNo, body.channelNo, undefined, body.shopId)

  mount(monitor, {
    async getAccessToken({ query }, context) {
      const account = (await playerAccounts()).find(entry => entry.ysAccountId === query.ysAccountId)
      const token = account && (await browserToken(account))
      if (!token) throw new AppError('notFound', text.noAccount)
      await context.audit('account.token', account.id)
      return { accessToken: token.token, expireTime: token.expiresAt }
    },
    async accountList(_, context) {
      const accounts = await playerAccounts()
      await context.audit('account.token', accounts.map(account => account.id).join(','))
      const tokens = await Promise.allSettled(accounts.map(browserToken))
      const failed = tokens.find(answer => answer.status === 'rejected')
      if (failed && tokens.every(answer => answer.status === 'rejected')) throw failed.reason
      // One account that cannot sign in does not keep the cameras of the others from being played.
      return {
        dataList: accounts.map(({ ysAccountId }, at) => {
          const answer = tokens[at]
          return {
            ysAccountId: ysAccountId ?? 1,
            token: (answer?.status === 'fulfilled' && answer.value?.token) || '',
          }
        }),
      }
    },
    async ptzStart({ query }, { caller }) {
      const found = await ezviz(caller, query.deviceSerial, query.channelNo)
      const command = legacy.movementOfDirection(query.direction)
      if (!command)
        throw new AppError('invalidInput', text.cannotSteer, {
          errors: [{ path: 'direction', message: 'unknown' }],
        })
      // The specification's timed move: start, wait 1000 ms, stop; `stop` only comes earlier.
      await cameras.steer(caller, found, {
        command,
        speed: legacy.speedOfDeviceLevel(query.speed),
        durationMs: defaultMoveMs,
      })
      return null
    },
    async ptzStop({ query }, { caller }) {
      const found = await ezviz(caller, query.deviceSerial, query.channelNo)
      await cameras.steer(caller, found, { command: 'stop', speed: 1, durationMs: defaultMoveMs })
      return null
    },
    async huiyanPtz({ query }, { caller }) {
      const found = await huiyan(caller, query.deviceCode, query.channelId)
      const command = legacy.movementOfCommand(query.command) ?? 'stop'
      const speed = legacy.speedOfRaw(rawSpeed(command, query))
      await cameras.steer(caller, found, { command, speed, durationMs: defaultMoveMs })
      return null
    },
    async huiyanFrontEnd({ query }, context) {
      const found = await cameras.withPresets(
        await huiyan(context.caller, query.deviceCode, query.channelId, query.shopId),
      )
      const action = legacy.presetActionOf(query.cmdCode)
      const index = query.parameter2
      if (action === 'go') await presets.goTo(context.caller, found, index)
      else if (action === 'set') await presets.save(context.caller, found, { index })
      else await removeAt(found, index)
      if (action !== 'go') await context.audit(`preset.${action}`, found.camera.id, { index })
      return null
    },
    async huiyanPlay({ query }, { caller }) {
      const found = await huiyan(caller, query.deviceCode, query.channelId)
      return addressesOf(await sessions.live(caller, found, { quality: 'standard', secure: false }))
    },
    async huiyanPlaybackStart({ query }, { caller }) {
      const found = await huiyan(caller, query.deviceCode, query.channelId)
      const session = await sessions.playback(caller, found, spanOf(found, query), undefined, {
        secure: false,
        isKeptBySelf: true,
      })
      return { ...addressesOf(session), stream: session.sessionId }
    },
    async huiyanPlaybackStop({ query }, { caller }) {
      await sessions.endPlayback(
        caller,
        await huiyan(caller, query.deviceCode, query.channelId),
        query.stream,
      )
      return null
    },
    async huiyanRecords({ query }, { caller }) {
      const found = await huiyan(caller, query.deviceCode, query.channelId)
      const { tracks } = await recordings.list(found, spanOf(found, query))
      const timeOf = (time: string) => legacyTimeOf(new Date(time), found.shop.timeZone)
      const records = tracks.flatMap(track => track.ranges).toSorted((a, b) => a.from.localeCompare(b.from))
      return {
        recordList: records.map(({ from, to }) => ({
          name: `${found.camera.name} ${timeOf(from)}`,
          startTime: timeOf(from),
          endTime: timeOf(to),
          fileSize: null,
        })),
      }
    },
  })

  const { getVideosByShop, savePreset, updatePreset, updateHuiyanPreset, delPresetByIds } = checkShopCalls
  mount(
    { getVideosByShop, savePreset, updatePreset, updateHuiyanPreset, delPresetByIds },
    {
      async getVideosByShop({ query }, { caller }) {
        const { rows, total } = await store.page(caller.scope, {
          shopId: query.shopid,
          provider: query.ys === undefined ? undefined : providerOfSourceType(query.ys),
          searchKey: query.searchKey,
          offset: (query.pageNumber - 1) * query.pageSize,
          limit: query.pageSize,
        })
        // A shop outside the scope has nothing to say, not even that it exists.
        if (total === 0 && !(await visibleShops(caller, [query.shopid])).has(query.shopid))
          throw new AppError('forbidden', text.noShop)
        return { current: query.pageNumber, size: query.pageSize, total, records: rows.map(videoAnswer) }
      },
      async savePreset({ body }, context) {
        const found = await cameras.withPresets(await video(context.caller, body))
        const preset = await presets.save(context.caller, found, {
          name: body.presetName,
          index: body.presetIndex,
        })
        await context.audit('preset.saved', preset.id, { camera: found.camera.id, index: preset.index })
        return presetAnswer(preset, found)
      },
      async updatePreset({ body }, { caller, audit }) {
        const [entry] = await store.presetsById(caller.scope, [body.id])
        if (!entry) throw new AppError('notFound', text.noPreset)
        const preset = await presets.rename(entry.found, body.id, body.presetName)
        await audit('preset.renamed', preset.id, { camera: entry.found.camera.id, name: preset.name })
        return presetAnswer(preset, entry.found)
      },
      async updateHuiyanPreset({ body }, { caller, audit }) {
        const found = await video(caller, body)
        if (found.camera.provider !== 'huiyan')
          throw new AppError('ruleBroken', text.wrongPlatform, { reason: 'wrongPlatform' })
        const preset = await presets.note(caller, found, body.presetIndex, body.presetName)
        await audit('preset.saved', preset.id, { camera: found.camera.id, index: preset.index })
        return presetAnswer(preset, found)
      },
      async delPresetByIds({ params }, context) {
        const ids = [...new Set(params.ids)]
        const entries = await store.presetsById(context.caller.scope, ids)
        if (entries.length < ids.length) throw new AppError('forbidden', text.noPreset)
        await presets.remove(entries)
        await context.audit('preset.removed', ids.join(','))
        return null
      },
    },
  )

  async function playerAccounts(): Promise<AccountRow[]> {
    return (await store.accounts())
      .map(entry => entry.account)
      .filter(account => account.provider === 'ezviz')
  }
  async function browserToken(account: AccountRow) {
    const provider = providerOfAccount(account)
    return onPlatform(async () => provider.browserToken?.())
  }
  async function removeAt(found: Found, index: number): Promise<void> {
    const preset = (await presets.list(found)).find(row => row.index === index)
    if (preset) await presets.remove([{ preset, found }])
  }
}

function addressesOf({ candidates }: LiveSession) {
  const url = (kind: StreamKind) => candidates.find(candidate => candidate.kind === kind)?.url
  return given({
    flv: url('httpFlv'),
    hls: url('hls'),
    wsFlv: url('wsFlv'),
    fmp4: url('fmp4'),
    webrtc: url('webrtc'),
  })
}

function spanOf({ shop }: Found, { startTime, endTime }: { startTime: string; endTime: string }) {
  const at = (time: string, path: string) => fromLegacyTime(time, shop.timeZone, path).getTime()
  return recordedRange(at(startTime, 'startTime'), at(endTime, 'endTime'), 'endTime')
}

/** The speed that counts: of zoom, of the one axis that turns, of the faster one for a diagonal. */
function rawSpeed(
  command: string,
  {
    horizonSpeed,
    verticalSpeed,
    zoomSpeed,
  }: { horizonSpeed: number; verticalSpeed: number; zoomSpeed: number },
): number {
  if (command.startsWith('zoom')) return zoomSpeed
  if (command === 'left' || command === 'right') return horizonSpeed
  if (command === 'up' || command === 'down') return verticalSpeed
  return Math.max(horizonSpeed, verticalSpeed)
}

function presetAnswer(preset: PresetRow, { camera }: Found): VideoPreset {
  return {
    id: preset.id,
    presetName: preset.name,
    presetIndex: preset.index,
    userId: preset.userId,
    shopId: camera.shopId,
    videoNo: camera.deviceCode,
    channelNo: camera.channel,
  }
}

function clockOf(minute: number): string {
  const part = (value: number) => String(value).padStart(2, '0')
  return `${part(Math.floor(minute / 60))}:${part(minute % 60)}`
}

type PageRow = Awaited<ReturnType<CameraStore['page']>>['rows'][number]

/** The specification's video entity. `token` stays empty: vendor secrets do not leave the server. */
function videoAnswer({ camera, ysAccountId, presets, plan }: PageRow): Video {
  const { id, shopId, deviceCode, channel } = camera
  return {
    onlyId: id,
    name: `${camera.number} ${camera.name}`,
    nameEn: `${camera.number} ${camera.nameEn || camera.name}`,
    serialnumber: deviceCode,
    devicecode: deviceCode,
    channelno: channel,
    ys: sourceTypes[camera.provider],
    ysAccountId,
    token: '',
    videoInfos: [{ status: statusNumber[camera.status], name: camera.name, channelNo: channel }],
    presets: presets.map(preset => ({
      id: preset.id,
      presetName: preset.name,
      presetIndex: preset.index,
      userId: preset.userId,
      shopId,
      videoNo: deviceCode,
      channelNo: channel,
    })),
    selectPrenestId: null,
    areaname: camera.name,
    areaid: camera.floorId,
    planTime: plan ? clockOf(plan.minute) : defaultPlanTime,
    planId: plan?.id ?? null,
    shopId,
  }
}
