import { type ComponentProps, useEffect, useState } from 'react'
import './time-field.css'

/** `9:30`, `930`, `9` and `09：30` are all 09:30; undefined for what is no time of a day. */
export function timeOf(typed: string): string | undefined {
  const found = /^(\d{1,2})(?:[:：.]?(\d{2}))?$/.exec(typed.trim())
  const [hour, minute] = [Number(found?.[1] ?? Number.NaN), Number(found?.[2] ?? 0)]
  if (!found || hour > 23 || minute > 59) return undefined
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

type Props = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> & {
  /** HH:MM. */
  value: string
  onChange: (value: string) => void
  /** May be left empty, which is told as ''. */
  isClearable?: boolean
}

/** A time of day on the 24-hour clock, whatever the browser's own clock looks like. Arrow keys move by a quarter. */
export function TimeField({ value, onChange, isClearable = false, ...rest }: Props) {
  const [typed, type] = useState(value)
  useEffect(() => type(value), [value])
  const read = timeOf(typed)
  const isEmpty = isClearable && typed.trim() === ''
  const settle = () => {
    if (isEmpty) return value === '' ? undefined : onChange('')
    return read === undefined ? type(value) : read !== value ? onChange(read) : type(read)
  }
  return (
    <input
      {...rest}
      type="text"
      inputMode="numeric"
      className={`time-field ${rest.className ?? ''}`}
      placeholder="HH:MM"
      maxLength={5}
      value={typed}
      aria-invalid={read === undefined && !isEmpty && (typed !== '' || value !== '')}
      onChange={event => {
        type(event.target.value)
        const next = timeOf(event.target.value)
        if (next !== undefined && event.target.value === next) onChange(next)
      }}
      onBlur={settle}
      onKeyDown={event => {
        const step = { ArrowUp: 15, ArrowDown: -15 }[event.key]
        if (event.key === 'Enter') settle()
        if (step === undefined || read === undefined) return
        event.preventDefault()
        const minutes = (Number(read.slice(0, 2)) * 60 + Number(read.slice(3)) + step + 1440) % 1440
        onChange(timeOf(`${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`) ?? value)
      }}
    />
  )
}
