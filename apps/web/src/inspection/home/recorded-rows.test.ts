import type { RecordedCamera } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { gapLines, monthDays, monthRange, spansOfDay } from './recorded-rows.ts'

const china = (clock: string) => `2026-11-20T${clock}:00+08:00`
const camera: RecordedCamera = {
  cameraId: 'c1',
  number: '01',
  name: '正门入口',
  nameEn: 'Main entrance',
  shopId: '9001',
  shopname: '静安寺店',
  shopnameEn: 'Jing’an Temple',
  timeZone: 'Asia/Shanghai',
  status: 'online',
  state: 'recorded',
  failure: null,
  complete: true,
  days: [],
  spans: [
    { from: china('10:00'), to: china('12:00'), source: 'cloud' },
    { from: china('00:00'), to: china('12:00'), source: 'device' },
  ],
  gaps: [{ from: china('12:00'), to: china('12:40') }],
}

describe('a month', () => {
  it('runs from its first to its last day', () => {
    expect(monthRange('2026-11-20')).toEqual({ from: '2026-11-01', to: '2026-11-30' })
    expect(monthRange('2028-02-03').to).toBe('2028-02-29')
    expect(monthRange('2026-12-31').to).toBe('2026-12-31')
  })

  it('has every day, and nothing where nothing is known', () => {
    const days = monthDays('2026-11-20', new Map([['2026-11-02', 97.5]]))
    expect(days).toHaveLength(30)
    expect(days.slice(0, 3)).toEqual([
      { date: '2026-11-01', value: null },
      { date: '2026-11-02', value: 97.5 },
      { date: '2026-11-03', value: null },
    ])
  })
})

describe('the day of a camera', () => {
  it('is drawn with the cloud over the device, and holes by themselves', () => {
    expect(spansOfDay(camera).map(({ kind }) => kind)).toEqual(['device', 'cloud', 'gap'])
  })
})

describe('what has to be looked into', () => {
  it('begins with cameras that record nothing, then the longest holes, and ends with what nobody could say', () => {
    const lines = gapLines([
      camera,
      { ...camera, cameraId: 'c2', gaps: [{ from: china('01:00'), to: china('03:00') }] },
      {
        ...camera,
        cameraId: 'c3',
        state: 'unknown',
        failure: { zh: '摄像头离线', en: 'The camera is offline' },
        gaps: [],
      },
      { ...camera, cameraId: 'c4', state: 'nothing', gaps: [{ from: china('00:00'), to: china('23:59') }] },
      { ...camera, cameraId: 'c5', state: 'unable', gaps: [] },
      { ...camera, cameraId: 'c6', gaps: [] },
    ])
    expect(lines.map(({ camera: { cameraId }, kind, minutes }) => [cameraId, kind, minutes])).toEqual([
      ['c4', 'none', 0],
      ['c2', 'gap', 120],
      ['c1', 'gap', 40],
      ['c3', 'unknown', 0],
    ])
  })
})
