import type { AnnotationShape, PictureMark } from '@aisle/contract'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { cameras } from './cameras.ts'
import { createdAt, moment, serialId } from './columns.ts'
import { users } from './people.ts'
import { shops } from './places.ts'
import { planRuns } from './plans.ts'

export const pictures = pgTable(
  'pictures',
  {
    id: serialId(),
    /** Key on the picture disk; the thumbnail lies beside it. */
    key: text('key').notNull(),
    mime: text('mime').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    cameraId: text('camera_id').references(() => cameras.id),
    videoNo: text('video_no').notNull(),
    channelNo: text('channel_no').notNull(),
    presetId: text('preset_id'),
    areaname: text('areaname').notNull().default(''),
    /** 1: picture. */
    fileType: integer('file_type').notNull().default(1),
    /** 1: taken by hand; 2: by a plan; 3: brought along by a person, of a problem put right. */
    screenshotType: integer('screenshot_type').notNull().default(1),
    /** What a person thinks of what it shows. */
    mark: text('mark').$type<PictureMark>(),
    /** The run of a plan that took it; a run that is done twice after a crash still has one picture. */
    planRunId: text('plan_run_id').references(() => planRuns.id, { onDelete: 'set null' }),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    takenAt: moment('taken_at').notNull(),
    createdAt: createdAt(),
    deletedAt: moment('deleted_at'),
  },
  table => [
    index('pictures_shop').on(table.shopId, table.takenAt),
    index('pictures_camera').on(table.cameraId, table.takenAt),
    index('pictures_deleted').on(table.deletedAt),
    // Pictures that nobody looked at yet are found among the latest.
    index('pictures_created').on(table.createdAt),
    uniqueIndex('pictures_plan_run').on(table.planRunId),
  ],
)

/** What was drawn on pictures, version by version; the picture itself never changes. */
export const pictureAnnotations = pgTable(
  'picture_annotations',
  {
    pictureId: text('picture_id')
      .notNull()
      .references(() => pictures.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    shapes: jsonb('shapes').$type<AnnotationShape[]>().notNull(),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  table => [primaryKey({ columns: [table.pictureId, table.version] })],
)

export const shopCollects = pgTable(
  'shop_collects',
  {
    id: serialId(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id, { onDelete: 'cascade' }),
    /** The place that the user gave it; one that was just added stands before all of them. */
    sort: integer('sort').notNull().default(0),
    createdAt: createdAt(),
  },
  table => [uniqueIndex('shop_collects_once').on(table.userId, table.shopId)],
)

export const checkShopRecords = pgTable(
  'check_shop_records',
  {
    id: serialId(),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    beganAt: moment('began_at').notNull(),
    endedAt: moment('ended_at'),
  },
  table => [
    index('check_shop_records_shop').on(table.shopId, table.beganAt),
    index('check_shop_records_user').on(table.userId),
  ],
)

export const checkVideoRecords = pgTable(
  'check_video_records',
  {
    id: serialId(),
    recordId: text('record_id').references(() => checkShopRecords.id, { onDelete: 'cascade' }),
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    cameraId: text('camera_id').references(() => cameras.id),
    videoNo: text('video_no').notNull(),
    channelNo: text('channel_no').notNull(),
    operatedAt: moment('operated_at').notNull().defaultNow(),
  },
  table => [
    index('check_video_records_record').on(table.recordId),
    index('check_video_records_shop').on(table.shopId, table.operatedAt),
  ],
)
