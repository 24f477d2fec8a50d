import { describe, expect, it } from 'vitest'
import { sideDepth } from './chart/heat-chart.tsx'
import { type ColourName, colours, type ThemeName } from './tokens.ts'

function luminance(hex: string): number {
  const channels = [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const [r = 0, g = 0, b = 0] = channels.map(value =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05)
}

/** `color-mix(in srgb, …)` of two colours. */
const mixed = (a: string, b: string, share: number) =>
  [1, 3, 5].reduce((hex, at) => {
    const [one, other] = [a, b].map(colour => Number.parseInt(colour.slice(at, at + 2), 16))
    const value = Math.round((one ?? 0) * share + (other ?? 0) * (1 - share))
    return `${hex}${value.toString(16).padStart(2, '0')}`
  }, '#')

const readable: [on: ColourName, colour: ColourName][] = [
  ...(['text-1', 'text-2', 'text-3', 'primary', 'positive', 'negative', 'warning', 'error'] as const).map(
    (name): [ColourName, ColourName] => ['surface', name],
  ),
  ['bg', 'text-2'],
  ['raised', 'text-3'],
  ['primary-tint', 'primary'],
  ['positive-tint', 'positive'],
  ['negative-tint', 'negative'],
  ['warning-tint', 'warning'],
  ['error-tint', 'error'],
  ['primary', 'on-primary'],
]

describe.each(['light', 'dark'] satisfies ThemeName[])('the %s theme', theme => {
  it.each(readable)('keeps words readable on %s: %s', (on, colour) => {
    expect(contrast(colours[theme][on], colours[theme][colour])).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['positive', 'negative'] as const)(
    'keeps figures readable on the deepest cell of a matrix that is %s',
    colour => {
      const { surface, 'text-1': text, [colour]: deep } = colours[theme]
      expect(contrast(mixed(deep, surface, sideDepth.most / 100), text)).toBeGreaterThanOrEqual(4.5)
    },
  )

  it('shows the edge of controls and the colours of charts at 3:1', () => {
    for (const name of [
      'control-edge',
      'chart-1',
      'chart-2',
      'chart-3',
      'chart-4',
      'chart-5',
      'chart-6',
    ] as const)
      expect(contrast(colours[theme].surface, colours[theme][name]), name).toBeGreaterThanOrEqual(3)
  })
})
