import { Button } from 'antd'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { messageOf } from '../../lib/problem.ts'
import { scoringText as words } from './text.ts'
import type { Scoring } from './use-scoring.ts'

/** Where the draft is kept, and since when. */
export function SaveState({ scoring }: { scoring: Scoring }) {
  const t = useText()
  const format = useFormat()
  const { keeping, shop } = scoring
  const said = {
    empty: () => t(words.nothingYet),
    dirty: () => t(words.saving),
    saving: () => t(words.saving),
    offline: () => t(words.offline),
    conflict: () => '',
  }
  return (
    <span className="save-state" role="status" data-phase={keeping.phase}>
      {keeping.phase === 'saved'
        ? t(words.saved, { time: format.hourMinute(keeping.at, shop.timeZone) })
        : keeping.phase === 'refused'
          ? t(words.notSaved, { reason: messageOf(keeping.error) })
          : said[keeping.phase]()}
    </span>
  )
}

/** Another draft stands on the server: which one goes on. */
export function ConflictNote({ scoring }: { scoring: Scoring }) {
  const t = useText()
  if (scoring.keeping.phase !== 'conflict') return null
  return (
    <div className="score-conflict" role="alert">
      <p>{t(words.draftElsewhere)}</p>
      <Button size="small" onClick={() => scoring.resolve('mine')}>
        {t(words.keepMine)}
      </Button>
      <Button size="small" type="primary" onClick={() => scoring.resolve('theirs')}>
        {t(words.takeTheirs)}
      </Button>
    </div>
  )
}
