import type { CheckItem, CheckItemNode } from '@aisle/contract'
import { Button } from 'antd'
import { Check, ChevronDown, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useName, useText } from '../../lib/i18n.ts'
import { Tag } from '../../ui/bits.tsx'
import { panelAttributes } from '../../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { ConflictNote, SaveState } from './save-state.tsx'
import { Cost, Evidence, RaiseDeduction, Verdict } from './score-item.tsx'
import { markOf, outcomeOf, type Tally } from './score-model.ts'
import { ScoreHistory, ScoreRecord } from './score-record.tsx'
import { SubmitDialog } from './submit-dialog.tsx'
import { scoringText as words } from './text.ts'
import type { Scoring } from './use-scoring.ts'
import './scoring.css'

export type Unviewed = readonly { id: string; number: string; name: string; nameEn: string }[]
type Props = { scoring: Scoring; unviewed: Unviewed; onCamera: (id: string) => void }

/** The evaluation: the form of this visit, the earlier ones, or one of them. */
export function ScorePanel(props: Props) {
  const { scoring } = props
  const [isHistory, showHistory] = useState(false)
  const t = useText()
  if (scoring.openRecord !== undefined)
    return <ScoreRecord key={scoring.openRecord} scoring={scoring} id={scoring.openRecord} />
  if (!isHistory) return <ScoreForm {...props} onHistory={() => showHistory(true)} />
  return (
    <>
      <header className="score-head">
        <h2>{t(words.history)}</h2>
        <button type="button" className="link-button" onClick={() => showHistory(false)}>
          {t(words.current)}
        </button>
      </header>
      <ScoreHistory scoring={scoring} />
    </>
  )
}

/** The form where it can be filled in; else why not. */
export function FormState({ scoring }: { scoring: Scoring }) {
  const t = useText()
  if (scoring.failure !== undefined && scoring.failure !== null)
    return (
      <div className="score-body" {...panelAttributes('scoring', 'error')}>
        <ErrorState error={scoring.failure} onRetry={scoring.retry} />
      </div>
    )
  if (!scoring.form.data || !scoring.isReady)
    return (
      <div className="score-body" {...panelAttributes('scoring', 'loading')}>
        <Loading>
          <Bone height={320} />
        </Loading>
      </div>
    )
  return (
    <div className="score-body" {...panelAttributes('scoring', 'empty')}>
      <EmptyState text={t(words.noItems)} />
    </div>
  )
}

/** Whether there is a form to fill in. */
export const hasForm = (scoring: Scoring) =>
  !scoring.failure && scoring.isReady && scoring.form.data !== undefined && scoring.items.length > 0

function ScoreForm({ scoring, unviewed, onCamera, onHistory }: Props & { onHistory: () => void }) {
  const t = useText()
  const { isAsking, ask } = scoring
  const [toggled, toggle] = useState<ReadonlyMap<string, boolean>>(new Map())
  const currentGroup = scoring.current?.pitemId
  // Groups that were opened or closed by hand give way to the item that comes next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current group is what happened
  useEffect(() => toggle(new Map()), [currentGroup])
  if (!hasForm(scoring)) return <FormState scoring={scoring} />
  return (
    <>
      <Head scoring={scoring} onHistory={onHistory} />
      <ConflictNote keeping={scoring.keeping} resolve={scoring.resolve} />
      <div className="score-body" {...panelAttributes('scoring', 'ready')}>
        {scoring.form.data?.items.map(group => (
          <Group
            key={group.itemId}
            scoring={scoring}
            group={group}
            isOpen={toggled.get(group.itemId) ?? group.itemId === currentGroup}
            onToggle={open => toggle(before => new Map(before).set(group.itemId, open))}
          />
        ))}
      </div>
      <footer className="score-foot">
        <SaveState keeping={scoring.keeping} timeZone={scoring.shop.timeZone} />
        <Button onClick={scoring.keepNow}>{t(words.keep)}</Button>
        <Button type="primary" onClick={() => ask(true)}>
          {t(words.submit)}
        </Button>
      </footer>
      {isAsking && (
        <SubmitDialog scoring={scoring} unviewed={unviewed} onCamera={onCamera} onClose={() => ask(false)} />
      )}
    </>
  )
}

function Head({ scoring, onHistory }: { scoring: Scoring; onHistory: () => void }) {
  const t = useText()
  const name = useName()
  const form = scoring.form.data
  const { tally } = scoring
  if (!form) return null
  return (
    <header className="score-head">
      <div className="score-title">
        <h2>{t(words.title)}</h2>
        <span className="score-hint">
          {t(words.form, {
            name: name(form.name, form.nameEn),
            version: String(form.version),
            count: tally.all,
          })}
        </span>
      </div>
      <p className="score-total" title={t(words.scoreNow)}>
        <span className="score-figure">{tally.score === null ? '—' : tally.score.toFixed(1)}</span>{' '}
        <span className="score-hint">{t(words.outOf)}</span>
      </p>
      <Progress tally={tally} />
      <p className="score-counts">
        <span className="count-pass">{t(words.passed, { count: tally.pass })}</span>
        <span className="count-deduct">{t(words.deducted, { count: tally.deduct })}</span>
        <span className="score-hint">{t(words.left, { count: tally.left })}</span>
        <button type="button" className="link-button" onClick={onHistory}>
          {t(words.history)}
        </button>
        <button type="button" className="link-button" disabled={tally.left === 0} onClick={scoring.jump}>
          {t(words.nextUnscored)}
        </button>
      </p>
    </header>
  )
}

export function Progress({ tally }: { tally: Tally }) {
  const t = useText()
  const { pass, deduct, na, left } = tally
  return (
    <div className="score-progress" role="img" aria-label={t(words.progress, { pass, deduct, na, left })}>
      <span className="bar-pass" style={{ flexGrow: pass }} />
      <span className="bar-deduct" style={{ flexGrow: deduct }} />
      <span className="bar-na" style={{ flexGrow: na }} />
      <span className="bar-left" style={{ flexGrow: left }} />
    </div>
  )
}

function Group({
  scoring,
  group,
  isOpen,
  onToggle,
}: {
  scoring: Scoring
  group: CheckItemNode
  isOpen: boolean
  onToggle: (open: boolean) => void
}) {
  const name = useName()
  if (!group.isGroup) return <Row scoring={scoring} item={group} />
  const done = group.children.filter(item => {
    const { state } = outcomeOf(item, markOf(scoring.sheet, item.itemId))
    return state !== 'unscored' && state !== 'incomplete'
  }).length
  const isDone = done === group.children.length
  const Icon = isOpen ? ChevronDown : isDone ? Check : ChevronRight
  return (
    <section className="score-group">
      <h3>
        <button
          type="button"
          className="group-toggle"
          aria-expanded={isOpen}
          onClick={() => onToggle(!isOpen)}
        >
          <Icon size={14} aria-hidden className={isDone ? 'group-done' : ''} />
          <span>{name(group.itemName, group.itemNameEn)}</span>
          <small className="score-worth">
            {done} / {group.children.length}
          </small>
        </button>
      </h3>
      {isOpen && (
        <ul>
          {group.children.map(item => (
            <li key={item.itemId}>
              <Row scoring={scoring} item={item} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** A line of the form; the current one stands open. */
function Row({ scoring, item }: { scoring: Scoring; item: CheckItem }) {
  const t = useText()
  const name = useName()
  const row = useRef<HTMLDivElement>(null)
  const isCurrent = scoring.current?.itemId === item.itemId
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  const { lost, state } = outcomeOf(item, markOf(scoring.sheet, item.itemId))
  return (
    <div className="score-row" ref={row} data-current={isCurrent || undefined}>
      <div className="score-line">
        <button
          type="button"
          className="score-name"
          aria-current={isCurrent || undefined}
          onClick={() => scoring.choose(item.itemId)}
        >
          {name(item.itemName, item.itemNameEn)}
          {state === 'deduct' && !isCurrent && <Tag tone="negative">−{lost}</Tag>}
          {isCurrent && <small className="score-worth">{t(words.worth, { points: item.itemScore })}</small>}
        </button>
        <Verdict scoring={scoring} item={item} />
      </div>
      {isCurrent && (
        <div className="score-open-row">
          <Cost scoring={scoring} item={item} />
          <Evidence scoring={scoring} item={item} />
          <RaiseDeduction scoring={scoring} item={item} />
        </div>
      )}
    </div>
  )
}
