import { defaultBusinessView, defaultTotalView, toneOf } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { inheritedBy } from './settings/use-layered-form.ts'
import { cardsOf } from './view-settings.ts'

describe('the cards of an overview', () => {
  it('stand in the order that was set, with those of a newer release behind them and off', () => {
    const view = { ...defaultTotalView, cards: [{ card: 'funnel' as const, isOn: true, width: 6 as const }] }
    const cards = cardsOf(view)
    expect(cards[0]).toEqual({ card: 'funnel', isOn: true, width: 6 })
    expect(cards).toHaveLength(defaultTotalView.cards.length)
    expect(cards.slice(1).every(one => !one.isOn)).toBe(true)
  })
})

describe('tones', () => {
  it('turn around where less is better, and are none where nothing is known', () => {
    const tones = (metric: 'score' | 'overdue', values: (number | null)[]) =>
      values.map(value => toneOf(defaultBusinessView, metric, value))
    expect(tones('score', [90, 89.9, 80, 79.9, null])).toEqual([
      'good',
      'neutral',
      'neutral',
      'warning',
      undefined,
    ])
    expect(tones('overdue', [0, 1, 3, 4])).toEqual(['good', 'neutral', 'neutral', 'warning'])
  })
})

describe('a layer that is empty', () => {
  const layer = (name: 'role' | 'everyone', value: string, roleId = '') => ({
    layer: name,
    roleId,
    value,
    version: 1,
    updatedAt: '',
    updatedByName: '',
  })
  const layers = [layer('everyone', 'all'), layer('role', 'mine', 'r1'), layer('role', 'theirs', 'r2')]

  it('shows what lies behind it: the own role before everyone before the built-in', () => {
    expect(inheritedBy({ layer: 'me', roleId: '' }, layers, ['r1'], 'built in')).toBe('mine')
    expect(inheritedBy({ layer: 'me', roleId: '' }, layers, [], 'built in')).toBe('all')
    expect(inheritedBy({ layer: 'role', roleId: 'r3' }, layers, ['r1'], 'built in')).toBe('all')
    expect(inheritedBy({ layer: 'everyone', roleId: '' }, layers, ['r1'], 'built in')).toBe('built in')
  })
})
