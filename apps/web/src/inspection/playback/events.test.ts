import type { Bookmark } from '@aisle/contract'
import { expect, it } from 'vitest'
import { chinese, say, type Translate } from '../../lib/i18n.ts'
import { bookmarkEvents, eventName, peakEvents, tillEvents } from './events.ts'

const quarters = (counts: readonly (number | null)[]) =>
  counts.map((count, index) => ({ at: index * 900_000, count }))

it('the busiest quarters of an hour are those that nobody beside them exceeds, the largest first', () => {
  const peaks = peakEvents('7', quarters([1, 9, 3, 4, 12, 2, null, 5]))
  expect(peaks.map(({ at }) => at / 900_000)).toEqual([4, 1, 7])
  expect(peaks[0]).toMatchObject({ kind: 'peak', cameraId: '7' })
})

it('there is no peak where nobody came or nothing was received, and there are five at most', () => {
  expect(peakEvents('7', quarters([0, 0, null, 0]))).toEqual([])
  expect(peakEvents('7', quarters([1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0])).length).toBe(5)
})

it('a till leads to the time of what it did', () => {
  expect(tillEvents('7', quarters([0, 2, null]))).toEqual([
    { id: 'till-900000', kind: 'till', at: 900_000, cameraId: '7' },
  ])
})

const opening: Bookmark = {
  id: '5',
  shopId: '9001',
  cameraId: '7',
  at: '2026-11-20T02:00:00.000Z',
  title: '开门营业',
  userId: '1',
  userName: '林晓彤',
  own: true,
}

it('bookmarks are events of the cameras on show, called by their names', () => {
  const [event, ...others] = bookmarkEvents([opening, { ...opening, id: '6', cameraId: '8' }], ['7'])
  expect(others).toEqual([])
  expect(event).toMatchObject({ kind: 'bookmark', cameraId: '7', at: Date.parse(opening.at) })
  const asWritten = (text: string) => text
  const t: Translate = (text, values) => say(text, chinese, values)
  expect(eventName(t, asWritten, event!)).toBe('书签：开门营业')
  expect(eventName(t, asWritten, bookmarkEvents([{ ...opening, title: '' }], ['7'])[0]!)).toBe('书签')
})
