import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../../lib/i18n.ts'
import { Panel, stateOf } from '../../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { words } from './text.ts'

type Props<T> = {
  id: string
  title: string
  hint?: ReactNode
  actions?: ReactNode
  className?: string
  query: UseQueryResult<T>
  isEmpty?: (data: T) => boolean
  /** Height of the place kept while it loads, in px. */
  height?: number
  /** Without the inner margin: tables go from edge to edge. */
  isFlush?: boolean
  children: (data: T) => ReactNode
}

/** A panel of one query in all of its states. */
export function QueryPanel<T>({
  id,
  title,
  hint,
  actions,
  className = '',
  query,
  isEmpty = () => false,
  height = 200,
  isFlush = false,
  children,
}: Props<T>) {
  const t = useText()
  const state = stateOf(query, isEmpty)
  return (
    <Panel
      id={id}
      title={title}
      hint={hint}
      actions={actions}
      state={state}
      isRefreshing={query.isFetching && query.data !== undefined}
      className={className}
    >
      {state === 'loading' && (
        <div className="panel-body">
          <Loading>
            <Bone height={height} />
          </Loading>
        </div>
      )}
      {state === 'error' && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {state === 'empty' && <EmptyState text={t(words.nothing)} />}
      {state === 'ready' && query.data !== undefined && (
        <div className={isFlush ? 'panel-flush' : 'panel-body'}>{children(query.data)}</div>
      )}
    </Panel>
  )
}
