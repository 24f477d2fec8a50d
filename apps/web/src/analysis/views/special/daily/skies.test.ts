import { expect, it } from 'vitest'
import { skies } from './skies.ts'

it('puts cities under one weather together, the busiest first, and leaves out those whose weather nobody knows', () => {
  const line = (city: string, weather: string, degrees: number | undefined, visits: number) => ({
    city,
    weather,
    degrees,
    visits,
  })
  expect(
    skies([
      line('上海', '晴', 10, 300),
      line('北京', '雪', -5, 900),
      line('杭州', '晴', 10, 700),
      line('成都', '', undefined, 5000),
      line('苏州', '晴', 15, 10),
      line('拉萨', '雾', undefined, 1),
    ]),
  ).toEqual([
    { weather: '晴', degrees: [10, 20], cities: ['杭州', '上海', '苏州'], visits: 1010 },
    { weather: '雪', degrees: [-5, 0], cities: ['北京'], visits: 900 },
    { weather: '雾', degrees: undefined, cities: ['拉萨'], visits: 1 },
  ])
})
