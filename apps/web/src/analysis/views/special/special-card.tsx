import { type ReactNode, use } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { Panel, type PanelState } from '../../../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../../ui/states.tsx'
import type { Special } from '../kinds/special.ts'
import { PanelExtrasContext } from '../panel-tools.ts'
import './special.css'

type Props = Pick<Special, 'panel' | 'className'> & {
  state: PanelState
  /** Of the state `error`. */
  error?: unknown
  onRetry?: () => void
  /** Of the state `empty`: why there is nothing. */
  nothing?: string
  /** Of the state `missing-device`: what is not there. */
  missing?: string
  hint?: ReactNode
  actions?: ReactNode
  isRefreshing?: boolean
  /** From edge to edge. */
  isFlush?: boolean
  /** Of the place kept while it loads, in px. */
  height?: number
  children?: ReactNode
}

/** The card of a panel that is a piece of its own, in all of its states; `children` are drawn when it is ready. */
export function SpecialCard({
  panel,
  className,
  state,
  error,
  onRetry,
  nothing,
  missing,
  hint,
  actions,
  isRefreshing = false,
  isFlush = false,
  height = 240,
  children,
}: Props) {
  const t = useText()
  const extras = use(PanelExtrasContext)
  return (
    <Panel
      id={panel.id}
      title={t(panel.title)}
      state={state}
      hint={hint}
      actions={
        <>
          {actions}
          {extras}
        </>
      }
      isRefreshing={isRefreshing}
      className={`view-panel ${className}`}
    >
      {state === 'loading' && (
        <div className="panel-body">
          <Loading>
            <Bone height={height} />
          </Loading>
        </div>
      )}
      {state === 'error' && <ErrorState error={error} onRetry={onRetry} />}
      {state === 'forbidden' && (
        <EmptyState text={t({ zh: '没有查看此内容的权限', en: 'You may not see this' })} />
      )}
      {state === 'empty' && (
        <EmptyState text={nothing ?? t({ zh: '该条件下没有数据', en: 'There is no data for this' })} />
      )}
      {state === 'missing-device' && (
        <EmptyState
          text={missing ?? t({ zh: '没有所需的设备', en: 'The device that this needs is not there' })}
        />
      )}
      {(state === 'ready' || state === 'partial') && (
        <div className={isFlush ? 'panel-flush' : 'panel-body'}>{children}</div>
      )}
    </Panel>
  )
}

/** Stands in place while a piece is fetched. */
export function WaitingCard({ panel, className }: Pick<Special, 'panel' | 'className'>) {
  return <SpecialCard panel={panel} className={className} state="loading" />
}
