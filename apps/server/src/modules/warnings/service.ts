import type { ClickHouse } from '../../platform/clickhouse.ts'
import type { Locks } from '../../platform/locks.ts'
import type { Database } from '../../platform/postgres.ts'
import type { NoticePublisher } from '../notices/service.ts'
import { figureReader } from './figures.ts'
import { raiser } from './raising.ts'
import { ruleService } from './rules.ts'
import { warningService } from './warnings.ts'
import { watcher } from './watcher.ts'
import { watchService } from './watches.ts'
import { zoneChangeService } from './zone-changes.ts'

type Deps = {
  db: Database
  measures: () => Promise<Pick<ClickHouse, 'client'>>
  locks: Locks
  notices: NoticePublisher
  /** HH:MM at which business days begin. */
  dayCut(): Promise<string>
  now: () => Date
  /** Has the job run soon. */
  wake(): void
}

/** Limits on counts, what went beyond them, and places that are watched. */
export function flowWarningService({ db, measures, locks, notices, dayCut, now, wake }: Deps) {
  const watching = watcher({
    db,
    figures: figureReader(measures),
    raiser: raiser({ db, notices, now }),
    dayCut,
    now,
  })
  return {
    warnings: warningService({ db, dayCut, now }),
    rules: ruleService({ db, dayCut, now, wake }),
    watches: watchService({ db, dayCut, now, wake }),
    changes: zoneChangeService({ db, dayCut, now }),
    /** Looks at what changed; one server at a time. Answers how many warnings were raised. */
    watch: () => locks.exclusive('flow warnings', watching.run),
  }
}
export type FlowWarningService = ReturnType<typeof flowWarningService>
