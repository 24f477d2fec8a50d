import type { Text } from '@aisle/contract'
import {
  type BusinessView,
  type ThresholdMetric,
  type Tone,
  type ToneColour,
  thresholdMetricNames,
  thresholdMetrics,
  toneColours,
  toneOf,
} from '@aisle/contract'
import { InputNumber, Select } from 'antd'
import { useText } from '../../lib/i18n.ts'

const tones: Record<Tone, Text> = {
  good: { zh: '良好', en: 'Good' },
  neutral: { zh: '一般', en: 'Neutral' },
  warning: { zh: '预警', en: 'Warning' },
}
const colourNames: Record<ToneColour, Text> = {
  positive: { zh: '青绿', en: 'Teal' },
  primary: { zh: '蓝', en: 'Blue' },
  warning: { zh: '琥珀', en: 'Amber' },
  negative: { zh: '橙红', en: 'Orange-red' },
  error: { zh: '红', en: 'Red' },
  'text-1': { zh: '正文色', en: 'Text colour' },
}

type Props = { value: BusinessView; onChange: (part: Partial<BusinessView>) => void }

/** From where on a figure is good or a warning, in which colours, with an example of each. */
export function ThresholdsPanel({ value, onChange }: Props) {
  const t = useText()
  const set = (metric: ThresholdMetric, part: Partial<BusinessView['thresholds']['score']>) =>
    onChange({ thresholds: { ...value.thresholds, [metric]: { ...value.thresholds[metric], ...part } } })
  return (
    <div className="settings-form">
      <div className="thresholds-box">
        <table className="thresholds">
          <thead>
            <tr>
              <th scope="col">{t({ zh: '指标', en: 'Figure' })}</th>
              <th scope="col">{t(tones.good)}</th>
              <th scope="col">{t(tones.warning)}</th>
              <th scope="col">{t({ zh: '示例', en: 'Example' })}</th>
            </tr>
          </thead>
          <tbody>
            {thresholdMetricNames.map(metric => {
              const { title, unit, isLessBetter, max } = thresholdMetrics[metric]
              const { good, warning } = value.thresholds[metric]
              const isWrong = isLessBetter ? good > warning : good < warning
              return (
                <tr key={metric}>
                  <th scope="row">
                    {t(title)} <small>{t(unit)}</small>
                  </th>
                  <td>
                    {isLessBetter ? '≤' : '≥'}{' '}
                    <InputNumber
                      size="small"
                      min={0}
                      max={max}
                      value={good}
                      status={isWrong ? 'error' : ''}
                      aria-label={`${t(title)} ${t(tones.good)}`}
                      onChange={next => next !== null && set(metric, { good: next })}
                    />
                  </td>
                  <td>
                    {isLessBetter ? '>' : '<'}{' '}
                    <InputNumber
                      size="small"
                      min={0}
                      max={max}
                      value={warning}
                      status={isWrong ? 'error' : ''}
                      aria-label={`${t(title)} ${t(tones.warning)}`}
                      onChange={next => next !== null && set(metric, { warning: next })}
                    />
                  </td>
                  <td className="threshold-example">
                    {examplesOf(good, warning, isLessBetter).map(example => {
                      const tone = toneOf(value, metric, example)
                      return (
                        <span
                          key={example}
                          style={tone && { color: `var(--${value.colours[tone]})` }}
                          title={tone && t(tones[tone])}
                        >
                          {example}
                        </span>
                      )
                    })}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <div className="settings-choices">
        {(['good', 'neutral', 'warning'] as const).flatMap(tone => [
          <span key={`${tone} name`}>{t(tones[tone])}</span>,
          <Select
            key={tone}
            value={value.colours[tone]}
            aria-label={t({ zh: '「{name}」的颜色', en: 'Colour of {name}' }, { name: t(tones[tone]) })}
            onChange={colour => onChange({ colours: { ...value.colours, [tone]: colour } })}
            options={toneColours.map(colour => ({
              value: colour,
              label: (
                <span className="tone-option">
                  <i style={{ background: `var(--${colour})` }} aria-hidden />
                  {t(colourNames[colour])}
                </span>
              ),
            }))}
          />,
        ])}
      </div>
    </div>
  )
}

/** A figure of each tone. */
function examplesOf(good: number, warning: number, isLessBetter: boolean): number[] {
  const middle = Math.round(((good + warning) / 2) * 10) / 10
  const bad = isLessBetter ? warning + 1 : Math.max(0, warning - 5)
  return [...new Set([good, middle, bad])]
}

/** Whether the figures can be saved: good is on the right side of the warning everywhere. */
export function areThresholdsFine({ thresholds }: BusinessView): boolean {
  return thresholdMetricNames.every(metric => {
    const { good, warning } = thresholds[metric]
    return thresholdMetrics[metric].isLessBetter ? good <= warning : good >= warning
  })
}
