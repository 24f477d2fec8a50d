import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '../lib/i18n.ts'
import { Kbd } from '../ui/bits.tsx'
import { type Finding, useFindings } from './findings.ts'
import './search-palette.css'

/** ⌘K / Ctrl K: shops, pages, metrics and cameras by typing; arrows and Enter do the rest. */
export function SearchPalette({ onClose }: { onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const listId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, type] = useState('')
  const [at, moveTo] = useState(0)
  const { findings, isLoading } = useFindings(typed)
  const current = Math.min(at, Math.max(findings.length - 1, 0))

  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  useEffect(() => {
    dialog.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })

  const go = (finding: Finding | undefined) => {
    if (!finding) return
    onClose()
    finding.choose(navigate)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const last = findings.length - 1
    if (event.key === 'ArrowDown') moveTo(Math.min(current + 1, last))
    else if (event.key === 'ArrowUp') moveTo(Math.max(current - 1, 0))
    else if (event.key === 'Enter') go(findings[current])
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the box closes it; the keyboard has Escape
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t({ zh: '搜索', en: 'Search' })}
      onClose={onClose}
      onClick={event => event.target === dialog.current && onClose()}
    >
      <div className="palette-box">
        <label className="palette-field">
          <Search size={18} aria-hidden />
          <input
            role="combobox"
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={findings.length > 0 ? `${listId}-${current}` : undefined}
            aria-label={t({ zh: '搜索', en: 'Search' })}
            placeholder={t({
              zh: '门店、页面、指标、摄像头，可用拼音首字母',
              en: 'Shops, pages, metrics, cameras',
            })}
            value={typed}
            onChange={event => {
              type(event.target.value)
              moveTo(0)
            }}
            onKeyDown={onKeyDown}
            autoFocus
          />
          <Kbd keys="Escape" />
        </label>
        <div
          className="palette-list"
          id={listId}
          role="listbox"
          aria-label={t({ zh: '结果', en: 'Results' })}
        >
          {findings.map((finding, index) => (
            <Line
              key={finding.key}
              id={`${listId}-${index}`}
              finding={finding}
              heading={findings[index - 1]?.heading === finding.heading ? undefined : finding.heading}
              isCurrent={index === current}
              onPoint={() => moveTo(index)}
              onChoose={() => go(finding)}
            />
          ))}
        </div>
        {findings.length === 0 && (
          <p className="palette-none" role="status">
            {isLoading
              ? t({ zh: '正在载入', en: 'Loading' })
              : t(
                  {
                    zh: '没有匹配「{typed}」的门店、页面、指标或摄像头',
                    en: 'No shop, page, metric or camera matches “{typed}”',
                  },
                  { typed },
                )}
          </p>
        )}
        <footer className="palette-foot" aria-hidden>
          <span>
            <Kbd keys="ArrowUp" /> <Kbd keys="ArrowDown" /> {t({ zh: '选择', en: 'move' })}
          </span>
          <span>
            <Kbd keys="Enter" /> {t({ zh: '打开', en: 'open' })}
          </span>
        </footer>
      </div>
    </dialog>
  )
}

type LineProps = {
  id: string
  finding: Finding
  heading: string | undefined
  isCurrent: boolean
  onPoint: () => void
  onChoose: () => void
}

function Line({ id, finding, heading, isCurrent, onPoint, onChoose }: LineProps) {
  const { Icon } = finding
  return (
    <>
      {heading && (
        <div className="palette-heading" role="presentation">
          {heading}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field holds the focus and handles the keys, as a combobox does */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: reached through aria-activedescendant */}
      <div
        id={id}
        role="option"
        aria-selected={isCurrent}
        className="palette-line"
        onPointerMove={onPoint}
        onClick={onChoose}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden />
        <span className="ellipsis">{finding.label}</span>
        <span className="palette-hint ellipsis">{finding.hint}</span>
      </div>
    </>
  )
}
