import type { InputRef } from 'antd'
import { Input } from 'antd'
import { type KeyboardEvent, type Ref, useState } from 'react'
import { useText } from '../lib/i18n.ts'

type Props = {
  id: string
  label: string
  value: string
  onChange: (value: string) => void
  autoComplete: 'current-password' | 'new-password'
  error?: string | undefined
  size?: 'large' | 'middle'
  autoFocus?: boolean
  inputRef?: Ref<InputRef>
}

/** A password with its label, a way to look at it, a word when caps lock is on, and its error under it. */
export function PasswordField({
  id,
  label,
  value,
  onChange,
  autoComplete,
  error,
  size = 'middle',
  autoFocus = false,
  inputRef,
}: Props) {
  const t = useText()
  const [isCaps, setCaps] = useState(false)
  const watchCaps = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  const hint = error ?? (isCaps ? t({ zh: '大写锁定已打开', en: 'Caps lock is on' }) : undefined)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <Input.Password
        id={id}
        {...(inputRef ? { ref: inputRef } : {})}
        size={size}
        value={value}
        autoComplete={autoComplete}
        autoFocus={autoFocus}
        status={error ? 'error' : ''}
        aria-invalid={error !== undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={event => onChange(event.target.value)}
        onKeyDown={watchCaps}
        onKeyUp={watchCaps}
      />
      {hint && (
        <p
          id={`${id}-hint`}
          className={error ? 'field-error' : 'field-warning'}
          role={error ? 'alert' : 'status'}
        >
          {hint}
        </p>
      )}
    </div>
  )
}
