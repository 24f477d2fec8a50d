import {
  type QualityKind,
  type QualityStatus,
  qualityKindNames,
  qualityKinds,
  qualityStatuses,
  qualityStatusNames,
} from '@aisle/contract'
import { Pagination, Select } from 'antd'
import { allPages, wholePageSize } from '../../../../lib/all-pages.ts'
import { useOfferedTable } from '../../../../lib/figures/notebook.ts'
import { useFormat, wholeMoment } from '../../../../lib/format.ts'
import { useText } from '../../../../lib/i18n.ts'
import { queryClient } from '../../../../lib/queries.ts'
import { Tag } from '../../../../ui/bits.tsx'
import { paging } from '../../../../ui/paging.ts'
import { stateOf } from '../../../../ui/panel.tsx'
import { EmptyState } from '../../../../ui/states.tsx'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { pageSize, warningQueries } from './queries.ts'
import { all, evidenceOf, tones, useDoubts, usePlaceOf } from './use-doubts.ts'
import './warnings.css'

/** Doubtful data with its value, what was to be expected and the decision; one is chosen. */
export function DoubtList({ panel, className, asking }: Special) {
  const t = useText()
  const format = useFormat()
  const place = usePlaceOf()
  const doubts = useDoubts(asking)
  const { asked, list, records, chosen, choose } = doubts
  useOfferedTable(
    asked &&
      (async () => ({
        title: t(panel.title),
        columns: [
          { title: t({ zh: '规则', en: 'Rule' }), kind: 'text' },
          { title: t({ zh: '位置', en: 'Place' }), kind: 'text' },
          { title: t({ zh: '日期', en: 'Day' }), kind: 'text' },
          { title: t({ zh: '时段', en: 'Time' }), kind: 'text' },
          { title: t({ zh: '依据', en: 'Evidence' }), kind: 'text' },
          { title: t({ zh: '状态', en: 'Status' }), kind: 'text' },
          { title: t({ zh: '处理人', en: 'Decided by' }), kind: 'text' },
          { title: t({ zh: '处理时间', en: 'Decided' }), kind: 'text' },
          { title: t({ zh: '说明', en: 'Explanation' }), kind: 'text' },
        ],
        rows: (
          await allPages(pageNumber =>
            queryClient.fetchQuery({
              ...warningQueries.doubts(asked, pageNumber, wholePageSize),
              staleTime: 30_000,
            }),
          )
        ).map(event => [
          t(qualityKinds[event.kind]),
          place(event),
          event.date,
          `${event.from}–${event.to}`,
          evidenceOf(event.evidence, t, format.number)
            .map(({ label, value }) => `${label} ${value}`)
            .join(' · '),
          t(qualityStatuses[event.status]),
          event.decidedBy?.userName ?? '',
          event.decidedAt === null ? null : wholeMoment(new Date(event.decidedAt)),
          event.remark,
        ]),
      })),
  )
  return (
    <SpecialCard
      panel={panel}
      className={`${className} warnings`}
      state={stateOf(list)}
      error={list.error}
      onRetry={() => void list.refetch()}
      isRefreshing={list.isFetching && list.data !== undefined}
      height={420}
    >
      <div className="warning-filters">
        <Select<QualityKind | typeof all>
          size="small"
          aria-label={t({ zh: '规则', en: 'Rule' })}
          value={doubts.kind}
          onChange={doubts.setKind}
          popupMatchSelectWidth={false}
          options={[
            { value: all, label: t({ zh: '全部规则', en: 'Any rule' }) },
            ...qualityKindNames.map(one => ({ value: one, label: t(qualityKinds[one]) })),
          ]}
        />
        <Select<QualityStatus | typeof all>
          size="small"
          aria-label={t({ zh: '状态', en: 'Status' })}
          value={doubts.status}
          onChange={doubts.setStatus}
          popupMatchSelectWidth={false}
          options={[
            { value: all, label: t({ zh: '全部状态', en: 'Any status' }) },
            ...qualityStatusNames.map(one => ({ value: one, label: t(qualityStatuses[one]) })),
          ]}
        />
      </div>
      {records.length === 0 && (
        <EmptyState text={t({ zh: '所选范围内没有异常数据', en: 'Nothing doubtful in these days' })} />
      )}
      <ul className="warning-list">
        {records.map(event => (
          <li key={event.id} className={event.id === chosen ? 'is-chosen' : ''}>
            <button
              type="button"
              className="warning-line"
              aria-pressed={event.id === chosen}
              onClick={() => choose(event.id)}
            >
              <Tag>{t(qualityKinds[event.kind])}</Tag>
              <span className="warning-what">
                <strong>{place(event)}</strong>
                <span>
                  {evidenceOf(event.evidence, t, format.number)
                    .slice(0, 4)
                    .map(({ label, value }) => `${label} ${value}`)
                    .join(' · ')}
                </span>
              </span>
              <span className="warning-when">
                {event.date} {event.from}–{event.to}
              </span>
              <Tag tone={tones[event.status]}>{t(qualityStatuses[event.status])}</Tag>
            </button>
          </li>
        ))}
      </ul>
      <Pagination
        size="small"
        current={doubts.page}
        pageSize={pageSize}
        total={list.data?.total ?? 0}
        {...paging}
        onChange={doubts.turnTo}
        showTotal={total => t({ zh: '共 {total} 条', en: '{total} in all' }, { total })}
      />
    </SpecialCard>
  )
}
