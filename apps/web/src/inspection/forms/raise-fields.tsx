import type { ProblemOwner } from '@aisle/contract'
import { Checkbox, Input, Select } from 'antd'
import { useId } from 'react'
import { useText } from '../../lib/i18n.ts'
import { shopTime } from '../capture/shop-time.ts'
import { momentOf, shiftDay } from '../playback/shop-day.ts'
import { formText as words } from './text.ts'

export type Raise = { ownerUserId?: string | undefined; dueAt?: string | undefined }

type Props = {
  raise: Raise | undefined
  onChange: (raise: Raise | undefined) => void
  owners: readonly ProblemOwner[]
  timeZone: string
}

/** Asks for a problem: who puts it right, until when. */
export function RaiseFields({ raise, onChange, owners, timeZone }: Props) {
  const t = useText()
  const id = useId()
  return (
    <div className="raise">
      <Checkbox
        checked={raise !== undefined}
        onChange={event => onChange(event.target.checked ? proposedRaise(owners, timeZone) : undefined)}
      >
        {t(words.raise)}
      </Checkbox>
      {raise && (
        <>
          <label htmlFor={`${id}-due`}>{t(words.due)}</label>
          <Input
            id={`${id}-due`}
            size="small"
            type="datetime-local"
            value={
              raise.dueAt ? shopTime(new Date(raise.dueAt), timeZone).slice(0, 16).replace(' ', 'T') : ''
            }
            onChange={event => {
              const at = momentOf(`${event.target.value}:00`, timeZone)
              onChange({ ...raise, dueAt: at === undefined ? undefined : new Date(at).toISOString() })
            }}
          />
          <label htmlFor={`${id}-owner`}>{t(words.owner)}</label>
          <Select
            id={`${id}-owner`}
            size="small"
            value={raise.ownerUserId ?? ''}
            onChange={ownerUserId => onChange({ ...raise, ownerUserId: ownerUserId || undefined })}
            options={[
              { value: '', label: t(words.noOwner) },
              ...owners.map(owner => ({ value: owner.id, label: owner.name })),
            ]}
          />
        </>
      )}
    </div>
  )
}

/** The likeliest owner, and tomorrow evening. */
export function proposedRaise(owners: readonly ProblemOwner[], timeZone: string): Raise {
  return { ownerUserId: owners[0]?.id, dueAt: proposedDue(timeZone) }
}

/** Tomorrow at six in the evening on the shop's clock, as an instant. */
export function proposedDue(timeZone: string, now = new Date()): string | undefined {
  const tomorrow = shiftDay(shopTime(now, timeZone).slice(0, 10), 1)
  const at = momentOf(`${tomorrow}T18:00:00`, timeZone)
  return at === undefined ? undefined : new Date(at).toISOString()
}
