import { describe, expect, it } from 'vitest'
import { jingan, tianhe, tree } from '../../../../test/fixtures.ts'
import { addressWords } from './address-words.ts'

const words = (address: string) =>
  addressWords(address, {
    shops: [jingan, tianhe],
    tree,
    name: zh => zh,
    say: text => text.zh,
    dimension: id => (id === 'gender' ? '性别' : undefined),
  })

describe('an address in words', () => {
  it('names shop, days and comparison', () => {
    expect(words('/x_2StoreFlow/x_2StoreFlow?shop=9001&period=last30&compare=lastYearSameDay')).toEqual([
      '静安寺店',
      '近 30 天',
      '去年同期',
    ])
  })

  it('names area, chosen days and filters, how many of each', () => {
    expect(words('/a?area=province.31&from=2026-10-01&to=2026-10-07&gender=man,woman&shops=9001')).toEqual([
      '上海市',
      '2026-10-01 – 2026-10-07',
      '门店 × 1',
      '性别 × 2',
    ])
  })

  it('says nothing about what it does not know', () => {
    expect(words('/a?shop=1&compare=none&view=list')).toEqual([])
    expect(words('/a')).toEqual([])
  })
})
