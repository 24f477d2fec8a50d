import { Input, Popover } from 'antd'
import { MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { useWritten } from '../../lib/written.ts'
import { DictationButton } from './dictation-button.tsx'
import { ownPhrases, usualPhrases, withPhrase } from './phrases.ts'
import { formText as words } from './text.ts'
import './forms.css'

type Props = {
  value: string
  onChange: (value: string) => void
  /** Most characters; 200 for a remark. */
  most?: number
  label?: string
  hint?: string
  rows?: number
  /** Phrases of this very item, before those of all. */
  phrases?: readonly string[]
  isDisabled?: boolean
}

/** A few words about what was seen, with phrases at hand. */
export function RemarkField({
  value,
  onChange,
  most = 200,
  label,
  hint,
  rows = 1,
  phrases = [],
  isDisabled = false,
}: Props) {
  const t = useText()
  return (
    <div className="remark">
      <Input.TextArea
        value={value}
        maxLength={most}
        showCount
        autoSize={{ minRows: rows, maxRows: 6 }}
        placeholder={hint ?? t(words.remarkHint)}
        aria-label={label ?? t(words.remark)}
        disabled={isDisabled}
        onChange={event => onChange(event.target.value)}
        onKeyDown={event => {
          // Out of the field by key: the keys of the page work again.
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
          event.stopPropagation()
          event.currentTarget.blur()
        }}
      />
      <DictationButton value={value} most={most} isDisabled={isDisabled} onChange={onChange} />
      <Phrases
        phrases={phrases}
        isDisabled={isDisabled}
        onPick={phrase => onChange(withPhrase(value, phrase, most))}
        isFull={phrase => withPhrase(value, phrase, most) === value}
      />
    </div>
  )
}

function Phrases({
  phrases,
  isDisabled,
  onPick,
  isFull,
}: {
  phrases: readonly string[]
  isDisabled: boolean
  onPick: (phrase: string) => void
  isFull: (phrase: string) => boolean
}) {
  const t = useText()
  const written = useWritten()
  const [isOpen, open] = useState(false)
  const own = isOpen ? ownPhrases().filter(phrase => !phrases.includes(phrase)) : []
  const known = [...phrases.map(written), ...own]
  const usual = usualPhrases.map(phrase => t(phrase)).filter(phrase => !known.includes(phrase))
  const list = (title: string, each: readonly string[]) =>
    each.length > 0 && (
      <section>
        <h3>{title}</h3>
        <ul>
          {each.map(phrase => (
            <li key={phrase}>
              <button
                type="button"
                disabled={isFull(phrase)}
                onClick={() => {
                  onPick(phrase)
                  open(false)
                }}
              >
                {phrase}
              </button>
            </li>
          ))}
        </ul>
      </section>
    )
  return (
    <Popover
      open={isOpen && !isDisabled}
      onOpenChange={open}
      trigger="click"
      placement="bottomRight"
      content={
        <div className="phrases">
          {list(t(words.ofItem), phrases.map(written))}
          {list(t(words.own), own)}
          {list(t(words.usual), usual)}
        </div>
      }
    >
      <button
        type="button"
        className="phrases-open"
        disabled={isDisabled}
        aria-label={t(words.phrasesHint)}
        title={t(words.phrasesHint)}
      >
        <MessageSquareText size={15} aria-hidden />
      </button>
    </Popover>
  )
}
