import type { PictureDisk } from '../../platform/pictures.ts'
import type { Database } from '../../platform/postgres.ts'
import { dailyRecordService } from './daily.ts'
import { dailyStore } from './daily-store.ts'
import { draftStore } from './draft-store.ts'
import { draftService } from './drafts.ts'
import { evaluationStore } from './evaluation-store.ts'
import { evaluationService } from './evaluations.ts'
import { inspectionRecordStore } from './inspection-store.ts'
import { inspectionRecordService } from './inspections.ts'
import { type PictureContent, type PicturesById, recordIntake } from './intake.ts'
import { itemPlaceService } from './item-places.ts'
import { itemStore } from './item-store.ts'
import { checkItemService } from './items.ts'
import { type ProblemRaiser, problemRaises } from './raises.ts'
import { placeStore } from './records.ts'
import { reportService } from './report.ts'
import { standardPictures } from './standards.ts'

export type { ProblemRaiser } from './raises.ts'

type Deps = {
  db: Database
  pictures: PicturesById & PictureContent
  /** Where standard pictures of items lie. */
  disk: PictureDisk
  /** Where it is absent, problems that are asked for wait for it. */
  problems?: ProblemRaiser
  now: () => Date
  log(message: string, error?: unknown): void
}

/** Everything about scores: forms and their items, the three kinds of records, their drafts. */
export function scoringService({ db, pictures, disk, problems, now, log }: Deps) {
  const items = itemStore(db)
  const places = placeStore(db)
  const intake = recordIntake({ places, pictures, now })
  const raises = problemRaises({ db, problems, now, log })
  const base = { items, places, intake, pictures, raises, now }
  const evaluations = evaluationService({ ...base, store: evaluationStore(db) })
  const inspections = inspectionRecordService({ ...base, store: inspectionRecordStore(db) })
  const daily = dailyRecordService({ ...base, store: dailyStore(db) })
  const drafts = draftService({ store: draftStore(db), evaluations, inspections, daily, now })
  const report = reportService({ evaluations, places, pictures, now })
  const forms = checkItemService({ db, now })
  return {
    report,
    items: forms,
    standards: standardPictures({ items: forms, pictures, disk, now }),
    itemPlaces: itemPlaceService({ db, items, now }),
    evaluations,
    inspections,
    daily,
    drafts,
    raises,
  }
}
export type ScoringService = ReturnType<typeof scoringService>
