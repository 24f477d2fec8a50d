import { dayAfter } from '../../../platform/time.ts'
import { randomFrom } from '../random.ts'
import { epoch } from './days.ts'

export type WeatherDay = {
  biz_date: string
  city_id: number
  weather: 'sunny' | 'cloudy' | 'rain' | 'heavyRain' | 'snow' | 'fog'
  temperature: number
  rain_mm: number
}

/** Mean temperature of January and July by the latitude of a city: 25° N mild, 45° N far apart. */
const climate = (latitude: number) => ({
  winter: 18 - (latitude - 22) * 1.15,
  summer: 29 - Math.max(0, latitude - 32) * 0.35,
})

/**
 * Made-up weather of one city, day by day from the epoch on, so that a day has its weather whichever day is asked for first:
 * seasons by latitude, wet summers, and yesterday's weather likely again.
 */
export function* weatherOf(cityId: number, latitude: number, seed: number): Generator<WeatherDay, never> {
  const random = randomFrom(seed, `weather ${cityId}`)
  const { winter, summer } = climate(latitude)
  let mood = 0
  for (let date = epoch; ; date = dayAfter(date, 1)) {
    const at = new Date(`${date}T00:00:00Z`)
    const dayOfYear = (at.getTime() - Date.UTC(at.getUTCFullYear(), 0, 1)) / 86_400_000
    const season = -Math.cos(((dayOfYear - 15) / 365) * 2 * Math.PI)
    mood = mood * 0.65 + (random.next() - 0.5)
    const temperature =
      (winter + summer) / 2 + (season * (summer - winter)) / 2 - mood * 3 + random.next() * 2
    const wet = 0.2 + 0.14 * season + mood * 0.35
    const isWet = random.next() < wet
    const rain = isWet ? Math.round(random.next() ** 2 * 45 * 10) / 10 + 0.5 : 0
    yield {
      biz_date: date,
      city_id: cityId,
      temperature: Math.round(temperature * 10) / 10,
      rain_mm: rain,
      weather: kindOf(temperature, rain, random.next()),
    }
  }
}

function kindOf(temperature: number, rain: number, chance: number): WeatherDay['weather'] {
  if (rain > 0) return temperature < 1 ? 'snow' : rain > 20 ? 'heavyRain' : 'rain'
  if (temperature < 12 && chance < 0.05) return 'fog'
  return chance < 0.55 ? 'sunny' : 'cloudy'
}
