import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useText } from '../lib/i18n.ts'
import './sheet.css'

/** A sheet that rises from the bottom of a phone and holds the keyboard until it closes. */
export function Sheet({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}) {
  const t = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a tap beside the sheet closes it; the keyboard has Escape
    <dialog
      ref={dialog}
      className="sheet"
      aria-label={title}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onClick={event => event.target === dialog.current && onClose()}
    >
      <div className="sheet-body">
        <header className="sheet-head">
          <strong>{title}</strong>
          <button type="button" aria-label={t({ zh: '关闭', en: 'Close' })} onClick={onClose}>
            <X size={20} aria-hidden />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
