import { useEffect } from 'react'
import { queryClient } from '../lib/queries.ts'

/** What a page shows may have changed when a notice comes in live: what is kept under these names is asked for anew. */
export function useWhenTold(...names: readonly string[]) {
  const written = names.join(' ')
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe(event => {
        // The number on the bell is set by hand exactly when the stream says something.
        if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual !== true)
          return
        if (event.query.queryKey[0] !== 'notices') return
        for (const name of written.split(' ')) void queryClient.invalidateQueries({ queryKey: [name] })
      }),
    [written],
  )
}
