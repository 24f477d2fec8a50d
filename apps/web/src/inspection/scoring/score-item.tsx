import type { CheckItem, Severity } from '@aisle/contract'
import { Checkbox, Input, InputNumber, Select } from 'antd'
import { Camera as CameraIcon, X } from 'lucide-react'
import { useId } from 'react'
import { useName, useText } from '../../lib/i18n.ts'
import { shopTime } from '../capture/shop-time.ts'
import { momentOf } from '../playback/shop-day.ts'
import { costOf, isOffered, type Mark, markOf, needsPoints, outcomeOf } from './score-model.ts'
import { scoringText as words } from './text.ts'
import { proposedDue, type Scoring } from './use-scoring.ts'

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
  const t = useText()
  const mark = markOf(scoring.sheet, item.itemId)
  const edit = (changes: Partial<Mark>) => scoring.change(item.itemId, before => ({ ...before, ...changes }))
  return (
    <>
      <Input.TextArea
        value={mark.remark}
        maxLength={200}
        showCount
        autoSize={{ minRows: 1, maxRows: 4 }}
        placeholder={t(words.remarkHint)}
        aria-label={t(words.remark)}
        disabled={!scoring.isReady}
        onChange={event => edit({ remark: event.target.value })}
      />
      <ul className="score-pictures">
        {mark.pictureIds.map((id, index) => (
          <li key={id}>
            <a href={`/api/pictures/${id}/content`} target="_blank" rel="noreferrer">
              <img src={`/api/pictures/${id}/thumbnail`} alt={t(words.picture, { number: index + 1 })} />
            </a>
            <button
              type="button"
              aria-label={t(words.detach, { number: index + 1 })}
              onClick={() => edit({ pictureIds: mark.pictureIds.filter(each => each !== id) })}
            >
              <X size={14} aria-hidden />
            </button>
          </li>
        ))}
        {scoring.mayCapture && (
          <li>
            <button
              type="button"
              className="attach"
              aria-label={t(words.attach)}
              title={t(words.attach)}
              onClick={() => void scoring.captureFor(item.itemId)}
            >
              <CameraIcon size={16} aria-hidden />
            </button>
          </li>
        )}
      </ul>
    </>
  )
}

/** Asks for a problem about a deduction: who puts it right, until when. */
export function RaiseFields({ scoring, item }: Props) {
  const t = useText()
  const id = useId()
  const mark = markOf(scoring.sheet, item.itemId)
  if (mark.result !== 'deduct') return null
  const { timeZone } = scoring.shop
  const raise = (next: Mark['raise']) => scoring.change(item.itemId, before => ({ ...before, raise: next }))
  const due = mark.raise?.dueAt
  return (
    <div className="raise">
      <Checkbox
        checked={mark.raise !== undefined}
        onChange={event =>
          raise(
            event.target.checked
              ? { ownerUserId: scoring.owners[0]?.id, dueAt: proposedDue(timeZone) }
              : undefined,
          )
        }
      >
        {t(words.raise)}
      </Checkbox>
      {mark.raise && (
        <>
          <label htmlFor={`${id}-due`}>{t(words.due)}</label>
          <Input
            id={`${id}-due`}
            size="small"
            type="datetime-local"
            value={due ? shopTime(new Date(due), timeZone).slice(0, 16).replace(' ', 'T') : ''}
            onChange={event => {
              const at = momentOf(`${event.target.value}:00`, timeZone)
              raise({ ...mark.raise, dueAt: at === undefined ? undefined : new Date(at).toISOString() })
            }}
          />
          <label htmlFor={`${id}-owner`}>{t(words.owner)}</label>
          <Select
            id={`${id}-owner`}
            size="small"
            value={mark.raise.ownerUserId ?? ''}
            onChange={ownerUserId => raise({ ...mark.raise, ownerUserId: ownerUserId || undefined })}
            options={[
              { value: '', label: t(words.noOwner) },
              ...scoring.owners.map(owner => ({ value: owner.id, label: owner.name })),
            ]}
          />
        </>
      )}
    </div>
  )
}
