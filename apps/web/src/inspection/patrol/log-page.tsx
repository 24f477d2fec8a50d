import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { PeriodPicker } from '../../shell/date-picker/period-picker.tsx'
import { PageBody } from '../../shell/page.tsx'
import { ItemRanking } from '../problems/problem-figures.tsx'
import { ProblemFilterRow } from '../problems/problem-filter-row.tsx'
import { useProblemFilters } from '../problems/use-problem-filters.ts'
import { LogExport } from './log-export.tsx'
import { LogPictures } from './log-pictures.tsx'
import { logQueries, logQuery } from './log-queries.ts'
import { LogTable } from './log-table.tsx'
import { LogTrend } from './log-trend.tsx'
import '../problems/problems.css'
import './patrol.css'

/** 巡店日志: what was found on which visit, with picture, remark, recorder and the score of that day. */
export function PatrolLogPage() {
  const filters = useProblemFilters()
  const [search] = useSearchParams()
  const hrefWith = useCallback(
    (item: string) => {
      const next = new URLSearchParams(search)
      next.delete('page')
      next.set('item', item)
      return `?${next}`
    },
    [search],
  )
  const query = logQuery(filters)
  const log = useQuery({ ...logQueries.page(query, filters.page), enabled: filters.isReady })
  return (
    <PageBody
      className="patrol-log"
      actions={<LogExport filters={filters} />}
      filters={<ProblemFilterRow filters={filters} />}
    >
      <PeriodPicker period={filters.period} />
      <LogTable filters={filters} log={log} />
      <LogTrend filters={filters} />
      <ItemRanking filters={filters} id="p3" href={hrefWith} />
      <LogPictures rows={log.data?.records} />
    </PageBody>
  )
}
