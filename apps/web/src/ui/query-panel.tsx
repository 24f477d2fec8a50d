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
  height?: number
  /** The content touches the edges of the card. */
  isFlush?: boolean
  query: UseQueryResult<T>
  isEmpty?: (data: T) => boolean
  children: (data: T) => ReactNode
}

/** A card whose content comes from one question: waiting, failed, and what came. */
export function QueryPanel<T>({
  id,
  title,
  hint,
  actions,
  className,
  height = 240,
  isFlush = false,
  query,
  isEmpty,
  children,
}: Props<T>) {
  const state = stateOf(query, isEmpty)
  return (
    <Panel
      id={id}
      state={state}
      title={title}
      hint={hint}
      actions={actions}
      {...(className === undefined ? {} : { className })}
      isRefreshing={query.isFetching && query.data !== undefined}
    >
      <div className={isFlush && query.data !== undefined ? '' : 'panel-body'}>
        {state === 'loading' && (
          <Loading>
            <Bone height={height} />
          </Loading>
        )}
        {state === 'error' && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {query.data !== undefined && children(query.data)}
      </div>
    </Panel>
  )
}
