import type { EvaluationStep } from '@aisle/contract'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { Written } from '../../ui/written.tsx'
import { StatusTag } from './status.tsx'
import './evaluation.css'

const words = {
  title: { zh: '状态历史', en: 'Status history' },
  gone: { zh: '已删除的账号', en: 'a deleted account' },
} as const

/** What became of an evaluation: each state with when, by whom, and why. */
export function EvaluationHistory({ history }: { history: readonly EvaluationStep[] }) {
  const t = useText()
  const format = useFormat()
  return (
    <section className="evaluation-history">
      <h4>{t(words.title)}</h4>
      <ol>
        {history.map(step => (
          <li key={step.status}>
            <StatusTag status={step.status} />
            <span>{step.userName || t(words.gone)}</span>
            <time>{format.legacyMoment(step.time)}</time>
            {step.reason !== '' && (
              <q>
                <Written text={step.reason} />
              </q>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
