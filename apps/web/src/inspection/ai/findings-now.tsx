import type { Finding } from '@aisle/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { Kbd } from '../../ui/bits.tsx'
import { useHotkeys } from '../../ui/hotkeys.ts'
import { QueryPanel } from '../../ui/query-panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DecisionButtons } from './decision-buttons.tsx'
import { FindingPicture } from './finding-picture.tsx'
import { aiText as words } from './text.ts'
import type { Deciding } from './use-decide.ts'
import { useDecideKeys } from './use-decide-keys.ts'
import { useFindingWords } from './use-finding-words.ts'

type Props = {
  query: UseQueryResult<{ records: Finding[]; total: number }>
  /** Those that wait for a decision, the latest first. */
  findings: readonly Finding[]
  deciding: Deciding
}

/** What waits for a decision: J and K go through it, Y, N and P decide, and the next one comes into hand. */
export function FindingsNow({ query, findings, deciding }: Props) {
  const t = useText()
  const [inHand, setInHand] = useState<{ id: string; at: number }>()
  const list = useRef<HTMLUListElement>(null)
  const found = findings.findIndex(({ id }) => id === inHand?.id)
  // The one that was decided leaves the list: what stood behind it takes its place.
  const at = found >= 0 ? found : Math.max(0, Math.min(inHand?.at ?? 0, findings.length - 1))
  const current = findings[at]
  const currentId = current?.id
  const take = (index: number) => {
    const next = findings[index]
    if (!next) return
    setInHand({ id: next.id, at: index })
    list.current?.querySelector(`[data-finding="${next.id}"]`)?.scrollIntoView?.({ block: 'nearest' })
  }
  useHotkeys([
    { keys: ['j', 'ArrowDown'], text: words.next, group: words.keyGroup, run: () => take(at + 1) },
    { keys: ['k', 'ArrowUp'], text: words.previous, group: words.keyGroup, run: () => take(at - 1) },
  ])
  useDecideKeys(deciding.raising ? undefined : current, deciding)
  // Held by its id, so that a finding that comes in above does not slip into hand.
  useEffect(() => {
    if (currentId !== undefined) setInHand({ id: currentId, at })
  }, [currentId, at])
  return (
    <QueryPanel
      id="p2"
      title={t(words.now)}
      className="span-4 findings-now"
      query={query}
      isEmpty={() => findings.length === 0}
      isFlush
      hint={
        <span className="findings-keys">
          <Kbd keys="y" /> <Kbd keys="n" /> <Kbd keys="p" />
        </span>
      }
      empty={<EmptyState text={`${t(words.noneNow)}。${t(words.noneNowNote)}`} />}
    >
      {() => (
        <ul ref={list}>
          {findings.map((finding, index) => (
            <Row
              key={finding.id}
              finding={finding}
              deciding={deciding}
              isCurrent={finding.id === currentId}
              onTake={() => take(index)}
            />
          ))}
        </ul>
      )}
    </QueryPanel>
  )
}

type RowProps = { finding: Finding; deciding: Deciding; isCurrent: boolean; onTake: () => void }

function Row({ finding, deciding, isCurrent, onTake }: RowProps) {
  const say = useFindingWords()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: J and K go through the list, and its buttons are reached by Tab
    <li data-finding={finding.id} data-current={isCurrent || undefined} onClick={onTake}>
      <FindingPicture finding={finding} isSmall />
      <div>
        <strong>
          {say.what(finding)} <span className="muted">{say.percent(finding.confidence)}</span>
        </strong>
        <span className="ellipsis muted">
          {say.shop(finding)} · {say.camera(finding)}
        </span>
        <span className="muted">{say.at(finding.foundAt, finding.timeZone)}</span>
        {finding.actions.length > 0 && (
          <DecisionButtons finding={finding} deciding={deciding} hasKeys={isCurrent} />
        )}
      </div>
    </li>
  )
}
