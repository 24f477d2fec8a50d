import { type CSSProperties, type ReactNode, Suspense } from 'react'
import { specialOf } from '../views/kinds/names.ts'
import { type Special, special } from '../views/kinds/special.ts'
import { WaitingCard } from '../views/special/special-card.tsx'

type Props = Omit<Special, 'className'> & {
  style?: CSSProperties | undefined
  children: ReactNode
}

/** A panel that is a piece of its own in its place on a board; `children` stand there for any other. */
export function BoardOwn({ style, children, ...piece }: Props) {
  const name = specialOf(piece.view, piece.panel.id)
  const Own = name === undefined ? undefined : special[name]
  if (!Own) return children
  return (
    <div className="board-place board-own" style={style}>
      <Suspense fallback={<WaitingCard panel={piece.panel} className="board-card" />}>
        <Own {...piece} className="board-card" />
      </Suspense>
    </div>
  )
}
