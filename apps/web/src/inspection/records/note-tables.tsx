import type { DailyRecord, InspectionSummary } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Segmented, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { Tag } from '../../ui/bits.tsx'
import { Bone, ErrorState, Loading } from '../../ui/states.tsx'
import { Written } from '../../ui/written.tsx'
import { withoutDayType } from './evaluation-table.tsx'
import { PictureRow } from './picture-row.tsx'
import { recordQueries } from './queries.ts'
import { pageSize, RecordTable } from './record-table.tsx'
import { words } from './text.ts'
import type { Figures } from './use-figures.ts'
import { usePageOf } from './use-page-of.ts'
import { usePlaceNames } from './use-place-names.ts'

type Kind = 'inspections' | 'daily'

/** Inspections and daily records: one panel, one of the two at a time. */
export function NoteTables({ figures }: { figures: Figures }) {
  const t = useText()
  const [kind, setKind] = useState<Kind>('inspections')
  const choice = (
    <Segmented<Kind>
      size="small"
      value={kind}
      options={[
        { value: 'inspections', label: t(words.inspections) },
        { value: 'daily', label: t(words.dailyRecords) },
      ]}
      onChange={setKind}
    />
  )
  return kind === 'inspections' ? (
    <InspectionTable figures={figures} actions={choice} />
  ) : (
    <DailyTable figures={figures} actions={choice} />
  )
}

type Props = { figures: Figures; actions: ReactNode }
const title = { zh: '巡检与日常记录', en: 'Inspections and daily records' } as const

function InspectionTable({ figures, actions }: Props) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const about = withoutDayType(figures.query)
  const [pageNumber, turnTo] = usePageOf(about)
  const query = useQuery({
    ...recordQueries.inspections({ ...about, pageNumber, pageSize }),
    enabled: figures.isKnown,
  })
  const columns: TableColumnsType<InspectionSummary> = [
    {
      title: t(words.time),
      width: 124,
      render: (_, row) => <time>{format.legacyMoment(row.inspectionTime)}</time>,
    },
    { title: t(words.shop), width: 130, render: (_, row) => name(row.shopname, row.shopnameEn) },
    {
      title: t({ zh: '表单', en: 'Form' }),
      width: 120,
      render: (_, row) => name(row.formName, row.formNameEn),
    },
    { title: t(words.owner), width: 100, dataIndex: 'userName' },
    { title: t({ zh: '检查项', en: 'Items' }), align: 'right', width: 80, dataIndex: 'itemCount' },
    {
      title: t({ zh: '异常', en: 'Not in order' }),
      align: 'right',
      width: 90,
      render: (_, row) =>
        row.abnormalCount === 0 ? '0' : <Tag tone="negative">{format.number(row.abnormalCount)}</Tag>,
    },
    { title: t(words.pictures), align: 'right', width: 70, dataIndex: 'pictureCount' },
  ]
  return (
    <RecordTable
      id="p4"
      className="span-8"
      title={t(title)}
      actions={actions}
      query={query}
      rowKey="id"
      columns={columns}
      width={700}
      expandable={{ expandedRowRender: row => <InspectionItems id={row.id} shopId={row.shopId} /> }}
      turnTo={turnTo}
    />
  )
}

const results = {
  normal: { text: { zh: '正常', en: 'In order' }, tone: 'positive' },
  abnormal: { text: { zh: '异常', en: 'Not in order' }, tone: 'negative' },
  na: { text: { zh: '不适用', en: 'n/a' }, tone: 'neutral' },
} as const

function InspectionItems({ id, shopId }: { id: string; shopId: string }) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const placeOf = usePlaceNames(shopId)
  const query = useQuery(recordQueries.inspection(id))
  if (query.isPending)
    return (
      <Loading>
        <Bone height={96} />
      </Loading>
    )
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className="record-detail">
      {query.data.remark !== '' && (
        <p className="record-remark">
          <Written text={query.data.remark} />
        </p>
      )}
      <ul className="record-lines">
        {query.data.inspectionDetails.map(detail => (
          <li key={detail.id}>
            <span className="two-lines">
              <strong>{name(detail.itemName, detail.itemNameEn)}</strong>
              <small>{name(detail.pitemName, detail.pitemNameEn)}</small>
            </span>
            <span className="record-result">
              <Tag tone={results[detail.result].tone}>{t(results[detail.result].text)}</Tag>
            </span>
            <span className="two-lines">
              <span>{placeOf(detail.cameraId, detail.presetId) || '—'}</span>
              <small>{format.legacyMoment(detail.publishTime)}</small>
            </span>
            <span className="record-remark">
              <Written text={detail.remark} />
            </span>
            <PictureRow pictures={detail.pictures} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function DailyTable({ figures, actions }: Props) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const about = withoutDayType(figures.query)
  const [pageNumber, turnTo] = usePageOf(about)
  const query = useQuery({
    ...recordQueries.daily({ ...about, pageNumber, pageSize }),
    enabled: figures.isKnown,
  })
  const columns: TableColumnsType<DailyRecord> = [
    {
      title: t(words.time),
      width: 124,
      render: (_, row) => <time>{format.legacyMoment(row.recordTime)}</time>,
    },
    { title: t(words.shop), width: 130, render: (_, row) => name(row.shopname, row.shopnameEn) },
    {
      title: t({ zh: '类型', en: 'Type' }),
      width: 110,
      render: (_, row) => <Tag>{name(row.typeName, row.typeNameEn)}</Tag>,
    },
    { title: t(words.owner), width: 100, dataIndex: 'userName' },
    { title: t({ zh: '内容', en: 'What' }), dataIndex: 'content' },
    {
      title: t(words.pictures),
      width: 120,
      render: (_, row) => <PictureRow pictures={row.pictures} />,
    },
  ]
  return (
    <RecordTable
      id="p4"
      className="span-8"
      title={t(title)}
      actions={actions}
      query={query}
      rowKey="id"
      columns={columns}
      width={700}
      turnTo={turnTo}
    />
  )
}
