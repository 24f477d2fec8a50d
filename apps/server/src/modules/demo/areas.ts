import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AreaLevel } from '@aisle/contract'
import { z } from 'zod'
import { englishName } from './english-names.ts'

export type ChinaArea = {
  /** The code of the National Bureau of Statistics: 2 digits a province, 4 a city, 6 a county; 1 a region. */
  id: string
  level: AreaLevel
  parentId: string | null
  name: string
  nameEn: string
  sort: number
}

/** Sales regions of the demo chain; together they hold every province of the list. */
const regions = [
  { id: '1', name: '华东大区', nameEn: 'East China', provinces: ['31', '32', '33', '34', '35', '36', '37'] },
  { id: '2', name: '华南大区', nameEn: 'South China', provinces: ['44', '45', '46'] },
  { id: '3', name: '华北大区', nameEn: 'North China', provinces: ['11', '12', '13', '14', '15'] },
  { id: '4', name: '华中大区', nameEn: 'Central China', provinces: ['41', '42', '43'] },
  { id: '5', name: '西南大区', nameEn: 'Southwest China', provinces: ['50', '51', '52', '53', '54'] },
  { id: '6', name: '东北大区', nameEn: 'Northeast China', provinces: ['21', '22', '23'] },
  { id: '7', name: '西北大区', nameEn: 'Northwest China', provinces: ['61', '62', '63', '64', '65'] },
] as const

const counties = z.record(z.string(), z.string())
const cities = z.record(z.string(), z.tuple([z.string(), counties]))
const provinces = z.record(z.string(), z.tuple([z.string(), cities]))

/**
 * Regions, provinces, cities and counties of mainland China as of 30 June 2023, parents before children: about 3,360
 * areas. The ids are official codes, below 1,000,000.
 */
export function chinaAreas(): ChinaArea[] {
  const list = provinces.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'areas.json'), 'utf8')))
  const areas: ChinaArea[] = []
  const add = (level: AreaLevel, id: string, parentId: string | null, name: string, nameEn: string) =>
    areas.push({ id, level, parentId, name, nameEn, sort: Number(id) })
  for (const region of regions) {
    add('region', region.id, null, region.name, region.nameEn)
    for (const provinceId of region.provinces) {
      const [name, ofProvince] = list[provinceId] ?? [provinceId, {}]
      const nameEn = provinceNames[provinceId] ?? englishName(name)
      add('province', provinceId, region.id, name, nameEn)
      for (const [cityCode, [cityName, ofCity]] of byCode(ofProvince)) {
        const cityId = provinceId + cityCode
        const city = unnamedCities[cityName]?.(name, nameEn) ?? {
          name: cityName,
          nameEn: englishName(cityName),
        }
        add('city', cityId, provinceId, city.name, city.nameEn)
        for (const [code, county] of byCode(ofCity))
          add('county', cityId + code, cityId, county, englishName(county))
      }
    }
  }
  return areas
}

/** Numeric keys of an object come first whatever their place in the file. */
function byCode<T>(record: Record<string, T>): [code: string, value: T][] {
  return Object.entries(record).sort(([a], [b]) => a.localeCompare(b))
}

/** Levels that the list fills with a word of administration where there is no city. */
const unnamedCities: Record<string, (zh: string, en: string) => { name: string; nameEn: string }> = {
  市辖区: (name, nameEn) => ({ name, nameEn }),
  县: (zh, en) => ({ name: `${zh}（县）`, nameEn: `${en}, counties` }),
  省直辖县级行政区划: () => ({ name: '省直辖县级行政区划', nameEn: 'Under the province' }),
  自治区直辖县级行政区划: () => ({ name: '自治区直辖县级行政区划', nameEn: 'Under the region' }),
}

const provinceNames: Record<string, string> = {
  '15': 'Inner Mongolia',
  '45': 'Guangxi',
  '54': 'Tibet',
  '61': 'Shaanxi',
  '64': 'Ningxia',
  '65': 'Xinjiang',
}
