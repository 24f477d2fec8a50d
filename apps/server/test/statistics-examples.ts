import { inspectionFigures, statistics } from '@aisle/contract'
import type { Input, Things } from './examples.ts'

const range = { checkdate_beg: '2026-01-01', checkdate_end: '2036-01-01' }
const extras: Record<string, Record<string, unknown>> = {
  getItemPreTop: { top: 5 },
  getEvaluationTypeStatistics: { granularity: 'week' },
  getCheckshopRecord: { pageNumber: 1, pageSize: 10, sort: 'durationMinutes', order: 'asc' },
}

/** One good use of each statistic: of the shop, and of the province of Shanghai. */
export const statisticsExamples = {
  statistics: Object.fromEntries(
    Object.keys(statistics).map(name => [
      name,
      ({ shopId }: Things): Input => ({
        query: {
          ...range,
          ...extras[name.replace(/ByArea$/, '')],
          ...(name.endsWith('ByArea') ? { type: 1, id: '31' } : { shopid: shopId }),
        },
      }),
    ]),
  ),
  inspectionFigures: {
    ...Object.fromEntries(
      Object.keys(inspectionFigures).map(name => [
        name,
        (): Input => ({ query: { ...range, type: 1, id: '31', dayType: 'workday' } }),
      ]),
    ),
    // The first visit of the demo.
    videos: (): Input => ({ params: { recordId: '720001' } }),
  },
}
