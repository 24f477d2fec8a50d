import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Panel, stateOf } from './panel.tsx'
import { Bone, ErrorState, Loading } from './states.tsx'

type Props<T> = {
  id: string
  title: ReactNode
  hint?: ReactNode
  actions?: ReactNode
  className?: string
  /** Of the place kept while it loads, in px. */
  height?: number
  /** Tables and the like go from edge to edge. */
  isFlush?: boolean
  query: UseQueryResult<T>
  isEmpty?: (data: T) => boolean
  /** Stands in place of empty content; left out, the content says itself that it is empty. */
  empty?: ReactNode
  children: (data: T) => ReactNode
}

/** A card whose content comes from one question: waiting, failed, and what came. */
export function QueryPanel<T>({
  id,
  title,
  hint,
  actions,
  className = '',
  height = 240,
  isFlush = false,
  query,
  isEmpty,
  empty,
  children,
}: Props<T>) {
  const state = stateOf(query, isEmpty)
  const isReplaced = state === 'empty' && empty !== undefined
  return (
    <Panel
      id={id}
      state={state}
      title={title}
      hint={hint}
      actions={actions}
      className={className}
      isRefreshing={query.isFetching && query.data !== undefined}
    >
      {state === 'loading' && (
        <div className="panel-body">
          <Loading>
            <Bone height={height} />
          </Loading>
        </div>
      )}
      {state === 'error' && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {isReplaced && empty}
      {query.data !== undefined && !isReplaced && (
        <div className={isFlush ? 'panel-flush' : 'panel-body'}>{children(query.data)}</div>
      )}
    </Panel>
  )
}
