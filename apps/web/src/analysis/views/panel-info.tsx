import { Popover } from 'antd'
import { Info } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useText } from '../../lib/i18n.ts'
import { PanelNotes } from './panel-notes.tsx'

/** The button of a panel that tells what it shows. */
export function PanelInfo({
  className = '',
  ...notes
}: ComponentProps<typeof PanelNotes> & { className?: string }) {
  const t = useText()
  return (
    <Popover trigger="click" placement="bottomRight" content={<PanelNotes {...notes} />}>
      <button
        type="button"
        className={`icon-button ${className}`}
        aria-label={t({ zh: '指标说明', en: 'What is this' })}
      >
        <Info size={14} aria-hidden />
      </button>
    </Popover>
  )
}
