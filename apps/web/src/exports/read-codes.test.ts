import { describe, expect, it } from 'vitest'
import { readCodes, writtenCodes } from './read-codes.ts'

const shop = (shopid: string, shopname: string, shopnameEn: string, code: string) => ({
  shopid,
  shopname,
  shopnameEn,
  code,
})
const shops = [
  shop('7', '西单店', 'Xidan', 'SH0007'),
  shop('8', '徐家汇店', 'Xujiahui', 'SH0008'),
  shop('9', '西单店', 'Xidan 2', 'SH0009'),
]

describe('the table of shop codes', () => {
  it('is read from a spreadsheet, with commas or typed, by id, number or name of either language', () => {
    const { codes, faults } = readCodes('SH0007\t007\r\nxujiahui, A 8\n\n9  B-9\n', shops, [])
    expect(faults).toEqual([])
    expect(codes).toEqual([
      { shopId: '7', code: '007' },
      { shopId: '8', code: 'A 8' },
      { shopId: '9', code: 'B-9' },
    ])
  })

  it('says of each line what is wrong with it', () => {
    const text = [
      'Nowhere\t1',
      '西单店\t2',
      'Xidan\t3',
      'SH0007\t4',
      'Xujiahui\t3',
      '徐家汇店\t',
      `9\t${'x'.repeat(61)}`,
    ]
    const { codes, faults } = readCodes(text.join('\n'), shops, [])
    expect(codes).toEqual([{ shopId: '7', code: '3' }])
    expect(faults.map(({ line, kind }) => [line, kind])).toEqual([
      [1, 'unknown'],
      [2, 'several'],
      [4, 'twice'],
      [5, 'sameCode'],
      [6, 'noCode'],
      [7, 'long'],
    ])
  })

  it('is written so that it reads the same, also of shops that the reader does not see', () => {
    const kept = [
      { shopId: '7', code: '1' },
      { shopId: '8', code: '2' },
      { shopId: '55', code: '3' },
    ]
    const text = writtenCodes(kept, shops, true)
    expect(text).toBe('7\t1\n徐家汇店\t2\n55\t3')
    expect(readCodes(text, shops, kept)).toEqual({ codes: kept, faults: [] })
  })
})
