import { stopStateNames } from '@aisle/contract'
import { Button } from 'antd'
import { SkipBack, SkipForward } from 'lucide-react'
import type { ReactNode } from 'react'
import { useName, useText } from '../../lib/i18n.ts'
import { patrolText as words } from './patrol-text.ts'
import type { Round } from './use-round.ts'

/** Where the round stands and how it goes on. */
export function RoundBar({ round, children }: { round: Round; children?: ReactNode }) {
  const t = useText()
  const name = useName()
  const { current, stops, number, progress } = round
  if (!current) return null
  const isLast = progress.left <= 1 && current.state === 'left'
  return (
    <header className="patrol-bar">
      <div className="patrol-where">
        <strong className="ellipsis">{name(current.shopname, current.shopnameEn)}</strong>
        <span>
          {t(words.position, { number, all: stops.length })} · {t(stopStateNames[current.state])}
        </span>
      </div>
      {children}
      <span className="toolbar-gap" />
      <Button
        type="text"
        className="round-step"
        aria-label={t(words.previousShop)}
        title={t(words.previousShop)}
        icon={<SkipBack size={16} />}
        disabled={stops.length < 2}
        onClick={() => round.step(-1)}
      />
      <Button
        type="text"
        className="round-step"
        aria-label={t(words.nextShop)}
        title={t(words.nextShop)}
        icon={<SkipForward size={16} />}
        disabled={stops.length < 2}
        onClick={() => round.step(1)}
      />
      <Button className="round-leave" loading={round.isMarking} onClick={() => void round.leave('skipped')}>
        {t(words.skip)}
      </Button>
      <Button
        type="primary"
        className="round-leave round-done-next"
        loading={round.isMarking}
        onClick={() => void round.leave('done')}
      >
        {t(isLast ? words.doneLast : words.doneNext)}
      </Button>
    </header>
  )
}
