import { describe, expect, it } from 'vitest'
import {
  contentOf,
  emptySheet,
  isOffered,
  judged,
  type Mark,
  nextUnscored,
  outcomeOf,
  type ScoredItem,
  type Sheet,
  sheetOf,
  tallyOf,
} from './score-model.ts'

const full: ScoredItem = { itemId: '1', itemScore: 5, scoring: 'full', deductions: null }
const graded: ScoredItem = {
  itemId: '2',
  itemScore: 3,
  scoring: 'partial',
  deductions: { minor: 0.5, medium: 1.1, severe: 4 },
}
const pointed: ScoredItem = { itemId: '3', itemScore: 2.2, scoring: 'partial', deductions: null }
const mark = (changes: Partial<Mark>): Mark => ({
  result: 'unscored',
  remark: '',
  pictureIds: [],
  ...changes,
})
const sheet = (marks: Record<string, Partial<Mark>>): Sheet => ({
  useTime: 0,
  marks: Object.fromEntries(Object.entries(marks).map(([id, changes]) => [id, mark(changes)])),
})
const now = new Date('2026-11-20T02:24:00Z')

describe('what an item earns', () => {
  it('is all of it where it passed, nothing where a full item did not', () => {
    expect(outcomeOf(full, mark({ result: 'pass' }))).toEqual({ state: 'pass', earned: 5, lost: 0 })
    expect(outcomeOf(full, mark({ result: 'deduct' }))).toEqual({ state: 'deduct', earned: 0, lost: 5 })
  })

  it('of a graded item is what its severity leaves, never less than nothing', () => {
    const lost = (severity: 'minor' | 'medium' | 'severe') =>
      outcomeOf(graded, mark({ result: 'deduct', severity }))
    expect(lost('medium')).toEqual({ state: 'deduct', earned: 1.9, lost: 1.1 })
    expect(lost('severe')).toEqual({ state: 'deduct', earned: 0, lost: 3 })
  })

  it('of an item without severities is what the inspector writes', () => {
    expect(outcomeOf(pointed, mark({ result: 'deduct', score: 0.3 }))).toEqual({
      state: 'deduct',
      earned: 0.3,
      lost: 1.9,
    })
  })

  it('is unknown while a deduction does not say what it costs', () => {
    expect(outcomeOf(graded, mark({ result: 'deduct' })).state).toBe('incomplete')
    expect(outcomeOf(pointed, mark({ result: 'deduct' })).state).toBe('incomplete')
    expect(outcomeOf(pointed, mark({ result: 'deduct', score: 2.2 })).state).toBe('incomplete')
  })

  it('offers no severity that costs nothing', () => {
    const free: ScoredItem = { ...graded, deductions: { minor: 0, medium: 1, severe: 2 } }
    expect(isOffered(free, 'minor')).toBe(false)
    expect(isOffered(free, 'medium')).toBe(true)
    expect(isOffered(full, 'minor')).toBe(true)
  })
})

describe('the score of a sheet', () => {
  it('is on 100 of the items that count, to one decimal', () => {
    const tally = tallyOf(
      [full, graded, pointed],
      sheet({ 1: { result: 'pass' }, 2: { result: 'deduct', severity: 'medium' }, 3: { result: 'na' } }),
    )
    // 6.9 of 8
    expect(tally).toEqual({ score: 86.3, pass: 1, deduct: 1, na: 1, left: 0, all: 3 })
  })

  it('is none until something counts', () => {
    expect(tallyOf([full, graded], emptySheet).score).toBeNull()
    expect(tallyOf([full], sheet({ 1: { result: 'na' } })).score).toBeNull()
  })

  it('counts a deduction without its cost as left', () => {
    expect(tallyOf([full, graded], sheet({ 2: { result: 'deduct' } }))).toMatchObject({ deduct: 0, left: 2 })
  })
})

describe('the next unscored item', () => {
  const items = [full, graded, pointed]
  it('is looked for behind the current one and then from the start', () => {
    expect(nextUnscored(items, sheet({ 3: { result: 'pass' } }), '2')).toBe(full)
    expect(nextUnscored(items, sheet({}), '1')).toBe(graded)
  })
  it('is none where everything is scored', () => {
    const done = sheet({ 1: { result: 'pass' }, 2: { result: 'na' }, 3: { result: 'pass' } })
    expect(nextUnscored(items, done, '1')).toBeUndefined()
  })
})

describe('a sheet as a draft', () => {
  it('comes back as it was kept', () => {
    const kept = sheet({
      1: { result: 'pass' },
      2: {
        result: 'deduct',
        severity: 'minor',
        remark: '纸箱未归位',
        pictureIds: ['9'],
        cameraId: '103',
        raise: { ownerUserId: '4', dueAt: '2026-11-21T10:00:00Z' },
      },
    })
    const content = JSON.parse(JSON.stringify(contentOf(kept, [full, graded], '9001', now)))
    const read = sheetOf(content, '9001')
    expect(read.marks[1]).toMatchObject({ result: 'pass' })
    expect(read.marks[2]).toMatchObject({
      result: 'deduct',
      severity: 'minor',
      remark: '纸箱未归位',
      pictureIds: ['9'],
      cameraId: '103',
    })
    expect(new Date(read.marks[2]?.raise?.dueAt ?? '')).toEqual(new Date('2026-11-21T10:00:00Z'))
    expect(tallyOf([full, graded], read)).toEqual(tallyOf([full, graded], kept))
  })

  it('leaves out items that nobody touched, and a due date that went by', () => {
    const kept = sheet({
      1: {},
      2: { result: 'deduct', severity: 'minor', raise: { dueAt: '2026-11-19T10:00:00Z' } },
    })
    const { evaluationDetails } = contentOf(kept, [full, graded], '9001', now)
    expect(evaluationDetails).toMatchObject([{ itemId: '2', raise: { questionType: '' } }])
    expect(JSON.stringify(evaluationDetails)).not.toContain('dueAt')
  })

  it('is empty where what was kept cannot be read', () => {
    expect(sheetOf({ evaluationDetails: 'nonsense' }, '9001')).toBe(emptySheet)
  })
})

describe('another verdict', () => {
  it('takes severity and problem along, and leaves remark and pictures', () => {
    const before = mark({ result: 'deduct', severity: 'minor', raise: {}, remark: 'x', pictureIds: ['9'] })
    expect(judged(before, 'pass')).toEqual(mark({ result: 'pass', remark: 'x', pictureIds: ['9'] }))
  })
})
