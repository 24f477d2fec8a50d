import { Input } from 'antd'
import { useId } from 'react'
import { shopTime } from '../capture/shop-time.ts'
import { momentOf } from '../playback/shop-day.ts'

/** A moment on the clock of the shop; empty is none. */
export function DueField({
  label,
  value,
  timeZone,
  onChange,
}: {
  label: string
  value: string | undefined
  timeZone: string
  onChange: (dueAt: string | undefined) => void
}) {
  const id = useId()
  return (
    <div className="problem-field">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        type="datetime-local"
        value={value ? shopTime(new Date(value), timeZone).slice(0, 16).replace(' ', 'T') : ''}
        onChange={event => {
          const at = momentOf(`${event.target.value}:00`, timeZone)
          onChange(at === undefined ? undefined : new Date(at).toISOString())
        }}
      />
    </div>
  )
}
