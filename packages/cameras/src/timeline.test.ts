import { describe, expect, it } from 'vitest'
import { beijingDays, beijingDigits, beijingText, beijingTextUp, fromBeijingText } from './beijing-time.ts'
import type { RecordSpan } from './provider.ts'
import { timeline } from './timeline.ts'

const span = (start: number, end: number, rest: Partial<RecordSpan> = {}): RecordSpan => ({
  start,
  end,
  store: 'device',
  trigger: 'plan',
  ...rest,
})

describe('a timeline', () => {
  const range = { start: 0, end: 100 }
  const of = (...spans: RecordSpan[]) => timeline(spans, range).spans

  it('is in order, and joins what touches or overlaps', () => {
    expect(of(span(50, 60), span(10, 20), span(20, 30), span(25, 28))).toEqual([span(10, 30), span(50, 60)])
  })

  it('keeps apart what differs in store, trigger or id', () => {
    const [cloud, motion] = [span(10, 30, { store: 'cloud' }), span(12, 13, { trigger: 'motion' })]
    const named = [span(40, 50, { id: '1' }), span(50, 60, { id: '2' })]
    expect(of(span(10, 30), cloud, motion, ...named)).toEqual([span(10, 30), cloud, motion, ...named])
  })

  it('joins over a span of another trigger in between', () => {
    const motion = span(12, 13, { trigger: 'motion' })
    expect(of(span(10, 20), motion, span(20, 30))).toEqual([span(10, 30), motion])
  })

  it('holds an entry once that two pages gave', () => {
    const named = span(10, 20, { id: '1' })
    expect(of(named, named)).toEqual([named])
  })

  it('is cut to its half-open range', () => {
    expect(of(span(-10, 5), span(95, 120), span(100, 110), span(-5, 0), span(30, 30))).toEqual([
      span(0, 5),
      span(95, 100),
    ])
  })
})

describe('Beijing time', () => {
  const at = Date.parse('2026-06-08T16:00:00.400Z')

  it('is eight hours ahead, whole seconds, down for a start and up for an end', () => {
    expect(beijingText(at)).toBe('2026-06-09 00:00:00')
    expect(beijingTextUp(at)).toBe('2026-06-09 00:00:01')
    expect(beijingTextUp(at - 400)).toBe('2026-06-09 00:00:00')
    expect(beijingDigits(at)).toBe('20260609000000')
  })

  it('comes back exactly', () => {
    expect(fromBeijingText('2026-06-09 00:00:00')).toBe(at - 400)
    expect(fromBeijingText('2028-02-29 23:59:59')).toBe(Date.parse('2028-02-29T15:59:59Z'))
  })

  it.each([
    '2026-02-30 00:00:00',
    '2026-06-09T00:00:00',
    '2026-06-09 24:00:00',
    '20260609000000',
    '',
    '2026-6-9 1:2:3',
  ])('does not read %j', text => {
    expect(fromBeijingText(text)).toBeUndefined()
  })

  it('names the days that a range touches', () => {
    const day = Date.parse('2026-12-31T00:00:00+08:00')
    expect(beijingDays({ start: day + 1, end: day + 86_400_001 })).toMatchObject([
      { year: 2026, month: 12, day: 31, start: day },
      { year: 2027, month: 1, day: 1, end: day + 2 * 86_400_000 },
    ])
    expect(beijingDays({ start: day, end: day + 86_400_000 })).toHaveLength(1)
  })
})
