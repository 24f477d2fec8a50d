import { useText } from '../../lib/i18n.ts'
import { StatusDot } from '../../ui/bits.tsx'
import { liveText } from '../live/text.ts'
import { useNow } from '../live/use-now.ts'
import type { Hold } from './use-steering.ts'

/** Who steers the camera now, and for how long; bottom left of the pane. Goes by itself. */
export function HoldNote({ hold }: { hold: Hold | undefined }) {
  const t = useText()
  const now = useNow(hold !== undefined)
  if (!hold || hold.until <= now) return null
  const seconds = Math.ceil((hold.until - now) / 1000)
  return (
    <p className="pane-label pane-note" role="status">
      <StatusDot tone="warning" />
      {t(liveText.held, { name: hold.name, seconds })}
    </p>
  )
}
