import type { LayoutColumn, TemplateLayout } from '@aisle/contract'
import type { Queryable } from '../../platform/postgres.ts'
import { exportTemplates } from '../../platform/schema/index.ts'
import { chinaMoment } from './activity.ts'
import { insertAll } from './insert-all.ts'
import { demoUsers } from './people.ts'

const firstId = 890_001

const column = (kind: LayoutColumn['kind'], name: string, heading = ''): LayoutColumn => ({
  kind,
  name,
  heading,
})
const layout = (
  title: string,
  columns: LayoutColumn[],
  more: Partial<TemplateLayout> = {},
): TemplateLayout => ({
  title,
  columns,
  isPlain: false,
  granularity: 'day',
  format: 'xlsx',
  money: 'yuan',
  weekStart: 1,
  shopCodes: [],
  split: 'none',
  pattern: '{name}_{shop}{day}',
  ...more,
})

/**
 * What a chain hands out again and again: a sheet for everyone, a file for another system, a month's letter. What people read has no
 * headings of its own: it then stands under those of the reader's language.
 */
export const demoTemplates: readonly { name: string; note: string; layout: TemplateLayout }[] = [
  {
    name: '门店经营日报 · Daily by shop',
    note: '每店每天一行：客流、成交、销售 · One row for each shop and day',
    layout: layout('门店经营日报 Daily by shop', [
      column('time', 'time'),
      column('group', 'province'),
      column('groupId', 'shop'),
      column('group', 'shop'),
      column('metric', 'visits'),
      column('metric', 'deals'),
      column('metric', 'sales'),
      column('metric', 'bagRate'),
    ]),
  },
  {
    name: '数据对接 · For another system',
    note: '每天一个 CSV，只有表头与数据 · A CSV for each day, headings and rows alone',
    layout: layout(
      'store_traffic',
      [
        column('time', 'time', 'biz_date'),
        column('groupId', 'shop', 'store_no'),
        column('group', 'shop', 'store_name'),
        column('metric', 'visits', 'traffic_in'),
        column('metric', 'sales', 'net_sales'),
      ],
      { format: 'csv', split: 'day', isPlain: true, pattern: '{name}_{day}' },
    ),
  },
  {
    name: '区域月报 · Monthly by province',
    note: '每省每月一行 · One row for each province and month',
    layout: layout(
      '区域月报 Monthly by province',
      [
        column('group', 'province'),
        column('time', 'time'),
        column('metric', 'visits'),
        column('metric', 'sales'),
      ],
      { granularity: 'month' },
    ),
  },
]

/** Templates of exports that everyone sees; the analyst keeps them. */
export async function insertExportTemplates(db: Queryable, now: Date): Promise<void> {
  const owner = demoUsers.find(({ loginName }) => loginName === 'analyst')
  if (!owner) return
  await insertAll(
    db,
    exportTemplates,
    demoTemplates.map((template, index) => ({
      ...template,
      id: String(firstId + index),
      ownerId: owner.id,
      isShared: true,
      createdAt: chinaMoment(now, 60, '10:00'),
      updatedAt: chinaMoment(now, 10 + index, '10:00'),
    })),
  )
}
