import type { Question } from '@aisle/contract'
import { type ReactNode, useId } from 'react'
import type { Dictionary } from '../../lib/figures/use-question.ts'
import { useText } from '../../lib/i18n.ts'
import { type Faults, type Step, steps } from './draft.ts'
import type { Places } from './places.ts'

/** What every step is given. */
export type StepProps = {
  question: Question
  /** Totals by groups instead of a series over time. */
  isByGroup: boolean
  dictionary: Dictionary
  entries: { metrics: readonly string[]; dimensions: readonly string[]; sources: readonly string[] }
  places: Places
  faults: Faults
  change(question: Question): void
  changeMode(isByGroup: boolean): void
}

const numbers = Object.keys(steps)

/** A step with its number, and what is wrong in it. */
export function StepBlock({
  step,
  faults,
  note,
  isRequired = false,
  children,
}: Pick<StepProps, 'faults'> & { step: Step; note?: ReactNode; isRequired?: boolean; children: ReactNode }) {
  const t = useText()
  const id = useId()
  const fault = faults[step]
  return (
    <section
      className="query-step"
      data-step={step}
      aria-labelledby={id}
      data-fault={fault !== undefined || undefined}
    >
      <h3 id={id}>
        <i aria-hidden>{numbers.indexOf(step) + 1}</i>
        {t(steps[step])}
        {isRequired && <small className="query-required">{t({ zh: '必选', en: 'required' })}</small>}
        {note !== undefined && <span className="query-note">{note}</span>}
      </h3>
      {children}
      {fault && (
        <p className="query-fault" role="alert">
          {t(fault)}
        </p>
      )}
    </section>
  )
}
