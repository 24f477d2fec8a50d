import {
  type ExportOrder,
  exportJobLimits,
  type Granularity,
  type JobFormat,
  type Question,
} from '@aisle/contract'
import { useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { PeriodPicker } from '../shell/date-picker/period-picker.tsx'
import { PageBody } from '../shell/page.tsx'
import { Panel } from '../ui/panel.tsx'
import {
  ChoiceField,
  FormatField,
  GrainField,
  MetricField,
  NameField,
  SubmitButton,
  useMetricChoice,
} from './export-form.tsx'
import { JobList } from './job-list.tsx'
import { Preview } from './preview.tsx'
import { words } from './text.ts'
import { usePlace } from './use-place.ts'
import './exports.css'

const groups = {
  gender: { zh: '性别', en: 'Gender' },
  ageBand: { zh: '年龄段', en: 'Age' },
  customerKind: { zh: '新老客', en: 'New or old' },
  time: { zh: '按日期', en: 'By date' },
} as const
type Group = keyof typeof groups

/** Who the customers are, by shop and day: totals alone, and none of a handful of people. */
export function CustomerPage() {
  const t = useText()
  const { period, asked, placeName } = usePlace()
  const [name, setName] = useState(t({ zh: '客群导出', en: 'Customer export' }))
  const [format, setFormat] = useState<JobFormat>('xlsx')
  const [metrics, setMetrics] = useMetricChoice(['visitors', 'newCustomers', 'oldCustomers', 'dwell'])
  const [by, setBy] = useState<Group[]>(['gender', 'ageBand'])
  const [granularity, setGranularity] = useState<Granularity>('day')
  const dimensions = ['shop', ...by.filter(group => group !== 'time')]
  // Without the number of people nobody could tell a handful from a crowd.
  const all = metrics.includes('visitors') ? metrics : ['visitors', ...metrics]
  const question: Question = {
    ...asked,
    metrics: all,
    dimensions,
    granularity: by.includes('time') ? granularity : 'none',
  }
  const order: ExportOrder | undefined =
    name.trim() !== ''
      ? {
          kind: 'customer',
          name,
          format,
          sheets: [{ title: t({ zh: '客群', en: 'Customers' }), question }],
        }
      : undefined
  return (
    <PageBody hint={placeName} filters={<PeriodPicker period={period} />} className="export-page">
      <Panel
        id="p1"
        title={t(words.settings)}
        hint={t(words.few)}
        state="ready"
        actions={<SubmitButton order={order} />}
      >
        <div className="panel-body export-form">
          <NameField value={name} onChange={setName} />
          <FormatField value={format} onChange={setFormat} />
          <MetricField value={all} by={dimensions} onChange={setMetrics} />
          <ChoiceField
            label={t(words.groups)}
            value={by}
            names={{
              gender: t(groups.gender),
              ageBand: t(groups.ageBand),
              customerKind: t(groups.customerKind),
              time: t(groups.time),
            }}
            onChange={setBy}
          />
          {by.includes('time') && <GrainField value={granularity} onChange={setGranularity} />}
        </div>
      </Panel>
      <Preview question={question} leastGroup={exportJobLimits.leastGroup} />
      <JobList kind="customer" />
    </PageBody>
  )
}
