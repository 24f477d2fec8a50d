import type { Correction, ExportOrder, JobFormat } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Input, Segmented, Table } from 'antd'
import { useState } from 'react'
import { useMoneyScale } from '../lib/figures/money.ts'
import { useName, useText } from '../lib/i18n.ts'
import { useSession } from '../lib/session.ts'
import { PeriodPicker } from '../shell/date-picker/period-picker.tsx'
import { PageBody } from '../shell/page.tsx'
import { paging } from '../ui/paging.ts'
import { Panel, stateOf } from '../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import {
  Field,
  FormatField,
  MetricField,
  MoneyField,
  NameField,
  SubmitButton,
  useMetricChoice,
} from './export-form.tsx'
import { JobList } from './job-list.tsx'
import { exportQueries } from './queries.ts'
import { words } from './text.ts'
import { usePlace } from './use-place.ts'
import './exports.css'

type Split = 'shop' | 'day'

/** Many files in one go, and days that were corrected once more, so that outside systems can be topped up. */
export function BatchPage() {
  const t = useText()
  const { period, asked, placeName } = usePlace()
  const [name, setName] = useState(t({ zh: '批量补导', en: 'Batch' }))
  const [format, setFormat] = useState<JobFormat>('csv')
  const [money, setMoney] = useState(useMoneyScale())
  const [metrics, setMetrics] = useMetricChoice(['visits', 'sales'])
  const [split, setSplit] = useState<Split>('shop')
  const [isCorrected, setCorrected] = useState(false)
  const [since, setSince] = useState(asked.period.from)
  const [pattern, setPattern] = useState('{name}_{shop}{day}')
  const order: ExportOrder | undefined =
    metrics.length > 0 && name.trim() !== '' && (!isCorrected || since !== '')
      ? {
          kind: 'batch',
          name,
          format,
          money,
          split,
          pattern,
          ...(isCorrected ? { correctedSince: since } : {}),
          sheets: [
            {
              title: t({ zh: '数据', en: 'Data' }),
              question: { ...asked, metrics, dimensions: ['shop'], granularity: 'day' },
            },
          ],
        }
      : undefined
  return (
    <PageBody hint={placeName} filters={<PeriodPicker period={period} />} className="export-page">
      <Panel id="p1" title={t(words.batch)} state="ready" actions={<SubmitButton order={order} />}>
        <div className="panel-body export-form">
          <NameField value={name} onChange={setName} />
          <FormatField value={format} onChange={setFormat} />
          <MoneyField value={money} onChange={setMoney} />
          <MetricField value={metrics} by={['shop']} onChange={setMetrics} />
          <Field label={t(words.onePer)}>
            <Segmented<Split>
              aria-label={t(words.onePer)}
              value={split}
              options={[
                { value: 'shop', label: t(words.perShop) },
                { value: 'day', label: t(words.perDay) },
              ]}
              onChange={setSplit}
            />
          </Field>
          <Field label={t(words.corrected)}>
            <Checkbox
              checked={isCorrected}
              aria-label={t(words.corrected)}
              onChange={({ target }) => setCorrected(target.checked)}
            />
            <input
              type="date"
              className="export-date"
              aria-label={t(words.corrected)}
              value={since}
              disabled={!isCorrected}
              onChange={({ target }) => setSince(target.value)}
            />
          </Field>
          <Field label={t(words.pattern)}>
            <Input
              aria-label={t(words.pattern)}
              value={pattern}
              maxLength={100}
              onChange={({ target }) => setPattern(target.value)}
            />
            <small>{t(words.patternNote)}</small>
          </Field>
        </div>
      </Panel>
      <Corrected />
      <JobList kind="batch" />
    </PageBody>
  )
}

/** The ledger of corrections: what counted before, what counts now, who did it and why. */
function Corrected() {
  const t = useText()
  const name = useName()
  const { can } = useSession()
  const [page, turn] = useState(1)
  const maySee = can('warning.view', 'device.view')
  const found = useQuery({ ...exportQueries.corrections(page), enabled: maySee })
  const state = maySee ? stateOf(found, data => data.total === 0) : 'forbidden'
  return (
    <Panel id="p2" title={t(words.correctedTable)} state={state}>
      {state === 'loading' && (
        <div className="panel-body">
          <Loading>
            <Bone height={160} />
          </Loading>
        </div>
      )}
      {state === 'error' && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {state === 'forbidden' && (
        <EmptyState text={t({ zh: '没有查看修正记录的权限', en: 'You may not see corrections' })} />
      )}
      {state === 'empty' && <EmptyState text={t(words.nothingCorrected)} />}
      {state === 'ready' && found.data && (
        <Table<Correction>
          size="small"
          rowKey="id"
          dataSource={found.data.records}
          scroll={{ x: 800 }}
          pagination={{
            ...paging,
            current: page,
            pageSize: found.data.size,
            total: found.data.total,
            onChange: turn,
          }}
          columns={[
            { title: t(words.shop), render: (_, row) => name(row.shopname, row.shopnameEn) },
            { title: t(words.day), render: (_, row) => `${row.date} ${row.fromHour}:00–${row.toHour}:00` },
            { title: t(words.before), align: 'right', render: (_, row) => row.before?.in ?? '—' },
            { title: t(words.after), align: 'right', render: (_, row) => row.after?.in ?? '—' },
            { title: t(words.who), render: (_, row) => row.requestedBy?.userName ?? '—' },
            { title: t(words.why), ellipsis: true, dataIndex: 'reason' },
          ]}
        />
      )}
    </Panel>
  )
}
