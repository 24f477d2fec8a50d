import { Button } from 'antd'
import { RotateCw } from 'lucide-react'
import { useName, useText } from '../../lib/i18n.ts'
import { panelAttributes } from '../../ui/panel.tsx'
import { useNow } from '../live/use-now.ts'
import type { Monitor } from '../monitor/use-monitor.ts'
import { ConflictNote, SaveState } from '../scoring/save-state.tsx'
import { Cost, Evidence, RaiseDeduction, Verdict } from '../scoring/score-item.tsx'
import { FormState, hasForm } from '../scoring/score-panel.tsx'
import { ScoreRecord } from '../scoring/score-record.tsx'
import { SubmitDialog } from '../scoring/submit-dialog.tsx'
import { scoringText } from '../scoring/text.ts'
import type { Scoring } from '../scoring/use-scoring.ts'
import { checklistText as words } from './text.ts'
import type { Checklist } from './use-checklist.ts'

type Props = { monitor: Monitor; scoring: Scoring; checklist: Checklist }

/** 打分与取证: one item at a time, and the way to the next. */
export function ItemForm(props: Props) {
  const { scoring } = props
  if (scoring.openRecord !== undefined)
    return <ScoreRecord key={scoring.openRecord} scoring={scoring} id={scoring.openRecord} />
  if (!hasForm(scoring)) return <FormState scoring={scoring} />
  return <OneItem {...props} />
}

function OneItem({ monitor, scoring, checklist }: Props) {
  const t = useText()
  const name = useName()
  const { current, items, tally } = scoring
  if (!current) return null
  const { index } = checklist
  const group = scoring.form.data?.items.find(each => each.itemId === current.pitemId)
  return (
    <div className="checklist-form" {...panelAttributes('p3', 'ready')}>
      <header>
        <div>
          <span className="score-hint">
            {t(words.position, { number: index + 1, all: items.length })}
            {group && ` · ${name(group.itemName, group.itemNameEn)}`}
          </span>
          <h2>{name(current.itemName, current.itemNameEn)}</h2>
        </div>
        <p>
          <span className="score-figure">{tally.score === null ? '—' : tally.score.toFixed(1)}</span>
          <span className="score-hint"> {t(scoringText.outOf)}</span>
        </p>
      </header>
      <p className="checklist-facts">
        <span>{t(scoringText.worth, { points: current.itemScore })}</span>
        <Spent since={checklist.since} limit={current.itemDuration} />
        {checklist.place && (
          <Button size="small" type="text" icon={<RotateCw size={14} />} onClick={checklist.turnAgain}>
            {t(words.turnAgain)}
          </Button>
        )}
      </p>
      <ConflictNote keeping={scoring.keeping} resolve={scoring.resolve} />
      <Verdict scoring={scoring} item={current} />
      <Cost scoring={scoring} item={current} />
      <Evidence scoring={scoring} item={current} />
      <RaiseDeduction scoring={scoring} item={current} />
      <div className="checklist-steps">
        <Button disabled={index <= 0} onClick={() => scoring.step(-1)}>
          {t(words.previousItem)}
        </Button>
        <Button disabled={index >= items.length - 1} onClick={() => scoring.step(1)}>
          {t(words.nextItem)}
        </Button>
      </div>
      <footer className="score-foot">
        <SaveState keeping={scoring.keeping} timeZone={scoring.shop.timeZone} />
        <Button type="primary" onClick={() => scoring.ask(true)}>
          {t(scoringText.submit)}
        </Button>
      </footer>
      {scoring.isAsking && (
        <SubmitDialog
          scoring={scoring}
          unviewed={monitor.unviewed}
          onCamera={monitor.select}
          onClose={() => scoring.ask(false)}
        />
      )}
    </div>
  )
}

/** Time spent on the item against the time it should take; information, never a limit. */
function Spent({ since, limit }: { since: number; limit: number }) {
  const t = useText()
  const spent = Math.max(0, Math.floor((useNow() - since) / 1000))
  if (limit === 0) return <span className="score-hint">{t(words.spentOnly, { spent })}</span>
  const isOver = spent > limit
  return (
    <span className={isOver ? 'score-due' : 'score-hint'} title={isOver ? t(words.overTime) : undefined}>
      {t(words.spent, { spent, limit })}
    </span>
  )
}
