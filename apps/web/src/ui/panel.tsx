import type { ReactNode } from 'react'
import './panel.css'

/** The states of a panel, readable by people, tests and programs alike. */
export type PanelState = 'loading' | 'ready' | 'empty' | 'partial' | 'error' | 'forbidden' | 'missing-device'

/** The attributes that every panel carries, for one that draws its own element. */
export function panelAttributes(id: string, state: PanelState) {
  return { 'data-panel': id, 'data-state': state } as const
}

type Props = {
  id: string
  state: PanelState
  title?: ReactNode
  hint?: ReactNode
  actions?: ReactNode
  /** A refresh runs behind data that stays: a 2 px line at the top. */
  isRefreshing?: boolean
  className?: string
  children: ReactNode
}

/** A card of a page: title, hint, actions, content. */
export function Panel({
  id,
  state,
  title,
  hint,
  actions,
  isRefreshing = false,
  className = '',
  children,
}: Props) {
  return (
    <section className={`panel ${className}`} {...panelAttributes(id, state)} aria-busy={state === 'loading'}>
      {isRefreshing && <span className="panel-progress" aria-hidden />}
      {(title || actions) && (
        <header className="panel-header">
          {(title || hint) && (
            <div className="panel-heading">
              {title && <h2 className="panel-title">{title}</h2>}
              {hint && <span className="panel-hint">{hint}</span>}
            </div>
          )}
          {actions && <div className="panel-actions">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  )
}

/** The state of a query's panel: what came stays, whatever becomes of a refresh; `isEmpty` looks into it. */
export function stateOf<T>(
  query: { isError: boolean; data: T | undefined },
  isEmpty: (data: T) => boolean = () => false,
): PanelState {
  if (query.data !== undefined) return isEmpty(query.data) ? 'empty' : 'ready'
  return query.isError ? 'error' : 'loading'
}
