import { AppError } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { dayRange, gapsIn, recordedDays, secondsOf, stretchesIn } from './recorded-days.ts'
import type { Found } from './store.ts'
import { vendorText } from './text.ts'

const zone = 'Asia/Shanghai'
const china = (text: string) => Date.parse(`${text.replace(' ', 'T')}+08:00`)
const device = (start: string, end: string) => ({
  start: china(start),
  end: china(end),
  store: 'device' as const,
  trigger: 'plan' as const,
})
const cloud = (start: string, end: string) => ({ ...device(start, end), store: 'cloud' as const })

/** Only what is read of a camera. */
const found = (id: string, playback = true) =>
  ({ camera: { id, capabilities: { playback } }, shop: { timeZone: zone } }) as unknown as Found

/** A platform with an hour of every day, that counts what it is asked. */
function platform(start = '2026-11-20 12:00:00') {
  let at = china(start)
  let refusal: Error | undefined
  const asked: string[] = []
  const days = recordedDays({
    now: () => new Date(at),
    async list(found, range) {
      const written = (time: number) => new Date(time + 8 * 3_600_000).toISOString().slice(0, 16)
      asked.push(`${found.camera.id} ${written(range.start)} – ${written(range.end)}`)
      if (refusal) throw refusal
      const spans = []
      for (let day = range.start; day < range.end; day += 86_400_000)
        spans.push({ start: day, end: day + 3_600_000, store: 'cloud' as const, trigger: 'plan' as const })
      return { spans, complete: true }
    },
  })
  return {
    days,
    asked,
    pass(minutes: number) {
      at += minutes * 60_000
    },
    refuse(error: Error | undefined) {
      refusal = error
    },
  }
}
const month = { first: '2026-11-01', last: '2026-11-30' }

describe('days of a camera', () => {
  it('are one question for a month, until now and not beyond', async () => {
    const { days, asked } = platform()
    const [known] = await days.of([found('a')], month)
    expect(asked).toEqual(['a 2026-11-01T00:00 – 2026-11-20T12:00'])
    expect(known).toMatchObject({ state: 'recorded', isComplete: true })
    expect(known && 'days' in known && [...known.days.keys()].length).toBe(20)
  })

  it('are remembered; after a minute today alone is asked for again, after six hours all', async () => {
    const { days, asked, pass } = platform()
    await days.of([found('a')], month)
    pass(0.5)
    await days.of([found('a')], { first: '2026-11-18', last: '2026-11-20' })
    expect(asked).toHaveLength(1)
    pass(2)
    await days.of([found('a')], month)
    expect(asked.slice(1)).toEqual(['a 2026-11-20T00:00 – 2026-11-20T12:02'])
    pass(6 * 60)
    await days.of([found('a')], month)
    expect(asked[2]).toBe('a 2026-11-01T00:00 – 2026-11-20T18:02')
  })

  it('heard of before their end are not taken for whole the day after', async () => {
    const { days, asked, pass } = platform('2026-11-20 23:58:00')
    await days.of([found('a')], { first: '2026-11-20', last: '2026-11-20' })
    pass(5)
    await days.of([found('a')], { first: '2026-11-20', last: '2026-11-20' })
    expect(asked).toHaveLength(2)
  })

  it('are asked for once when many ask at the same time', async () => {
    const { days, asked } = platform()
    await Promise.all([1, 2, 3].map(() => days.of([found('a'), found('b')], month)))
    expect(asked.toSorted().map(line => line[0])).toEqual(['a', 'b'])
  })

  it('are unknown where the platform refuses, which is asked again after a minute', async () => {
    const { days, asked, pass, refuse } = platform()
    refuse(new AppError('cameraOffline', vendorText.offline))
    const unknown = { state: 'unknown', failure: vendorText.offline }
    expect(await days.of([found('a')], month)).toEqual([unknown])
    expect(await days.of([found('a')], month)).toEqual([unknown])
    expect(asked).toHaveLength(1)
    refuse(undefined)
    pass(2)
    expect(await days.of([found('a')], month)).toMatchObject([{ state: 'recorded' }])
  })

  it('are not asked for of a camera that records nowhere', async () => {
    const { days, asked } = platform()
    expect(await days.of([found('a', false), found('b')], month)).toMatchObject([
      { state: 'unable' },
      { state: 'recorded' },
    ])
    expect(asked).toHaveLength(1)
  })
})

describe('a recorded day', () => {
  const day = dayRange('2026-11-19', zone)

  it('begins and ends on the shop’s clock, also where that is changed', () => {
    expect(day).toEqual({ start: china('2026-11-19 00:00:00'), end: china('2026-11-20 00:00:00') })
    const spring = dayRange('2026-03-08', 'America/New_York')
    expect((spring.end - spring.start) / 3_600_000).toBe(23)
  })

  it('counts what both stores have once, and only what lies in it', () => {
    const stretches = stretchesIn(
      [
        device('2026-11-18 23:00:00', '2026-11-19 01:00:00'),
        device('2026-11-19 01:00:00', '2026-11-19 02:00:00'),
        cloud('2026-11-19 01:30:00', '2026-11-19 03:00:00'),
      ],
      day,
    )
    expect(secondsOf(stretches)).toBe(3 * 3600)
    expect(secondsOf(stretches.filter(({ source }) => source === 'device'))).toBe(2 * 3600)
    expect(stretches).toHaveLength(2)
  })

  it('has a gap where neither store has anything for more than ten minutes', () => {
    const stretches = stretchesIn(
      [
        device('2026-11-19 00:00:00', '2026-11-19 02:00:00'),
        device('2026-11-19 02:10:00', '2026-11-19 09:00:00'),
        cloud('2026-11-19 09:10:01', '2026-11-19 23:50:00'),
      ],
      day,
    )
    expect(gapsIn(stretches, day)).toEqual([
      { start: china('2026-11-19 09:00:00'), end: china('2026-11-19 09:10:01') },
    ])
    expect(gapsIn([], day)).toEqual([day])
  })
})
