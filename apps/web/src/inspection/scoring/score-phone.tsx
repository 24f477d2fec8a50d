import { Button } from 'antd'
import { useState } from 'react'
import { useName, useText } from '../../lib/i18n.ts'
import { panelAttributes } from '../../ui/panel.tsx'
import { ConflictNote, SaveState } from './save-state.tsx'
import { Cost, Evidence, RaiseDeduction, Verdict } from './score-item.tsx'
import { FormState, hasForm, Progress, type Unviewed } from './score-panel.tsx'
import { ScoreHistory, ScoreRecord } from './score-record.tsx'
import { SubmitDialog } from './submit-dialog.tsx'
import { scoringText as words } from './text.ts'
import type { Scoring } from './use-scoring.ts'
import './scoring.css'

type Props = { scoring: Scoring; unviewed: Unviewed; onCamera: (id: string) => void }

/** The evaluation under the thumb: one item at a time. */
export function ScorePhone({ scoring, unviewed, onCamera }: Props) {
  const t = useText()
  const [isHistory, showHistory] = useState(false)
  return (
    <section className="score-sheet" aria-label={t(words.title)}>
      {scoring.openRecord !== undefined ? (
        <ScoreRecord key={scoring.openRecord} scoring={scoring} id={scoring.openRecord} />
      ) : isHistory ? (
        <>
          <Button onClick={() => showHistory(false)}>{t(words.back)}</Button>
          <ScoreHistory scoring={scoring} />
        </>
      ) : hasForm(scoring) ? (
        <OneItem
          scoring={scoring}
          unviewed={unviewed}
          onCamera={onCamera}
          onHistory={() => showHistory(true)}
        />
      ) : (
        <FormState scoring={scoring} />
      )}
    </section>
  )
}

function OneItem({ scoring, unviewed, onCamera, onHistory }: Props & { onHistory: () => void }) {
  const t = useText()
  const name = useName()
  const { current, items, tally, isAsking, ask } = scoring
  if (!current) return null
  const index = items.indexOf(current)
  const next = items[index + 1]
  const group = scoring.form.data?.items.find(each => each.itemId === current.pitemId)
  const inGroup = group?.children.findIndex(each => each.itemId === current.itemId) ?? 0
  return (
    <div className="one-item" {...panelAttributes('scoring', 'ready')}>
      <header>
        <div>
          {group && (
            <span className="score-hint">
              {name(group.itemName, group.itemNameEn)} {inGroup + 1} / {group.children.length}
            </span>
          )}
          <h2>{name(current.itemName, current.itemNameEn)}</h2>
        </div>
        <p>
          <span className="score-figure">{tally.score === null ? '—' : tally.score.toFixed(1)}</span>
          <span className="score-hint">{t(words.scoreNow)}</span>
        </p>
      </header>
      <Progress tally={tally} />
      <ConflictNote keeping={scoring.keeping} resolve={scoring.resolve} />
      <Verdict scoring={scoring} item={current} />
      <Cost scoring={scoring} item={current} />
      <Evidence scoring={scoring} item={current} />
      <RaiseDeduction scoring={scoring} item={current} />
      <div className="one-item-steps">
        <Button size="large" disabled={index === 0} onClick={() => scoring.step(-1)}>
          {t(words.previous)}
        </Button>
        {next ? (
          <Button size="large" type="primary" onClick={() => scoring.step(1)}>
            <span className="ellipsis">
              {t(words.nextItem, { name: name(next.itemName, next.itemNameEn) })}
            </span>
          </Button>
        ) : (
          <Button size="large" type="primary" onClick={() => ask(true)}>
            {t(words.submit)}
          </Button>
        )}
      </div>
      <footer className="score-foot">
        <SaveState keeping={scoring.keeping} timeZone={scoring.shop.timeZone} />
        <Button type="text" onClick={onHistory}>
          {t(words.history)}
        </Button>
        {next && <Button onClick={() => ask(true)}>{t(words.submit)}</Button>}
      </footer>
      {isAsking && (
        <SubmitDialog scoring={scoring} unviewed={unviewed} onCamera={onCamera} onClose={() => ask(false)} />
      )}
    </div>
  )
}
