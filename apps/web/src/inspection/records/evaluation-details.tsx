import type { EvaluationDetail } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { Tag } from '../../ui/bits.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { Written } from '../../ui/written.tsx'
import { EvaluationHistory } from '../evaluation/evaluation-history.tsx'
import { PictureRow } from './picture-row.tsx'
import { recordQueries } from './queries.ts'
import { usePlaceNames } from './use-place-names.ts'

const severities = {
  minor: { zh: '轻微', en: 'Minor' },
  medium: { zh: '一般', en: 'Medium' },
  severe: { zh: '严重', en: 'Severe' },
} as const

/** The items of an evaluation: what was lost and why, when it was seen, by which camera and preset, with pictures. */
export function EvaluationDetails({ id, shopId }: { id: string; shopId: string }) {
  const t = useText()
  const query = useQuery(recordQueries.evaluation(id))
  const [show, setShow] = useState<'lost' | 'all'>('lost')
  if (query.isPending)
    return (
      <Loading>
        <Bone height={96} />
      </Loading>
    )
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const { evaluationDetails, history, remark } = query.data
  const lost = evaluationDetails.filter(({ result }) => result === 'deduct')
  const shown = show === 'lost' ? lost : evaluationDetails
  return (
    <div className="record-detail" data-panel="evaluation" data-state="ready">
      <div className="record-detail-head">
        <Segmented
          size="small"
          value={show}
          options={[
            { value: 'lost', label: t({ zh: '扣分项 {n}', en: 'Deductions {n}' }, { n: lost.length }) },
            {
              value: 'all',
              label: t({ zh: '全部 {n}', en: 'All {n}' }, { n: evaluationDetails.length }),
            },
          ]}
          onChange={setShow}
        />
        {remark !== '' && <span>{remark}</span>}
      </div>
      {shown.length === 0 ? (
        <EmptyState text={t({ zh: '这次评估没有扣分', en: 'Nothing lost points in this evaluation' })} />
      ) : (
        <ul className="record-lines">
          {shown.map(detail => (
            <Line key={detail.id} detail={detail} shopId={shopId} />
          ))}
        </ul>
      )}
      <EvaluationHistory history={history} />
    </div>
  )
}

function Line({ detail, shopId }: { detail: EvaluationDetail; shopId: string }) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const placeOf = usePlaceNames(shopId)
  const place = placeOf(detail.cameraId, detail.presetId)
  return (
    <li>
      <span className="two-lines">
        <strong>{name(detail.itemName, detail.itemNameEn)}</strong>
        <small>{name(detail.pitemName, detail.pitemNameEn)}</small>
      </span>
      <span className="record-result">
        {detail.result === 'deduct' ? (
          <>
            <Tag tone="negative">−{detail.lostScore}</Tag>
            {detail.severity && <small>{t(severities[detail.severity])}</small>}
          </>
        ) : detail.result === 'pass' ? (
          <Tag tone="positive">{t({ zh: '通过', en: 'Pass' })}</Tag>
        ) : (
          <Tag>
            {detail.result === 'na' ? t({ zh: '不适用', en: 'n/a' }) : t({ zh: '未评', en: 'Not scored' })}
          </Tag>
        )}
        <small>
          {detail.score ?? '—'} / {detail.itemScore}
        </small>
      </span>
      <span className="two-lines">
        <span>{place || '—'}</span>
        <small>{format.legacyMoment(detail.publishTime)}</small>
      </span>
      <span className="record-remark">
        <Written text={detail.remark} />
      </span>
      <PictureRow pictures={detail.pictures} />
    </li>
  )
}
