import { Button, Popover } from 'antd'
import { Link2, Lock, LockOpen } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { StatusDot } from '../../ui/bits.tsx'
import { toast } from '../../ui/toast.tsx'
import { useNow } from '../live/use-now.ts'
import type { Monitor } from '../monitor/use-monitor.ts'
import { platformText as words } from './text.ts'
import { useControl } from './use-control.ts'

/** The control lock of the chosen camera: whose it is, for how long; taken and released. */
export function ControlLock({ monitor }: { monitor: Monitor }) {
  const t = useText()
  const now = useNow()
  const { can } = useSession()
  const { holder, isRunning, take, release } = useControl(monitor.camera)
  const until = holder ? Date.parse(holder.until) : 0
  const seconds = Math.ceil((until - now) / 1000)
  const held = holder && seconds > 0 ? holder : undefined
  return (
    <span className="control-lock" role="status" aria-label={t(words.lock)}>
      <StatusDot tone={held ? (held.isOwn ? 'positive' : 'warning') : 'neutral'} />
      <span>
        {held
          ? held.isOwn
            ? t(words.own, { seconds })
            : t(words.other, { name: held.name, seconds })
          : t(words.free)}
      </span>
      {can('inspect.operate') &&
        (held?.isOwn ? (
          <Button icon={<LockOpen size={15} />} loading={isRunning} onClick={() => void release()}>
            {t(words.release)}
          </Button>
        ) : (
          <Button
            icon={<Lock size={15} />}
            loading={isRunning}
            disabled={held !== undefined}
            onClick={() => void take()}
          >
            {t(words.take)}
          </Button>
        ))}
    </span>
  )
}

/** The address at which the platform shows the picture now. */
export function LiveAddress({ monitor }: { monitor: Monitor }) {
  const t = useText()
  const [isOpen, open] = useState(false)
  const address = isOpen ? monitor.feeds.get(monitor.camera.id)?.shown()?.candidate.url : undefined
  async function copy() {
    try {
      await navigator.clipboard.writeText(address ?? '')
      toast.success(words.copied)
    } catch {
      toast.error(words.cannotCopy)
    }
  }
  return (
    <Popover
      open={isOpen}
      onOpenChange={open}
      trigger="click"
      title={t(words.webAddressHint)}
      content={
        address ? (
          <div className="live-address">
            <code>{address}</code>
            <Button size="small" onClick={() => void copy()}>
              {t(words.copy)}
            </Button>
          </div>
        ) : (
          <p className="tool-hint">{t(words.noAddress)}</p>
        )
      }
    >
      <Button type="text" icon={<Link2 size={16} />}>
        {t(words.webAddress)}
      </Button>
    </Popover>
  )
}
