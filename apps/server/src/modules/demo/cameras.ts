import type { ProviderName, ShopFormat } from '@aisle/contract'
import { formats } from './layout.ts'
import type { Place } from './places.ts'
import { type AccountKey, platformAccounts } from './platform-accounts.ts'
import type { Random } from './random.ts'
import { type CameraGroup, type Position, type SceneId, scenePresets, scenes } from './scenes.ts'

/** How long a camera has been offline: minutes, or since a time of day in China. */
export type Offline = { minutes: number } | { since: string }

export type DemoCamera = {
  number: string
  name: string
  nameEn: string
  group: CameraGroup
  /** The floor it would like to be on. */
  floor: number
  scene: SceneId
  /** Chooses people, light and start of the simulated picture. */
  seed: number
  account: AccountKey
  provider: ProviderName
  deviceCode: string
  channel: string
  ptz: boolean
  /** Whole days of recordings kept; 0: none. */
  recordingDays: number
  offline: Offline | undefined
  /** In what form its platform gives live video, where that differs from device to device. */
  liveAs: 'flv' | 'hls' | undefined
  presets: { index: number; name: string; position: Position }[]
}

const basics = ['entrance', 'checkout_front', 'main_aisle', 'stock'] as const
const optional: Record<ShopFormat, readonly SceneId[]> = {
  flagship: [
    ...(['window', 'atrium', 'checkout_back', 'women', 'men', 'island', 'home_wall', 'fitting'] as const),
    ...(['shoes', 'electronics', 'cafe', 'escalator', 'loading', 'carpark'] as const),
  ],
  mall: [
    ...(['window', 'atrium', 'checkout_back', 'women', 'men', 'island', 'home_wall', 'fitting'] as const),
    ...(['shoes', 'electronics', 'cafe', 'escalator', 'loading', 'carpark'] as const),
  ],
  standard: ['window', 'checkout_back', 'women', 'men', 'island', 'home_wall', 'fitting', 'shoes', 'loading'],
  community: ['window', 'checkout_back', 'island', 'home_wall', 'loading'],
  outlet: ['window', 'checkout_back', 'women', 'men', 'shoes', 'island', 'fitting', 'loading', 'carpark'],
}

function viewsOf({ format, views }: Place, random: Random): readonly SceneId[] {
  if (views) return views
  const count = random.whole(...formats[format].cameras)
  const chosen = new Set<string>([
    ...basics,
    ...random.shuffled(optional[format]).slice(0, count - basics.length),
  ])
  return sceneIds.filter(id => chosen.has(id))
}
const sceneIds = Object.keys(scenes).filter((id): id is SceneId => id in scenes)

/** Days of recordings that each platform keeps. */
const keptDays: Record<ProviderName, readonly number[]> = {
  ezviz: [7, 15, 30],
  shilian: [30],
  huawei: [30],
  huiyan: [15, 30],
}

/** Cameras of the shop that stands at `order` (from 1) in the chain, numbered from 01 through its groups. */
export function camerasOf(place: Place, order: number, random: Random): DemoCamera[] {
  const device = identifiers(place.county, order, random)
  return viewsOf(place, random).map((scene, index) => {
    const special = specials[place.name]?.[scene]
    const { name, group, floor } = { ...scenes[scene], ...special }
    const account = accountFor(place, index)
    const { provider } = platformAccounts[account]
    const ptz = random.chance(0.88)
    const recordingDays = random.chance(0.05) ? 0 : random.pick(keptDays[provider])
    const camera = {
      number: String(index + 1).padStart(2, '0'),
      name: name.zh,
      nameEn: name.en,
      group,
      floor,
      scene,
      seed: order * 100 + index + 1,
      account,
      provider,
      ...device[provider](),
      ptz: special?.ptz ?? ptz,
      recordingDays: special?.recordingDays ?? recordingDays,
      offline: special?.offline ?? (place.name in offlineShops ? offlineShops[place.name] : undefined),
      liveAs: provider === 'huawei' ? (['flv', 'flv', 'hls'] as const)[index % 3] : undefined,
    }
    return { ...camera, presets: camera.ptz ? scenePresets(scene) : [] }
  })
}

/** One platform mostly; where a shop has several, its cameras take turns. */
function accountFor({ accounts, name }: Place, index: number): AccountKey {
  const account = accounts[index % accounts.length]
  if (!account) throw new Error(`${name} has no platform account`)
  return account
}

type Special = Partial<Pick<DemoCamera, 'ptz' | 'recordingDays' | 'offline' | 'group' | 'floor'>> & {
  name?: { zh: string; en: string }
}

/** Cameras that the seed does not decide: those of the shops a visitor sees first. */
const specials: Record<string, Partial<Record<SceneId, Special>>> = {
  静安寺店: {
    entrance: { ptz: true, recordingDays: 30 },
    window: { ptz: true, recordingDays: 30 },
    checkout_front: { ptz: true, recordingDays: 30 },
    checkout_back: { ptz: true, recordingDays: 30 },
    women: { ptz: true, recordingDays: 30 },
    main_aisle: { ptz: true, recordingDays: 30 },
    island: { ptz: true, recordingDays: 30 },
    home_wall: { ptz: true, recordingDays: 30 },
    fitting: { ptz: true, recordingDays: 0 },
    stock: { ptz: true, recordingDays: 30 },
    loading: { ptz: false, recordingDays: 30 },
    carpark: { name: { zh: '员工通道', en: 'Staff passage' }, group: 'back', offline: { minutes: 133 } },
  },
  宁波天一店: {
    women: { offline: { minutes: 47 } },
    loading: { offline: { minutes: 3 * 24 * 60 + 125 } },
  },
}
const offlineShops: Record<string, Offline> = { 无锡恒隆店: { since: '08:11' } }

/** Shops whose cameras are all as said above. */
export const settledShops = new Set([
  ...Object.keys(specials),
  ...Object.keys(offlineShops),
  ...['徐家汇店', '杭州湖滨店', '南京新街口店', '苏州观前街店', '合肥之心城店'],
])

/** Device codes and channels as each platform writes them, new at each call. */
function identifiers(county: string, order: number, random: Random) {
  const digits = (count: number) => Array.from({ length: count }, () => random.whole(0, 9)).join('')
  const shop = String(order).padStart(3, '0')
  let ezvizCount = 0
  let shilianCount = 0
  let huaweiCount = 0
  let huiyanCount = 0
  let recorder = ''
  const next: Record<ProviderName, () => { deviceCode: string; channel: string }> = {
    // Nine characters; each camera is a device of its own.
    ezviz() {
      ezvizCount += 1
      return {
        deviceCode: `${random.pick([...'CDEFGJK'])}${shop}${String(ezvizCount).padStart(2, '0')}${digits(3)}`,
        channel: '1',
      }
    },
    // Recorders with four channels.
    shilian() {
      const channel = (shilianCount % 4) + 1
      shilianCount += 1
      if (channel === 1) recorder = `A${shop}${digits(5)}${random.pick([...'JKLM'])}`
      return { deviceCode: recorder, channel: String(channel) }
    },
    huawei() {
      huaweiCount += 1
      return {
        deviceCode: `21024126${digits(2)}${random.pick([...'LMN'])}${random.pick([...'ABCDEFGH'])}${shop}${String(huaweiCount).padStart(2, '0')}${digits(3)}`,
        channel: '0',
      }
    },
    // GB/T 28181: eight digits of place, two of trade, three of kind (132 network camera, 131 camera), one of network, six of number.
    huiyan() {
      huiyanCount += 1
      const number = `${shop}${String(huiyanCount).padStart(3, '0')}`
      return { deviceCode: `${county}00001320${number}`, channel: `${county}00001310${number}` }
    },
  }
  return next
}
