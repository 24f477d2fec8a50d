import type { Text } from '@aisle/contract'
import { Button } from 'antd'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { messageOf } from '../../lib/problem.ts'
import type { Keeping } from './draft-keeper.ts'
import { scoringText as words } from './text.ts'

/** Where the draft is kept, and since when. */
export function SaveState({
  keeping,
  timeZone,
  nothing = words.nothingYet,
}: {
  keeping: Keeping
  timeZone: string
  /** What an untouched form says. */
  nothing?: Text
}) {
  const t = useText()
  const format = useFormat()
  const said = {
    empty: () => t(nothing),
    dirty: () => t(words.saving),
    saving: () => t(words.saving),
    offline: () => t(words.offline),
    conflict: () => '',
  }
  return (
    <span className="save-state" role="status" data-phase={keeping.phase}>
      {keeping.phase === 'saved'
        ? t(words.saved, { time: format.hourMinute(keeping.at, timeZone) })
        : keeping.phase === 'refused'
          ? t(words.notSaved, { reason: messageOf(keeping.error) })
          : said[keeping.phase]()}
    </span>
  )
}

/** Another draft stands on the server: which one goes on. */
export function ConflictNote({
  keeping,
  resolve,
}: {
  keeping: Keeping
  resolve: (which: 'mine' | 'theirs') => void
}) {
  const t = useText()
  if (keeping.phase !== 'conflict') return null
  return (
    <div className="score-conflict" role="alert">
      <p>{t(words.draftElsewhere)}</p>
      <Button size="small" onClick={() => resolve('mine')}>
        {t(words.keepMine)}
      </Button>
      <Button size="small" type="primary" onClick={() => resolve('theirs')}>
        {t(words.takeTheirs)}
      </Button>
    </div>
  )
}
