import type { Severity } from '@aisle/contract'
import type { Hotkey } from '../../ui/hotkeys.ts'
import { isOffered, markOf, needsPoints } from './score-model.ts'
import { scoringText as words } from './text.ts'
import type { Scoring } from './use-scoring.ts'

const severityKeys = [
  ['q', 'minor'],
  ['w', 'medium'],
  ['e', 'severe'],
] as const satisfies readonly (readonly [string, Severity])[]

/** Keys of scoring: a verdict on the current item, then how severe; each is a button of the form too. */
export function scoreKeys(scoring: Scoring | undefined): Hotkey[] {
  if (!scoring) return []
  const { current } = scoring
  const group = words.title
  const isEnabled = current !== undefined && scoring.isReady && scoring.openRecord === undefined
  const verdicts = [
    ['y', 'pass'],
    ['n', 'deduct'],
    ['x', 'na'],
  ] as const
  return [
    ...verdicts.map(([key, result]) => ({
      keys: [key],
      text: words[result],
      group,
      isEnabled,
      run: () => scoring.due && scoring.judge(scoring.due, result),
    })),
    ...severityKeys.map(([key, severity]) => ({
      keys: [key],
      text: words[severity],
      group,
      isEnabled,
      run() {
        if (!current || markOf(scoring.sheet, current.itemId).result !== 'deduct') return
        if (needsPoints(current) || !isOffered(current, severity)) return
        scoring.change(current.itemId, before => ({ ...before, severity }))
      },
    })),
    { keys: ['j'], text: words.next, group, isEnabled, run: () => scoring.step(1) },
    { keys: ['k'], text: words.previous, group, isEnabled, run: () => scoring.step(-1) },
  ]
}
