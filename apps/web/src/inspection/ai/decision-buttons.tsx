import { type Finding, findingActions } from '@aisle/contract'
import { Button } from 'antd'
import { Check, CircleAlert, Undo2, X } from 'lucide-react'
import { useText } from '../../lib/i18n.ts'
import { Kbd } from '../../ui/bits.tsx'
import type { Deciding } from './use-decide.ts'

type Props = { finding: Finding; deciding: Deciding; hasKeys?: boolean; size?: 'small' | 'middle' }

/** What may be decided about a finding now, with its keys where they work. */
export function DecisionButtons({ finding, deciding, hasKeys = false, size = 'small' }: Props) {
  const t = useText()
  const { actions } = finding
  const isBusy = deciding.busyIds.has(finding.id)
  return (
    <span className="decision-buttons">
      {actions.includes('confirm') && (
        <Button
          size={size}
          disabled={isBusy}
          icon={<Check size={14} />}
          onClick={() => void deciding.run(finding, 'confirm')}
        >
          {t(findingActions.confirm.name)}
          {hasKeys && <Kbd keys="y" />}
        </Button>
      )}
      {actions.includes('dismiss') && (
        <Button
          size={size}
          disabled={isBusy}
          icon={<X size={14} />}
          onClick={() => void deciding.run(finding, 'dismiss')}
        >
          {t(findingActions.dismiss.name)}
          {hasKeys && <Kbd keys="n" />}
        </Button>
      )}
      {actions.includes('raise') && (
        <Button
          size={size}
          disabled={isBusy}
          icon={<CircleAlert size={14} />}
          onClick={() => deciding.raise(finding)}
        >
          {t(findingActions.raise.name)}
          {hasKeys && <Kbd keys="p" />}
        </Button>
      )}
      {actions.includes('undo') && (
        <Button
          size={size}
          disabled={isBusy}
          icon={<Undo2 size={14} />}
          onClick={() => void deciding.run(finding, 'undo')}
        >
          {t(findingActions.undo.name)}
        </Button>
      )}
    </span>
  )
}
