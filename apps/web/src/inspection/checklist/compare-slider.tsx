import { useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { checklistText as words } from './text.ts'

/** A still picture laid over the live one, left of a border that is dragged or moved by key. */
export function CompareSlider({ url, label }: { url: string; label: string }) {
  const t = useText()
  const [at, move] = useState(50)
  return (
    <div className="compare" data-no-zoom>
      <img src={url} alt={label} style={{ clipPath: `inset(0 ${100 - at}% 0 0)` }} />
      <span className="compare-border" style={{ left: `${at}%` }} aria-hidden />
      <span className="pane-label compare-name">{label}</span>
      <span className="pane-label compare-name compare-live">{t(words.live)}</span>
      <input
        type="range"
        min={0}
        max={100}
        value={at}
        aria-label={t(words.slider)}
        onChange={event => move(Number(event.target.value))}
      />
    </div>
  )
}
