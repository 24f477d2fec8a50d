import type { PostedWeather } from '@aisle/contract'
import { kind, type Stored } from '../kind.ts'

/** Stands for the whole day in the table of hours. */
const wholeDay = 24

/**
 * Weather of cities by the hour, and the day made of it: what it was for most of the hours from 9 to 22, the mean of the
 * temperatures, all rain. A day that was posted as a whole is taken as it is.
 */
export const weather = kind<PostedWeather>({
  needs: 'city',
  moment: () => undefined,
  table: 'weather_hour',
  store: ({ row, place, ver }) => ({
    own: {
      biz_date: row.date,
      city_id: place.cityId,
      hour: row.hour ?? wholeDay,
      weather: row.weather,
      temperature: row.temperature,
      rain_mm: row.rainMm,
      wind_ms: row.windMs,
      air_quality: row.airQuality,
      ver,
    },
  }),
  after: rows => {
    const days = [...new Set(rows.map(dayOf))]
    const statements: string[] = []
    for (let at = 0; at < days.length; at += 2000)
      statements.push(`
        INSERT INTO weather_day (biz_date, city_id, weather, temperature, rain_mm, ver)
        SELECT biz_date, city_id,
          if(whole, argMaxIf(w.weather, w.ver, w.hour = ${wholeDay}), if(open, topKIf(1)(w.weather, w.hour BETWEEN 9 AND 21)[1], topK(1)(w.weather)[1])) AS weather,
          if(whole, maxIf(w.temperature, w.hour = ${wholeDay}), avg(w.temperature)), if(whole, maxIf(w.rain_mm, w.hour = ${wholeDay}), sum(w.rain_mm)),
          max(w.ver)
        FROM (SELECT *, countIf(hour = ${wholeDay}) OVER (PARTITION BY city_id, biz_date) > 0 AS whole,
            countIf(hour BETWEEN 9 AND 21) OVER (PARTITION BY city_id, biz_date) > 0 AS open
          FROM weather_hour FINAL WHERE (city_id, biz_date) IN (${days.slice(at, at + 2000).join(', ')})) AS w
        GROUP BY biz_date, city_id, whole, open`)
    return statements
  },
})

const dayOf = (row: Stored) => `(${row.city_id}, '${row.biz_date}')`
