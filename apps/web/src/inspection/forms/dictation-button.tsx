import { Mic } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { chinese, useLanguage, useText } from '../../lib/i18n.ts'
import { toast } from '../../ui/toast.tsx'
import { canDictate, dictate } from './dictation.ts'
import { formText as words } from './text.ts'

/** Writes down what is said behind what stands there; absent where the browser does not listen. */
export function DictationButton({
  value,
  most,
  isDisabled,
  onChange,
}: {
  value: string
  most: number
  isDisabled: boolean
  onChange: (value: string) => void
}) {
  const t = useText()
  const language = useLanguage()
  const stop = useRef<() => void>(undefined)
  const latest = useRef(onChange)
  const [isListening, listen] = useState(false)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => () => stop.current?.(), [])
  if (!canDictate()) return null
  function begin() {
    const before = value === '' || /\s$/.test(value) || language === chinese ? value : `${value} `
    listen(true)
    stop.current = dictate(language === chinese ? 'zh' : 'en', {
      said: text => latest.current(`${before}${text}`.slice(0, most)),
      refused: () => toast.error(words.noMicrophone),
      ended() {
        stop.current = undefined
        listen(false)
      },
    })
  }
  return (
    <button
      type="button"
      className="dictate"
      disabled={isDisabled}
      aria-pressed={isListening}
      aria-label={t(isListening ? words.endDictation : words.dictate)}
      title={t(isListening ? words.endDictation : words.dictate)}
      onClick={() => (isListening ? stop.current?.() : begin())}
    >
      <Mic size={15} aria-hidden />
    </button>
  )
}
