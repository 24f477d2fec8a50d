import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { providerNames, shopFormats } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { chinaMoment, lastOnlineAt, visitsBefore, visitsToday } from './activity.ts'
import { demoBrands } from './brands.ts'
import { demoChain, demoSeed } from './chain.ts'
import { inspectorId, inspectors } from './people.ts'
import { platformAccounts } from './platform-accounts.ts'
import { simulatedCameras } from './provision.ts'
import { scenePresets } from './scenes.ts'
import { wallPanes } from './wall.ts'

const chain = demoChain()
const cameras = chain.shops.flatMap(shop => shop.cameras)
const areaOf = new Map(chain.areas.map(area => [area.id, area]))
const shop = (name: string) => chain.shops.find(one => one.name === name)!
const share = (part: number, whole: number) => part / whole
const distinct = (values: readonly unknown[]) => new Set(values).size
const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')
/** A Friday morning in China. */
const now = new Date('2026-11-20T10:24:36+08:00')

type SceneFile = {
  scenes: { id: string; presets: { name: { zh: string }; x: number; y: number; w: number }[] }[]
}
const sceneFile: SceneFile = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../simulator/scenes/scenes.json'), 'utf8'),
)

describe('the demo chain', () => {
  it('is the same at every run with the same seed, and another with another seed', () => {
    expect(digest(demoChain())).toBe(digest(chain))
    expect(digest(demoChain(1))).not.toBe(digest(chain))
  })

  it('trades under several brands, each of a kind of shop', () => {
    const byBrand = Map.groupBy(chain.shops, one => one.brandId)
    expect(byBrand.size).toBe(demoBrands.length)
    const formatsOf = (id: string) => distinct((byBrand.get(id) ?? []).map(one => one.format))
    expect(formatsOf('806004')).toBe(1)
  })

  it('has shops of every format all over the country', () => {
    expect(chain.shops.length).toBeGreaterThanOrEqual(48)
    expect(distinct(chain.shops.map(one => one.regionId))).toBeGreaterThanOrEqual(6)
    expect(distinct(chain.shops.map(one => one.provinceId))).toBeGreaterThanOrEqual(14)
    expect(distinct(chain.shops.map(one => one.cityId))).toBeGreaterThanOrEqual(24)
    expect(new Set(chain.shops.map(one => one.format))).toEqual(new Set(shopFormats))
  })

  it('puts each shop in a county of its city, its province and its region', () => {
    for (const one of chain.shops) {
      const county = areaOf.get(one.countyId)!
      expect(county.level).toBe('county')
      expect(county.parentId).toBe(one.cityId)
      expect(areaOf.get(one.cityId)!.parentId).toBe(one.provinceId)
      expect(areaOf.get(one.provinceId)!.parentId).toBe(one.regionId)
      expect(areaOf.get(one.regionId)!.parentId).toBeNull()
      expect(one.countyId.startsWith(one.cityId) && one.cityId.startsWith(one.provinceId)).toBe(true)
    }
  })

  it('names every province, city and county of the list once, in both languages, under a parent', () => {
    expect(chain.areas.filter(area => area.level === 'province')).toHaveLength(31)
    expect(chain.areas.filter(area => area.level === 'city')).toHaveLength(342)
    expect(chain.areas.filter(area => area.level === 'county')).toHaveLength(2978)
    expect(distinct(chain.areas.map(area => area.id))).toBe(chain.areas.length)
    const above = { region: undefined, province: 'region', city: 'province', county: 'city' }
    for (const area of chain.areas) {
      expect(area.nameEn).toMatch(/^[A-Z][\p{L}' ,-]+$/u)
      expect(areaOf.get(area.parentId ?? '')?.level).toBe(above[area.level])
    }
  })

  it('writes the English names that a reader expects', () => {
    const english = Object.fromEntries(chain.areas.map(area => [area.id, area.nameEn]))
    expect(english).toMatchObject({
      '31': 'Shanghai',
      '3101': 'Shanghai',
      '310106': "Jing'an District",
      '310115': 'Pudong New Area',
      '61': 'Shaanxi',
      '2301': 'Harbin',
      '5001': 'Chongqing',
      '5226': 'Qiandongnan Miao and Dong Autonomous Prefecture',
      '610113': 'Yanta District',
    })
  })

  it('gives ids, codes, names and phones to one thing each', () => {
    const staff = chain.shops.flatMap(one => one.staff)
    const presets = cameras.flatMap(camera => camera.presets)
    for (const list of [chain.shops, cameras, staff, presets]) {
      expect(distinct(list.map(({ id }) => id))).toBe(list.length)
      expect(list.every(({ id }) => Number(id) > 700_000 && Number(id) < 1_000_000)).toBe(true)
    }
    for (const key of ['code', 'name', 'nameEn'] as const) {
      expect(distinct(chain.shops.map(one => one[key].slice(key === 'code' ? -4 : 0)))).toBe(
        chain.shops.length,
      )
    }
    expect(distinct(staff.map(({ name }) => name))).toBe(staff.length)
    expect(distinct(staff.map(({ phone }) => phone))).toBe(staff.length)
    expect(staff.every(({ phone }) => /^154\d{8}$/.test(phone))).toBe(true)
  })

  it('stands each shop roughly where its province is', () => {
    for (const one of chain.shops) {
      expect(one.longitude).toBeGreaterThan(100)
      expect(one.longitude).toBeLessThan(128)
      expect(one.latitude).toBeGreaterThan(19)
      expect(one.latitude).toBeLessThan(47)
      expect(one.address.startsWith(areaOf.get(one.provinceId)!.name)).toBe(true)
    }
    expect(shop('静安寺店').address).toBe('上海市静安区南京西路 1618 号')
  })

  it('has a manager, a deputy and a guard in each shop, and floors from 1 to 4', () => {
    for (const one of chain.shops) {
      const duties = one.staff.map(person => person.duty)
      expect(duties.filter(duty => duty === 'manager')).toHaveLength(1)
      expect(duties).toEqual(expect.arrayContaining(['deputy', 'guard', 'cashier', 'clerk']))
      expect(one.manager).toBe(one.staff.find(person => person.duty === 'manager')?.name)
      expect(one.floors.length).toBeGreaterThanOrEqual(1)
      expect(one.floors.length).toBeLessThanOrEqual(4)
      const levels = one.floors.map(floor => floor.level)
      for (const place of [...one.entrances, ...one.zones]) expect(levels).toContain(place.level)
    }
  })
})

describe('the cameras of the demo chain', () => {
  it('are some 480 on four platforms, 6 to 14 a shop', () => {
    expect(cameras.length).toBeGreaterThanOrEqual(420)
    expect(cameras.length).toBeLessThanOrEqual(520)
    for (const one of chain.shops) {
      expect(one.cameras.length).toBeGreaterThanOrEqual(6)
      expect(one.cameras.length).toBeLessThanOrEqual(14)
    }
    for (const provider of providerNames) {
      expect(cameras.filter(camera => camera.provider === provider).length).toBeGreaterThan(60)
    }
    for (const [key, { provider }] of Object.entries(platformAccounts)) {
      const ofAccount = cameras.filter(camera => camera.account === key)
      expect(ofAccount.length).toBeGreaterThan(0)
      expect(ofAccount.every(camera => camera.provider === provider)).toBe(true)
    }
  })

  it('show a scene of the simulator each, no scene twice in a shop', () => {
    const known = new Set(sceneFile.scenes.map(({ id }) => id))
    expect(cameras.every(camera => known.has(camera.scene))).toBe(true)
    for (const one of chain.shops) {
      expect(distinct(one.cameras.map(camera => camera.scene))).toBe(one.cameras.length)
      expect(one.cameras.map(camera => Number(camera.number))).toEqual(
        one.cameras.map((_, index) => index + 1),
      )
      expect(one.cameras.every(camera => one.floors.some(floor => floor.id === camera.floorId))).toBe(true)
    }
  })

  it('hold the presets of the scene file, at the windows written there', () => {
    for (const { id, presets } of sceneFile.scenes) {
      const known = cameras.find(camera => camera.scene === id)!
      expect(scenePresets(known.scene).map(({ name }) => name)).toEqual(presets.map(({ name }) => name.zh))
      scenePresets(known.scene).forEach(({ position: { x, y, zoom } }, index) => {
        const wanted = presets[index]!
        const width = 1792 / zoom
        expect(width).toBeCloseTo(wanted.w, 0)
        expect(x * 2560 - width / 2).toBeCloseTo(wanted.x, 0)
        expect(y * 1440 - (width * 9) / 32).toBeCloseTo(wanted.y, 0)
        expect(zoom).toBeGreaterThanOrEqual(1)
        expect(zoom).toBeLessThanOrEqual(4)
      })
    }
    for (const camera of cameras) {
      expect(camera.presets.map(({ index }) => index)).toEqual(camera.ptz ? [1, 2, 3, 4, 5, 6] : [])
    }
  })

  it('fail as cameras of a chain do: a few offline, some fixed, some without recordings', () => {
    const offline = cameras.filter(camera => camera.offline)
    expect(share(offline.length, cameras.length)).toBeGreaterThan(0.03)
    expect(share(offline.length, cameras.length)).toBeLessThan(0.06)
    expect(share(cameras.filter(camera => !camera.ptz).length, cameras.length)).toBeGreaterThan(0.05)
    expect(
      share(cameras.filter(camera => camera.recordingDays === 0).length, cameras.length),
    ).toBeGreaterThan(0.03)
    expect(shop('无锡恒隆店').cameras.every(camera => camera.offline)).toBe(true)
    expect(chain.shops.filter(one => one.cameras.every(camera => camera.offline))).toHaveLength(1)
  })

  it('show every platform in the first four of the flagship, all of them working', () => {
    const first = shop('静安寺店').cameras.slice(0, 4)
    expect(new Set(first.map(camera => camera.provider))).toEqual(new Set(providerNames))
    expect(first.every(camera => camera.ptz && camera.recordingDays > 0 && !camera.offline)).toBe(true)
    expect(shop('静安寺店').cameras.map(camera => `${camera.number} ${camera.name}`)).toEqual([
      ...['01 正门入口', '02 橱窗', '03 收银台', '04 收银台背面', '05 女装区', '06 主通道'],
      ...['07 中岛陈列', '08 家居墙', '09 试衣间外', '10 后仓', '11 卸货口', '12 员工通道'],
    ])
  })

  it('are called by their platforms as real devices are, no two alike', () => {
    const forms = {
      ezviz: { device: /^[A-Z0-9]{9}$/, channel: /^[1-9]\d*$/ },
      shilian: { device: /^[A-Z0-9]{10}$/, channel: /^[1-4]$/ },
      huawei: { device: /^[A-Z0-9]{20,32}$/, channel: /^0$/ },
      huiyan: { device: /^\d{10}132\d{7}$/, channel: /^\d{10}131\d{7}$/ },
    }
    for (const one of chain.shops) {
      for (const camera of one.cameras) {
        expect(camera.deviceCode).toMatch(forms[camera.provider].device)
        expect(camera.channel).toMatch(forms[camera.provider].channel)
        if (camera.provider === 'huiyan') {
          expect(camera.deviceCode.startsWith(one.countyId) && camera.channel.startsWith(one.countyId)).toBe(
            true,
          )
        }
      }
    }
    expect(distinct(cameras.map(camera => `${camera.provider}/${camera.deviceCode}/${camera.channel}`))).toBe(
      cameras.length,
    )
  })

  it('reach the simulator with names that it can burn into the picture', () => {
    const manifest = simulatedCameras(chain)
    expect(manifest).toHaveLength(cameras.length)
    expect(manifest.every(({ name }) => /^[ -~]{9,40}$/.test(name))).toBe(true)
    expect(distinct(manifest.map(({ name }) => name))).toBe(manifest.length)
    expect(distinct(manifest.map(({ seed }) => seed))).toBe(manifest.length)
  })
})

describe('what goes on in the demo chain', () => {
  const visits = visitsBefore(now, chain.shops, demoSeed)

  it('follows from the day and not from the hour', () => {
    const evening = new Date('2026-11-20T23:59:00+08:00')
    expect(digest(visitsBefore(evening, chain.shops, demoSeed))).toBe(digest(visits))
  })

  it('lets inspectors visit only shops they may see, by day, up to yesterday', () => {
    const today = chinaMoment(now, 0, '00:00')
    for (const visit of visits) {
      const visited = chain.shops.find(({ id }) => id === visit.shopId)!
      const areas = inspectors.find(({ id }) => id === visit.userId)?.areas
      expect([visited.regionId, visited.provinceId].some(id => areas?.includes(id))).toBe(true)
      expect(visit.endedAt.getTime()).toBeGreaterThan(visit.watched.at(-1)!.at.getTime())
      expect(visit.endedAt.getTime()).toBeLessThan(today.getTime())
      const minutes = (visit.endedAt.getTime() - visit.beganAt.getTime()) / 60_000
      expect(minutes).toBeGreaterThan(3)
      expect(minutes).toBeLessThan(16)
    }
    expect(distinct(visits.map(visit => visit.shopId))).toBe(chain.shops.length - 1)
    expect(visits.filter(visit => visit.shopId === shop('静安寺店').id).length).toBeGreaterThan(15)
  })

  it('has visits of the day that are over, more of them by the evening, none where figures are told', () => {
    const by = (clock: string) => visitsToday(new Date(`2026-11-20T${clock}:00+08:00`), chain.shops, demoSeed)
    expect(by('08:00')).toEqual([])
    const evening = by('22:00')
    expect(evening.length).toBeGreaterThan(6)
    expect(by('13:00').length).toBeLessThan(evening.length)
    for (const visit of by('13:00')) expect(evening).toContainEqual(visit)
    expect(evening.some(({ shopId }) => shopId === shop('静安寺店').id)).toBe(false)
    for (const { beganAt, endedAt } of evening) {
      expect(beganAt.toISOString().slice(0, 10)).toBe('2026-11-20')
      expect(endedAt > beganAt && endedAt < new Date('2026-11-20T22:00:00+08:00')).toBe(true)
    }
  })

  it('lets the inspector see about thirty shops of two regions, East China among them', () => {
    const { areas } = inspectors.find(({ id }) => id === inspectorId)!
    const seen = chain.shops.filter(one => areas?.includes(one.regionId))
    expect(seen.length).toBeGreaterThanOrEqual(28)
    expect(seen.length).toBeLessThanOrEqual(36)
    expect(areas).toContain(shop('静安寺店').regionId)
  })

  it('dates the outage of a shop to the morning of today, or of yesterday before that hour', () => {
    const camera = shop('无锡恒隆店').cameras[0]!
    expect(lastOnlineAt(camera, now).toISOString()).toBe('2026-11-20T00:11:00.000Z')
    expect(lastOnlineAt(camera, new Date('2026-11-20T07:00:00+08:00')).toISOString()).toBe(
      '2026-11-19T00:11:00.000Z',
    )
  })

  it('shows 42 different cameras on the wall, the first page without an offline one', () => {
    const panes = wallPanes(chain.shops)
    expect(panes).toHaveLength(42)
    expect(distinct(panes.map(pane => pane.cameraId))).toBe(42)
    const first = panes.slice(0, 9).map(pane => cameras.find(camera => camera.id === pane.cameraId))
    expect(first.every(camera => camera && !camera.offline)).toBe(true)
  })
})
