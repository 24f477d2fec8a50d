import type { ShopFormat } from '@aisle/contract'
import { type ChinaArea, chinaAreas } from './areas.ts'
import { brandOf } from './brands.ts'
import { camerasOf, type DemoCamera, settledShops } from './cameras.ts'
import { type Entrance, type Floor, formats, layoutOf, levelFor, type Zone } from './layout.ts'
import { namesFrom, phoneNumber } from './names.ts'
import { demoUsers } from './people.ts'
import { type Place, places, provinceLetters } from './places.ts'
import { randomFrom } from './random.ts'

type Identified<T> = T & { id: string }
export type DemoStaff = {
  name: string
  duty: 'manager' | 'deputy' | 'cashier' | 'clerk' | 'guard'
  phone: string
}

export type DemoShop = {
  id: string
  code: string
  name: string
  nameEn: string
  format: ShopFormat
  brandId: string
  regionId: string
  provinceId: string
  cityId: string
  countyId: string
  address: string
  areaM2: number
  openTime: string
  closeTime: string
  longitude: number
  latitude: number
  manager: string
  phone: string
  /** Whole days since the shop was taken into the system. */
  ageDays: number
  floors: Identified<Floor>[]
  entrances: Identified<Entrance>[]
  zones: Identified<Zone>[]
  staff: Identified<DemoStaff>[]
  cameras: ChainCamera[]
}
export type ChainCamera = Omit<DemoCamera, 'presets'> & {
  id: string
  floorId: string | undefined
  presets: Identified<DemoCamera['presets'][number]>[]
}

export type Chain = { seed: number; areas: ChinaArea[]; shops: DemoShop[] }

export const demoSeed = 20261120

/**
 * 朝集 · 生活百货: areas, shops, people and cameras of the demo. The same seed gives the same chain on every machine
 * and day; what depends on the present (who checked which shop when) is in `activity.ts`. Ids lie between 700,000 and
 * 1,000,000 but for areas, which have their official codes.
 */
export function demoChain(seed = demoSeed): Chain {
  const areas = chinaAreas()
  const areaOf = new Map(areas.map(area => [area.id, area]))
  const nextId = idsOf()
  const newName = namesFrom(randomFrom(seed, 'names'), [
    ...demoUsers.map(user => user.realName),
    ...places.map(place => place.manager ?? ''),
  ])
  const codes = codesFrom(seed)

  const shops = places.map((place, index) => {
    const order = index + 1
    const random = randomFrom(seed, `shop ${place.name}`)
    const path = pathOf(place, areaOf)
    const { county, city, province, region } = path
    const [openTime, closeTime] = random.pick(formats[place.format].hours)
    const layout = layoutOf(place.format, random)
    const staff = staffOf(place, order, newName, random)
    const floors = layout.floors.map(floor => ({ id: nextId.floor(), ...floor }))
    const manager = staff[0]
    const shop: DemoShop = {
      id: nextId.shop(),
      code: place.code ?? codes(province.id),
      name: place.name,
      nameEn: place.nameEn,
      format: place.format,
      brandId: brandOf(place.format, randomFrom(seed, `brand ${place.name}`)),
      regionId: region.id,
      provinceId: province.id,
      cityId: city.id,
      countyId: county.id,
      address: addressOf(path, place.street),
      areaM2: random.whole(...formats[place.format].areaM2),
      openTime,
      closeTime,
      longitude: place.longitude,
      latitude: place.latitude,
      manager: manager?.name ?? '',
      phone: manager?.phone ?? '',
      ageDays: random.whole(240, 3400),
      floors,
      entrances: layout.entrances.map(entrance => ({ id: nextId.entrance(), ...entrance })),
      zones: layout.zones.map(zone => ({ id: nextId.zone(), ...zone })),
      staff: staff.map(person => ({ id: nextId.staff(), ...person })),
      cameras: camerasOf(place, order, randomFrom(seed, `cameras ${place.name}`)).map(camera => ({
        ...camera,
        id: nextId.camera(),
        floorId: floorIdFor(camera.floor, floors),
        presets: camera.presets.map(preset => ({ id: nextId.preset(), ...preset })),
      })),
    }
    return shop
  })
  breakSome(shops, seed)
  return { seed, areas, shops }
}

/** A dozen cameras here and there that do not answer, never two in a shop and never among its first four. */
function breakSome(shops: DemoShop[], seed: number) {
  const random = randomFrom(seed, 'offline')
  for (const shop of random.shuffled(shops.filter(({ name }) => !settledShops.has(name))).slice(0, 11)) {
    const camera = random.pick(shop.cameras.slice(4))
    camera.offline = { minutes: random.whole(20, 9 * 24 * 60) }
  }
}

type Path = Record<'region' | 'province' | 'city' | 'county', ChinaArea>

function pathOf({ name, county }: Place, areaOf: Map<string, ChinaArea>): Path {
  const find = (id: string | null | undefined) => {
    const area = areaOf.get(id ?? '')
    if (!area) throw new Error(`${name}: there is no area ${id}`)
    return area
  }
  const ofCounty = find(county)
  const city = find(ofCounty.parentId)
  const province = find(city.parentId)
  return { county: ofCounty, city, province, region: find(province.parentId) }
}

/** As letters are addressed: a municipality or a city without counties is named once. */
function addressOf({ province, city, county }: Path, street: string): string {
  return [...new Set([province.name, city.name, county.name]), street].join('')
}

function staffOf(
  place: Place,
  order: number,
  newName: () => string,
  random: ReturnType<typeof randomFrom>,
): DemoStaff[] {
  const { cashiers, clerks } = formats[place.format]
  const duties: DemoStaff['duty'][] = [
    'manager',
    'deputy',
    ...Array.from({ length: random.whole(...cashiers) }, () => 'cashier' as const),
    ...Array.from({ length: random.whole(...clerks) }, () => 'clerk' as const),
    'guard',
  ]
  return duties.map((duty, index) => ({
    name: (duty === 'manager' && place.manager) || newName(),
    duty,
    phone: phoneNumber(order, index + 1),
  }))
}

function floorIdFor(wanted: number, floors: Identified<Floor>[]): string | undefined {
  const level = levelFor(floors, wanted)
  return floors.find(floor => floor.level === level)?.id
}

/** Shop codes: letters of the province and a number, no number twice. */
function codesFrom(seed: number): (provinceId: string) => string {
  const random = randomFrom(seed, 'codes')
  const used = new Set(places.map(place => place.code?.slice(-4)))
  return provinceId => {
    for (;;) {
      const number = String(random.whole(101, 468)).padStart(4, '0')
      if (used.has(number)) continue
      used.add(number)
      return `${provinceLetters[provinceId] ?? 'CN'}${number}`
    }
  }
}

function idsOf() {
  const from = (first: number) => {
    let next = first
    return () => String(next++)
  }
  return {
    shop: from(702_001),
    floor: from(703_001),
    entrance: from(704_001),
    zone: from(705_001),
    staff: from(707_001),
    camera: from(710_001),
    preset: from(712_001),
  }
}
