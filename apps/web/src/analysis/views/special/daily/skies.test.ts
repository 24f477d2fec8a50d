import { expect, it } from 'vitest'
import { skies } from './skies.ts'

it('puts cities under one sky together, the busiest first, and leaves out those whose weather nobody knows', () => {
  const line = (city: string, weather: string, temperature: string, visits: number) => ({
    city,
    weather,
    temperature,
    visits,
  })
  expect(
    skies([
      line('上海', '晴', '10–15 °C', 300),
      line('北京', '雪', '-5–0 °C', 900),
      line('杭州', '晴', '10–15 °C', 700),
      line('成都', '', '', 5000),
      line('苏州', '晴', '15–20 °C', 10),
    ]),
  ).toEqual([
    { weather: '晴', temperature: '10–15 °C', cities: ['杭州', '上海'], visits: 1000 },
    { weather: '雪', temperature: '-5–0 °C', cities: ['北京'], visits: 900 },
    { weather: '晴', temperature: '15–20 °C', cities: ['苏州'], visits: 10 },
  ])
})
