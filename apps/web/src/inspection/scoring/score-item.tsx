import type { CheckItem, Severity } from '@aisle/contract'
import { InputNumber } from 'antd'
import { useName, useText } from '../../lib/i18n.ts'
import { PictureField } from '../forms/picture-field.tsx'
import { RaiseFields } from '../forms/raise-fields.tsx'
import { RemarkField } from '../forms/remark-field.tsx'
import { costOf, isOffered, type Mark, markOf, needsPoints, outcomeOf } from './score-model.ts'
import { scoringText as words } from './text.ts'
import type { Scoring } from './use-scoring.ts'

const verdicts = ['pass', 'deduct', 'na'] as const
const severities = ['minor', 'medium', 'severe'] as const satisfies readonly Severity[]

type Props = { scoring: Scoring; item: CheckItem }

/** 通过 / 扣分 / 不适用 of an item. */
export function Verdict({ scoring, item }: Props) {
  const t = useText()
  const name = useName()
  const { result } = markOf(scoring.sheet, item.itemId)
  return (
    <fieldset className="verdict" aria-label={name(item.itemName, item.itemNameEn)}>
      {verdicts.map(each => (
        <button
          key={each}
          type="button"
          className={`verdict-${each}`}
          aria-pressed={result === each}
          disabled={!scoring.isReady}
          onClick={() => scoring.judge(item, each)}
        >
          {t(words[each])}
        </button>
      ))}
    </fieldset>
  )
}

/** What a deduction costs: a severity, or the points that are left. */
export function Cost({ scoring, item }: Props) {
  const t = useText()
  const mark = markOf(scoring.sheet, item.itemId)
  if (mark.result !== 'deduct') return null
  const edit = (changes: Partial<Mark>) => scoring.change(item.itemId, before => ({ ...before, ...changes }))
  const isIncomplete = outcomeOf(item, mark).state === 'incomplete'
  if (needsPoints(item))
    return (
      <div className="cost-points">
        <InputNumber
          size="small"
          min={0}
          max={item.itemScore}
          precision={2}
          value={mark.score ?? null}
          aria-label={t(words.earned)}
          onChange={score => edit({ score: score ?? undefined })}
        />
        <span className="score-hint">/ {t(words.worth, { points: item.itemScore })}</span>
        {isIncomplete && <span className="score-due">{t(words.sayPoints)}</span>}
      </div>
    )
  return (
    <>
      <div className="severities">
        {severities.map(severity => {
          const cost = costOf(item, severity)
          return (
            <button
              key={severity}
              type="button"
              aria-pressed={mark.severity === severity}
              disabled={!isOffered(item, severity)}
              onClick={() => edit({ severity })}
            >
              {cost !== undefined && <b>−{cost}</b>} {t(words[severity])}
            </button>
          )
        })}
      </div>
      {isIncomplete && <p className="score-due">{t(words.chooseSeverity)}</p>}
    </>
  )
}

/** Remark and pictures of an item. */
export function Evidence({ scoring, item }: Props) {
  const mark = markOf(scoring.sheet, item.itemId)
  const edit = (changes: Partial<Mark>) => scoring.change(item.itemId, before => ({ ...before, ...changes }))
  return (
    <>
      <RemarkField
        value={mark.remark}
        phrases={item.remarkPhrases}
        isDisabled={!scoring.isReady}
        onChange={remark => edit({ remark })}
      />
      <PictureField
        ids={mark.pictureIds}
        taken={scoring.taken}
        timeZone={scoring.shop.timeZone}
        onChange={pictureIds => edit({ pictureIds })}
        onCapture={scoring.mayCapture ? () => void scoring.captureFor(item.itemId) : undefined}
      />
    </>
  )
}

/** Asks for a problem about a deduction: who puts it right, until when. */
export function RaiseDeduction({ scoring, item }: Props) {
  const mark = markOf(scoring.sheet, item.itemId)
  if (mark.result !== 'deduct') return null
  return (
    <RaiseFields
      raise={mark.raise}
      owners={scoring.owners}
      timeZone={scoring.shop.timeZone}
      onChange={raise => scoring.change(item.itemId, before => ({ ...before, raise }))}
    />
  )
}
