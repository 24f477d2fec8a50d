import { warningStatuses } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Pagination } from 'antd'
import { useState } from 'react'
import { useFormat } from '../../../../lib/format.ts'
import { useText } from '../../../../lib/i18n.ts'
import { Tag } from '../../../../ui/bits.tsx'
import { paging } from '../../../../ui/paging.ts'
import { stateOf } from '../../../../ui/panel.tsx'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { pageSize, useWhere, type WarningQuery, warningQueries } from './queries.ts'
import { useWarningTable } from './warning-table.ts'
import { watchedBy } from './watch-list.tsx'
import { statusTones, useWarningWords } from './words.ts'
import './warnings.css'

/** When watched places were off their targets or beyond their limits: why, what was done, and how it ended. */
export function Deviations({ view, panel, className, asking }: Special) {
  const t = useText()
  const format = useFormat()
  const say = useWarningWords()
  const kind = watchedBy[view.path] ?? 'floor'
  const where = useWhere(asking)
  const [page, turnTo] = useState(1)
  const chosen = asking?.members[kind] ?? []
  const asked: WarningQuery = {
    ...where,
    from: asking?.period.from ?? '',
    to: asking?.period.to ?? '',
    nodeKind: kind,
    watched: '1',
    ...(chosen.length > 0 ? { nodeIds: chosen.join(',') } : {}),
  }
  const query = useQuery({ ...warningQueries.list(asked, page), enabled: where !== undefined })
  useWarningTable(panel, where && asked)
  return (
    <SpecialCard
      panel={panel}
      className={`${className} warnings`}
      state={stateOf(query, data => data.total === 0)}
      error={query.error}
      onRetry={() => void query.refetch()}
      isRefreshing={query.isFetching && query.data !== undefined}
      nothing={t({ zh: '所选时段内没有偏离或超限', en: 'Nothing was off its target or limit in these days' })}
    >
      <ul className="warning-list">
        {(query.data?.records ?? []).map(one => (
          <li key={one.id}>
            <div className="warning-line">
              <Tag tone={statusTones[one.status]}>{t(warningStatuses[one.status])}</Tag>
              <span className="warning-what">
                <strong>
                  {say.what(one)} · {say.where(one)}
                </strong>
                <span>{say.why(one)}</span>
                {one.reason !== '' && (
                  <span>
                    {t({ zh: '原因', en: 'Reason' })}: {one.reason}
                  </span>
                )}
                {one.remark !== '' && (
                  <span>
                    {t({ zh: '措施与结果', en: 'Measure and result' })}: {one.remark}
                  </span>
                )}
                {one.handledAt !== null && (
                  <span>
                    {one.handledBy} {format.moment(new Date(one.handledAt))}
                  </span>
                )}
              </span>
              <span className="warning-when">{say.when(one)}</span>
            </div>
          </li>
        ))}
      </ul>
      <Pagination
        size="small"
        current={page}
        pageSize={pageSize}
        total={query.data?.total ?? 0}
        {...paging}
        onChange={turnTo}
      />
    </SpecialCard>
  )
}
