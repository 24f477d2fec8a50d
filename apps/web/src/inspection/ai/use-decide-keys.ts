import { type Finding, findingActions } from '@aisle/contract'
import { useHotkeys } from '../../ui/hotkeys.ts'
import { aiText as words } from './text.ts'
import type { Deciding } from './use-decide.ts'

/** Y confirms, N dismisses, P makes a problem of the finding in hand. */
export function useDecideKeys(finding: Finding | undefined, deciding: Deciding) {
  const may = (action: Finding['actions'][number]) =>
    finding?.actions.includes(action) === true && !deciding.busyIds.has(finding.id)
  useHotkeys([
    {
      keys: ['y'],
      text: findingActions.confirm.name,
      group: words.keyGroup,
      isEnabled: may('confirm'),
      run: () => finding && void deciding.run(finding, 'confirm'),
    },
    {
      keys: ['n'],
      text: findingActions.dismiss.name,
      group: words.keyGroup,
      isEnabled: may('dismiss'),
      run: () => finding && void deciding.run(finding, 'dismiss'),
    },
    {
      keys: ['p'],
      text: findingActions.raise.name,
      group: words.keyGroup,
      isEnabled: may('raise'),
      run: () => finding && deciding.raise(finding),
    },
  ])
}
