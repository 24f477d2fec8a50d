import type { PatrolLogLine } from '@aisle/contract'
import { Link } from 'react-router'
import { useText } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { pathOf, useRegistry } from '../../shell/registry.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useProblemWords } from '../problems/use-problem-words.ts'
import { logText as words } from './log-text.ts'

/** Where a line leads: its problem, for who may read problems. */
export function useProblemAddress(): ((id: string) => string) | undefined {
  const { pages } = useRegistry()
  const { user } = useSession()
  const path = pathOf(pages, 'problems', user)
  return path === undefined ? undefined : id => `${path}?problemId=${id}`
}

/** The pictures of the lines on show. */
export function LogPictures({ rows }: { rows: readonly PatrolLogLine[] | undefined }) {
  const t = useText()
  const say = useProblemWords()
  const address = useProblemAddress()
  const shown = (rows ?? []).filter(row => row.screenshot !== null)
  return (
    <Panel
      id="p4"
      state={rows === undefined ? 'loading' : shown.length === 0 ? 'empty' : 'ready'}
      title={t(words.pictures)}
    >
      {rows !== undefined && shown.length === 0 && <EmptyState text={t(words.noPictures)} />}
      <ul className="log-pictures">
        {shown.map(row => {
          const face = (
            <>
              <img src={row.screenshot?.thumbnailUrl} alt="" loading="lazy" />
              <strong className="ellipsis">{say.item(row)}</strong>
              <span className="ellipsis">
                {say.shop(row)} · {row.visitDate}
              </span>
            </>
          )
          return (
            <li key={row.id}>
              {address ? (
                <Link to={address(row.id)} aria-label={t(words.open, { item: say.item(row) })}>
                  {face}
                </Link>
              ) : (
                face
              )}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
