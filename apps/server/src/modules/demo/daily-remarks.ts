import type { Queryable } from '../../platform/postgres.ts'
import { dailyRemarks } from '../../platform/schema/index.ts'
import { chinaMoment } from './activity.ts'
import { insertAll } from './insert-all.ts'
import { demoUsers } from './people.ts'

/** What the analyst said of the last days; the latest is signed. */
const said = [
  '整体平稳，换季新品已上架。进店率偏低的门店已请店长核对橱窗陈列。',
  '个别门店计数器断线，缺失时段按估算补齐，待补传后自动更正。',
  '晚高峰收银排队较长，已建议加开一台；导购班次往后挪半小时。',
]

/** Remarks on the last days of the whole chain. */
export async function insertDailyRemarks(db: Queryable, now: Date): Promise<void> {
  const author = demoUsers.find(({ loginName }) => loginName === 'analyst')
  if (!author) return
  await insertAll(
    db,
    dailyRemarks,
    said.map((text, index) => {
      const at = new Date(Math.min(now.getTime(), chinaMoment(now, index, '09:10').getTime()))
      return {
        place: 'all',
        date: dayBefore(now, index + 1),
        text,
        updatedBy: author.id,
        updatedAt: at,
        ...(index === 0 ? { signedBy: author.id, signedAt: at } : {}),
      }
    }),
  )
}

const dayBefore = (now: Date, days: number): string =>
  chinaMoment(now, days, '12:00').toISOString().slice(0, 10)
