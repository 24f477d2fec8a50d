import type { CameraProvider } from '@aisle/cameras'
import {
  AppError,
  type Camera,
  type Capabilities,
  isAllowed,
  type ProviderName,
  providerOfSourceType,
  type Quality,
  sourceTypes,
} from '@aisle/contract'
import { given } from '../../platform/given.ts'
import type { Caller } from '../../platform/http/request.ts'
import { everyShop } from '../../platform/scope.ts'
import type { AbilityService } from './abilities.ts'
import type { PresetService } from './presets.ts'
import { vendorCamera } from './providers.ts'
import type { SteeringService } from './steering.ts'
import type { CameraStore, Found } from './store.ts'
import { text } from './text.ts'
import type { ThumbnailKeeper } from './thumbnails.ts'
import { onPlatform } from './vendor-problem.ts'

const probeEvery = 10 * 60_000
const probedAtOnce = 40
/** Of the shops that have a platform. */
const shopsShown = 20

type CameraInput = {
  shopId: string
  provider: ProviderName
  accountId: string
  deviceCode: string
  channel: string
  name: string
  nameEn: string
  number?: string | undefined
  group: 'entrance' | 'checkout' | 'floor' | 'back'
  floorId: string | null
}
type Deps = {
  store: CameraStore
  providerOf(found: Found): CameraProvider
  abilities: AbilityService
  steering: SteeringService
  presets: PresetService
  thumbnails: ThumbnailKeeper
  /** Ids of the given shops that the caller may see. */
  visibleShops(caller: Caller, ids: string[]): Promise<Set<string>>
  now: () => Date
  log(message: string, error: unknown): void
}

/** Cameras as the console sees them: which there are, what they can do, and how they are steered. */
export function cameraService({
  store,
  providerOf,
  abilities,
  steering,
  presets,
  thumbnails,
  visibleShops,
  now,
  log,
}: Deps) {
  /** What was found, as the console gets it. */
  async function answers(caller: Caller, all: readonly Found[]): Promise<Camera[]> {
    const known = await abilities.ofAll(all)
    return all.map(found => cameraAnswer(found, known.get(found.camera.id), caller))
  }

  return {
    /** @throws notFound when it is not there or outside the scope: the two cannot be told apart */
    async find(caller: Caller, cameraId: string): Promise<Found> {
      const found = await store.find(caller.scope, cameraId)
      if (!found) throw new AppError('notFound', text.noCamera)
      return found
    },

    async findByDevice(
      caller: Caller,
      deviceCode: string,
      channel: string,
      provider?: ProviderName,
      shopId?: string,
    ): Promise<Found> {
      const found = await store.findByDevice(caller.scope, deviceCode, channel, provider, shopId)
      if (!found) throw new AppError('notFound', text.noCamera)
      return found
    },

    async list(caller: Caller, wanted: { shopIds?: string[]; ids?: string[] }): Promise<Camera[]> {
      return answers(caller, await store.list(caller.scope, wanted))
    },
    answers,

    /** Where in the caller's shops a platform is found. */
    async shopsOf(caller: Caller, ys: number) {
      const provider = providerOfSourceType(ys)
      if (!provider) return []
      const rows = await store.shopsOf(caller.scope, provider, shopsShown)
      return rows.map(({ id, name, nameEn, cameraCount, onlineCount }) => ({
        shopId: id,
        shopname: name,
        shopnameEn: nameEn || name,
        cameraCount,
        onlineCount,
      }))
    },

    async one(caller: Caller, cameraId: string): Promise<Camera> {
      const found = await this.find(caller, cameraId)
      return cameraAnswer(found, (await abilities.ofAll([found])).get(cameraId), caller)
    },

    async steer(caller: Caller, found: Found, move: Parameters<SteeringService['steer']>[2]) {
      if (move.command !== 'stop') {
        const { movements } = await abilities.of(found)
        if (!movements.includes(move.command))
          throw new AppError('ruleBroken', text.cannotSteer, { reason: 'notSupported' })
      }
      return steering.steer(caller, found, move)
    },

    /** @throws ruleBroken where the platform has no call for it */
    async setEncoding(found: Found, quality: Quality): Promise<void> {
      const provider = providerOf(found)
      if (!provider.setQuality) throw new AppError('ruleBroken', text.noEncoding, { reason: 'notSupported' })
      await onPlatform(() => provider.setQuality?.(vendorCamera(found.camera), quality) ?? Promise.resolve())
    },

    /** @throws ruleBroken where the camera has no presets */
    async withPresets(found: Found): Promise<Found> {
      if (!(await abilities.of(found)).presets)
        throw new AppError('ruleBroken', text.noPresetsHere, { reason: 'notSupported' })
      return found
    },

    async keepPoster(found: Found, data: Uint8Array): Promise<void> {
      await thumbnails.keep('camera', found.camera.id, data)
      await store.update(found.camera.id, { posterAt: now() })
    },
    async keepPresetThumbnail(found: Found, presetId: string, data: Uint8Array) {
      const preset = await presets.find(found, presetId)
      await thumbnails.keep('preset', preset.id, data)
      return (await store.changePreset(preset.id, { thumbnailAt: now() })) ?? preset
    },

    async create(caller: Caller, input: CameraInput): Promise<Camera> {
      await refuseWrong(caller, input)
      const { number, ...row } = input
      const id = await store.create({ ...row, number: number || (await store.nextNumber(input.shopId)) })
      return this.one(caller, id)
    },

    async update(
      caller: Caller,
      cameraId: string,
      change: { [Key in keyof CameraInput]?: CameraInput[Key] | undefined },
    ): Promise<Camera> {
      const { camera } = await this.find(caller, cameraId)
      const changed = given(change)
      const next = { ...camera, ...changed }
      await refuseWrong(caller, next, cameraId)
      const moved =
        next.deviceCode !== camera.deviceCode ||
        next.channel !== camera.channel ||
        next.accountId !== camera.accountId
      await store.update(cameraId, {
        ...changed,
        ...(moved ? { capabilities: null, capabilitiesAt: null, status: 'unknown', checkedAt: null } : {}),
      })
      return this.one(caller, cameraId)
    },

    async remove(caller: Caller, cameraId: string): Promise<void> {
      await this.find(caller, cameraId)
      await store.update(cameraId, { removedAt: now() })
    },

    /** Asks platforms, a few cameras at a time, which of those not heard of lately are online. Run every minute. */
    async probe(): Promise<void> {
      const at = now()
      const stale = await store.claimStale(new Date(at.getTime() - probeEvery), at, probedAtOnce)
      await Promise.all(
        stale.map(async found => {
          try {
            const online = await providerOf(found).isOnline(vendorCamera(found.camera))
            if (online !== null) await store.noteStatus(found.camera.id, online ? 'online' : 'offline', now())
          } catch (error) {
            log(`status of ${found.camera.id}`, error)
          }
        }),
      )
    },

    /** For work that is nobody's: stopping, closing. */
    findAnywhere: (cameraId: string) => store.find(everyShop, cameraId),
  }

  /** The shop must be the caller's, the floor the shop's, the account of the platform, the channel not registered twice. */
  async function refuseWrong(
    caller: Caller,
    input: Pick<CameraInput, 'shopId' | 'floorId' | 'accountId' | 'provider' | 'deviceCode' | 'channel'>,
    self?: string,
  ) {
    const fault = (path: string) => ({ errors: [{ path, message: 'not valid' }] })
    if (!(await visibleShops(caller, [input.shopId])).has(input.shopId))
      throw new AppError('invalidInput', text.noShop, fault('shopId'))
    if (input.floorId !== null && !(await store.hasFloor(input.shopId, input.floorId)))
      throw new AppError('invalidInput', text.noFloor, fault('floorId'))
    const account = await store.account(input.accountId)
    if (!account) throw new AppError('invalidInput', text.noAccount, fault('accountId'))
    if (account.provider !== input.provider)
      throw new AppError('invalidInput', text.wrongAccount, fault('accountId'))
    const twin = await store.findByDevice(everyShop, input.deviceCode, input.channel, input.provider)
    if (twin && twin.camera.id !== self) throw new AppError('conflict', text.cameraExists)
  }
}
export type CameraService = ReturnType<typeof cameraService>

/** A camera as the console gets it; who may not steer is not offered to. */
function cameraAnswer({ camera, shop }: Found, known: Capabilities | undefined, caller: Caller): Camera {
  const capabilities = known ?? {
    ptz: false,
    zoom: false,
    movements: [],
    presets: false,
    playback: false,
    capture: false,
    talk: false,
    speeds: [],
    seek: false,
    certain: false,
  }
  const operates = isAllowed(caller.authorities, ['inspect.operate'])
  return {
    id: camera.id,
    shopId: shop.id,
    shopname: shop.name,
    shopnameEn: shop.nameEn || shop.name,
    number: camera.number,
    name: camera.name,
    nameEn: camera.nameEn || camera.name,
    group: camera.group,
    floorId: camera.floorId,
    status: camera.status,
    lastOnlineAt: camera.lastOnlineAt?.toISOString() ?? null,
    capabilities: operates
      ? capabilities
      : { ...capabilities, ptz: false, zoom: false, movements: [], presets: false, capture: false },
    posterUrl: camera.posterAt ? `/api/pictures/poster/${camera.id}?v=${camera.posterAt.getTime()}` : null,
    provider: camera.provider,
    ys: sourceTypes[camera.provider],
  }
}
