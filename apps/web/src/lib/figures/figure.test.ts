import { describe, expect, it } from 'vitest'
import { chinese, english } from '../i18n.ts'
import { cellFigure, fullFigure, shortFigure } from './figure.ts'

const sales = { id: 'sales', unit: 'money', decimals: 2 }

describe('amounts of money', () => {
  it('stand in yuan with all their digits, short ones on axes', () => {
    expect(fullFigure(48_300, sales, chinese)).toBe('48,300')
    expect(fullFigure(7_648.73, sales, chinese)).toBe('7,649')
    expect(fullFigure(42.5, sales, chinese)).toBe('42.50')
    expect(cellFigure(48_300, sales, chinese)).toBe('48,300')
    expect(shortFigure(48_300, sales, chinese)).toBe('4.83 万')
  })

  it('stand in ten thousands where that was chosen, small ones too', () => {
    expect(fullFigure(48_300, sales, chinese, 'tenThousand')).toBe('4.83 万')
    expect(fullFigure(480, sales, chinese, 'tenThousand')).toBe('0.05 万')
    expect(shortFigure(4_800, sales, chinese, 'tenThousand')).toBe('0.48 万')
    expect(shortFigure(0, sales, chinese, 'tenThousand')).toBe('0')
    expect(fullFigure(48_300, sales, english, 'tenThousand')).toBe('48.3K')
  })

  it('leave the unit of ten thousands to the heading of a column', () => {
    expect(cellFigure(48_300, sales, chinese, 'tenThousand')).toBe('4.83')
    expect(cellFigure(12_345_678, sales, english, 'tenThousand')).toBe('1,234.57')
  })

  it('of one customer or one square metre stay in yuan', () => {
    expect(fullFigure(168.5, { ...sales, id: 'unitPrice' }, chinese, 'tenThousand')).toBe('168.50')
    expect(
      fullFigure(72.4, { id: 'flatEffect', unit: 'moneyPerM2', decimals: 2 }, chinese, 'tenThousand'),
    ).toBe('72.40')
  })
})
