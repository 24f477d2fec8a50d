import type { ExportOrder, Granularity, JobFormat, Question } from '@aisle/contract'
import { useState } from 'react'
import { useMoneyScale } from '../lib/figures/money.ts'
import { useText } from '../lib/i18n.ts'
import { PeriodPicker } from '../shell/date-picker/period-picker.tsx'
import { PageBody } from '../shell/page.tsx'
import { Panel } from '../ui/panel.tsx'
import {
  ChoiceField,
  CompareField,
  comparedWith,
  FormatField,
  GrainField,
  MetricField,
  MoneyField,
  NameField,
  noComparison,
  SubmitButton,
  useMetricChoice,
} from './export-form.tsx'
import { JobList } from './job-list.tsx'
import { Preview } from './preview.tsx'
import { type SheetName, sheetNames, words } from './text.ts'
import { usePlace } from './use-place.ts'
import './exports.css'

const groupsOf: Record<SheetName, { dimensions: string[]; isTimed: boolean }> = {
  detail: { dimensions: ['shop'], isTimed: true },
  shops: { dimensions: ['shop'], isTimed: false },
  time: { dimensions: [], isTimed: true },
  provinces: { dimensions: ['province'], isTimed: false },
}

/** One workbook over chosen shops, days, indicators and sheets, for people who need everything in a sheet. */
export function OverallPage() {
  const t = useText()
  const { period, asked, placeName } = usePlace()
  const [name, setName] = useState(t({ zh: '综合导出', en: 'Overall export' }))
  const [format, setFormat] = useState<JobFormat>('xlsx')
  const [money, setMoney] = useState(useMoneyScale())
  const [metrics, setMetrics] = useMetricChoice(['visits', 'visitors', 'sales'])
  const [sheets, setSheets] = useState<SheetName[]>(['detail', 'shops', 'time'])
  const [granularity, setGranularity] = useState<Granularity>('day')
  const [compare, setCompare] = useState<string>(noComparison)
  const questionOf = (sheet: SheetName): Question => ({
    ...asked,
    metrics,
    dimensions: groupsOf[sheet].dimensions,
    granularity: groupsOf[sheet].isTimed ? granularity : 'none',
    ...comparedWith(compare),
  })
  const [first] = sheets
  const order: ExportOrder | undefined =
    metrics.length > 0 && first !== undefined && name.trim() !== ''
      ? {
          kind: 'overall',
          name,
          format,
          money,
          sheets: sheets.map(sheet => ({ title: t(sheetNames[sheet]), question: questionOf(sheet) })),
        }
      : undefined
  return (
    <PageBody hint={placeName} filters={<PeriodPicker period={period} />} className="export-page">
      <Panel id="p1" title={t(words.settings)} state="ready" actions={<SubmitButton order={order} />}>
        <div className="panel-body export-form">
          <NameField value={name} onChange={setName} />
          <FormatField value={format} onChange={setFormat} />
          <MoneyField value={money} onChange={setMoney} />
          <MetricField value={metrics} by={['shop']} onChange={setMetrics} />
          <ChoiceField
            label={t(words.sheets)}
            value={sheets}
            names={{
              detail: t(sheetNames.detail),
              shops: t(sheetNames.shops),
              time: t(sheetNames.time),
              provinces: t(sheetNames.provinces),
            }}
            onChange={setSheets}
          />
          <GrainField value={granularity} onChange={setGranularity} />
          <CompareField value={compare} onChange={setCompare} />
        </div>
      </Panel>
      <Preview question={metrics.length > 0 && first ? questionOf(first) : undefined} money={money} />
      <JobList />
    </PageBody>
  )
}
