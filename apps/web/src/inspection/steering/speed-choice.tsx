import { Segmented } from 'antd'
import { useText } from '../../lib/i18n.ts'
import { steeringText } from './text.ts'
import { type SpeedName, speeds } from './use-steering.ts'

const names = Object.keys(speeds) as SpeedName[]

/** How fast the camera turns: slow, mid, fast. */
export function SpeedChoice({ value, onChange }: { value: SpeedName; onChange: (name: SpeedName) => void }) {
  const t = useText()
  return (
    <span className="tool-field">
      <span className="tool-hint">{t(steeringText.speed)}</span>
      <Segmented
        aria-label={t(steeringText.speed)}
        value={value}
        onChange={onChange}
        options={names.map(name => ({ value: name, label: t(steeringText[name]) }))}
      />
    </span>
  )
}
