import { Button } from 'antd'
import { Columns2 } from 'lucide-react'
import { useText } from '../../lib/i18n.ts'
import { Kbd } from '../../ui/bits.tsx'
import { checklistText as words } from './text.ts'
import type { Checklist } from './use-checklist.ts'

/** Lays the standard picture over the live one, or takes it away. */
export function CompareButton({ checklist }: { checklist: Checklist }) {
  const t = useText()
  const { standard, isCompared, compare } = checklist
  return (
    <Button
      icon={<Columns2 size={16} />}
      aria-pressed={isCompared}
      title={standard ? undefined : t(words.noStandard)}
      onClick={() => compare(!isCompared)}
    >
      {t(words.compare)} <Kbd keys="c" />
    </Button>
  )
}
