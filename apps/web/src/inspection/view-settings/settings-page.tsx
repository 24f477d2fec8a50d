import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PageBody } from '../../shell/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Bone, ErrorState, Loading } from '../../ui/states.tsx'

type Props<T> = {
  /** The panel that stands there until they are read. */
  id: string
  query: UseQueryResult<T>
  children: (data: T) => ReactNode
}

/** A page of settings, which begin as they are kept: nothing to fill in before they are read. */
export function SettingsPage<T>({ id, query, children }: Props<T>) {
  if (query.data !== undefined) return children(query.data)
  return (
    <PageBody>
      <Panel id={id} state={query.isError ? 'error' : 'loading'}>
        {query.isError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Loading>
            <div className="panel-body">
              <Bone height={320} />
            </div>
          </Loading>
        )}
      </Panel>
    </PageBody>
  )
}
