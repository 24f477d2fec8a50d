import { type EvidenceName, evidenceNames, type QualityEvent } from '@aisle/contract'
import { useFormat } from '../lib/format.ts'
import { useText } from '../lib/i18n.ts'

const names = Object.keys(evidenceNames) as EvidenceName[]

/** Figures of evidence in words. */
export function useEvidenceWords() {
  const t = useText()
  const { number } = useFormat()
  const entries = ({ evidence }: Pick<QualityEvent, 'evidence'>) =>
    names.flatMap(name => {
      const value = evidence[name]
      return value === undefined
        ? []
        : [{ name, label: t(evidenceNames[name]), value: name === 'share' ? `${value}%` : number(value) }]
    })
  return {
    entries,
    line: (event: Pick<QualityEvent, 'evidence'>) =>
      entries(event)
        .slice(0, 3)
        .map(({ label, value }) => `${label} ${value}`)
        .join(' · '),
  }
}
