import { useText } from '../../lib/i18n.ts'
import { useThemeName } from '../theme.tsx'
import { cssColour, type HeatScale, valueAt } from './heat-colours.ts'

/** The colours of heat with the values they stand for. */
export function HeatLegend({
  scale,
  format,
  name,
}: {
  scale: HeatScale
  format: (value: number) => string
  name: string
}) {
  const t = useText()
  const theme = useThemeName()
  const sides = scale.isDifference ? [-1, -0.66, -0.33, 0.33, 0.66, 1] : [0.05, 0.25, 0.5, 0.75, 1]
  const top = valueAt(1, scale)
  return (
    <div className="heat-scale">
      {name} {scale.isDifference ? `−${format(top)}` : format(0)}
      <span style={{ display: 'inline-flex' }} aria-hidden>
        {sides.map(side => (
          <i
            key={side}
            className="heat-step"
            style={{ background: cssColour(Math.sign(side) * valueAt(Math.abs(side), scale), scale, theme) }}
          />
        ))}
      </span>
      {scale.isDifference ? '+' : '≥ '}
      {format(top)}
      {scale.isDifference && <span>{t({ zh: '蓝为变冷，红为变热', en: 'blue: colder, red: warmer' })}</span>}
    </div>
  )
}
