import type { Finding, FindingAction } from '@aisle/contract'
import { useCallback, useState } from 'react'
import { api } from '../../lib/api.ts'
import { toast } from '../../ui/toast.tsx'
import { findingChanged, findingsChanged } from './queries.ts'
import { aiText as words } from './text.ts'
import { useFindingWords } from './use-finding-words.ts'

export type Deciding = ReturnType<typeof useDecide>

/** Deciding about findings: what is under way, what can be taken back, and which one is being raised. */
export function useDecide() {
  const say = useFindingWords()
  const [busyIds, setBusy] = useState<ReadonlySet<string>>(new Set())
  const [raising, raise] = useState<Finding>()

  const run = useCallback(
    async (finding: Finding, action: Exclude<FindingAction, 'raise'>) => {
      if (!finding.actions.includes(action)) return
      setBusy(before => new Set(before).add(finding.id))
      try {
        const changed = await api.findings[action]({
          params: { findingId: finding.id },
          body: { version: finding.version },
        })
        findingChanged(changed)
        const what = say.what(changed)
        if (action === 'undo') toast.success(words.undoneToast)
        else
          toast.undo(
            action === 'confirm' ? words.confirmedToast : words.dismissedToast,
            () => void run(changed, 'undo'),
            { what },
          )
      } catch (error) {
        toast.error(error)
        // Somebody else was faster: what there is now is shown.
        findingsChanged()
      } finally {
        setBusy(before => new Set([...before].filter(id => id !== finding.id)))
      }
    },
    [say],
  )
  return {
    run,
    busyIds,
    raising,
    /** Opens the dialog of the problem. */
    raise: (finding: Finding) => finding.actions.includes('raise') && raise(finding),
    endRaising: () => raise(undefined),
  }
}
