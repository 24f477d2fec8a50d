import type { Text } from '@aisle/contract'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type TextValues, textNow, useText } from '../lib/i18n.ts'
import { messageOf } from '../lib/problem.ts'
import { createStore, useStore } from '../lib/store.ts'
import './toast.css'

type Kind = 'info' | 'success' | 'error'
type Toast = {
  id: number
  kind: Kind
  message: string
  seconds: number
  action?: { label: Text; run: () => void } | undefined
}

const toasts = createStore<readonly Toast[]>([])
let lastId = 0

function add(kind: Kind, message: string, seconds: number, action?: Toast['action']) {
  const same = toasts.get().filter(toast => toast.message !== message)
  lastId += 1
  toasts.set([...same.slice(-3), { id: lastId, kind, message, seconds, action }])
}

function remove(id: number) {
  toasts.set(toasts.get().filter(toast => toast.id !== id))
}

/** A word that needs no answer: 3 s in a polite live region, above everything. Callable from anywhere. */
export const toast = {
  info: (text: Text, values?: TextValues) => add('info', textNow(text, values), 3),
  success: (text: Text, values?: TextValues) => add('success', textNow(text, values), 3),
  /** An error text, or a failed call: its message is written for the user. */
  error: (cause: Text | unknown, values?: TextValues) =>
    add('error', isText(cause) ? textNow(cause, values) : messageOf(cause), 3),
  /** Says what happened and offers to take it back, for 6 s. */
  undo: (text: Text, run: () => void, values?: TextValues) =>
    add('success', textNow(text, values), 6, { label: { zh: '撤销', en: 'Undo' }, run }),
  /** Says what failed and offers to do it again, for 8 s. */
  retry: (text: Text, run: () => void, values?: TextValues) =>
    add('error', textNow(text, values), 8, { label: { zh: '重试', en: 'Retry' }, run }),
}

function isText(value: unknown): value is Text {
  return typeof value === 'object' && value !== null && 'zh' in value && 'en' in value
}

const icons = { info: Info, success: CircleCheck, error: CircleAlert }

/** The place where toasts appear; the root of the console renders it once. */
export function ToastPlace() {
  const shown = useStore(toasts)
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(item => (
        <ToastCard key={item.id} item={item} />
      ))}
    </div>
  )
}

function ToastCard({ item }: { item: Toast }) {
  const t = useText()
  const [isHeld, hold] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => remove(item.id), item.seconds * 1000)
    return () => clearTimeout(timer)
  }, [item, isHeld])
  const Icon = icons[item.kind]
  const { action } = item
  return (
    // Reading or reaching the action takes time: the toast waits while the pointer or the focus is on it.
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only holds the toast; its actions are buttons
    <div
      className={`toast toast-${item.kind}`}
      onMouseEnter={() => hold(true)}
      onMouseLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      <Icon size={16} aria-hidden />
      <span className="toast-message">{item.message}</span>
      {action && (
        <button
          type="button"
          className="toast-action"
          onClick={() => {
            remove(item.id)
            action.run()
          }}
        >
          {t(action.label)}
        </button>
      )}
      <button
        type="button"
        className="toast-close"
        aria-label={t({ zh: '关闭', en: 'Close' })}
        onClick={() => remove(item.id)}
      >
        <X size={14} />
      </button>
    </div>
  )
}
