import { describe, expect, it } from 'vitest'
import {
  countsOf,
  emptyInspection,
  found,
  type InspectionSheet,
  inspectionContent,
  inspectionSheetOf,
  restNormal,
} from './inspection-model.ts'

const items = [{ itemId: '1' }, { itemId: '2' }, { itemId: '3' }]
const proposed = { ownerUserId: '4', dueAt: '2026-11-21T10:00:00Z' }
const around = { shopId: '9001', recordId: 'r1', now: new Date('2026-11-20T02:00:00Z') }
const sheet: InspectionSheet = {
  useTime: 30,
  findings: { 2: { result: 'abnormal', remark: '通道堆货', pictureIds: ['f1'], raise: proposed } },
}

describe('an inspection', () => {
  it('asks for a problem about what is abnormal, and about nothing else', () => {
    const abnormal = found(undefined, 'abnormal', proposed)
    expect(abnormal.raise).toEqual(proposed)
    expect(found(abnormal, 'normal', proposed).raise).toBeUndefined()
    expect(found({ ...abnormal, raise: undefined }, 'abnormal', proposed).raise).toEqual(proposed)
  })

  it('counts what was looked at; the rest may be normal at one stroke', () => {
    expect(countsOf(sheet, items)).toEqual({ all: 3, done: 1, abnormal: 1 })
    const whole = restNormal(sheet, items)
    expect(countsOf(whole, items)).toEqual({ all: 3, done: 3, abnormal: 1 })
    expect(whole.findings[2]).toEqual(sheet.findings[2])
  })

  it('is kept as the body of its save, in the record of the visit, and read back from it', () => {
    const content = inspectionContent(sheet, items, around)
    expect(content).toMatchObject({
      shopId: '9001',
      recordId: 'r1',
      inspectionDetails: [{ itemId: '2', result: 'abnormal', pictureIds: ['f1'] }],
    })
    expect(inspectionSheetOf(content, '9001')).toMatchObject({
      useTime: 30,
      findings: { 2: { result: 'abnormal', remark: '通道堆货', raise: { ownerUserId: '4' } } },
    })
    expect(inspectionSheetOf({ nonsense: true }, '9001')).toEqual(emptyInspection)
  })

  it('leaves out items that left the form, and due dates that went by', () => {
    const later = { ...around, now: new Date('2026-11-22T00:00:00Z') }
    expect(inspectionContent(sheet, [{ itemId: '1' }], around).inspectionDetails).toEqual([])
    const [detail] = inspectionContent(sheet, items, later).inspectionDetails as { raise: object }[]
    expect(detail?.raise).toEqual({ questionType: '', ownerUserId: '4', dueAt: undefined })
  })
})
