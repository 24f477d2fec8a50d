import type { EvaluationStatus, Text } from '@aisle/contract'
import { useText } from '../../lib/i18n.ts'
import { Tag, type Tone } from '../../ui/bits.tsx'

export const statusNames: Record<EvaluationStatus, { text: Text; tone: Tone }> = {
  saved: { text: { zh: '已保存', en: 'Saved' }, tone: 'primary' },
  confirmed: { text: { zh: '已确认', en: 'Confirmed' }, tone: 'positive' },
  revoked: { text: { zh: '已撤销', en: 'Revoked' }, tone: 'neutral' },
}

export function StatusTag({ status }: { status: EvaluationStatus }) {
  const t = useText()
  const { text, tone } = statusNames[status]
  return <Tag tone={tone}>{t(text)}</Tag>
}
