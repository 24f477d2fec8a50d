import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { useSession } from '../lib/session.ts'
import { PeriodPicker } from '../shell/date-picker/period-picker.tsx'
import { PageBody } from '../shell/page.tsx'
import { KpiStrip } from '../ui/kpi.tsx'
import { QueryPanel } from '../ui/query-panel.tsx'
import { CorrectionForm, type Draft } from './correction-form.tsx'
import { CorrectionList } from './correction-list.tsx'
import { CoveragePanel } from './coverage-panel.tsx'
import { EstimateList } from './estimate-list.tsx'
import { EventDrawer } from './event-drawer.tsx'
import { EventList } from './event-list.tsx'
import { QualityExport } from './quality-export.tsx'
import { qualityQueries } from './queries.ts'
import { SettingsDrawer } from './settings-drawer.tsx'
import { words } from './text.ts'
import { type Tab, useQuality } from './use-quality.ts'
import './quality.css'

/** 数据质量: how much came, what is doubtful, what was estimated, and the ledger of corrections. */
export function QualityPage() {
  const t = useText()
  const { can } = useSession()
  const quality = useQuality()
  const [draft, setDraft] = useState<Draft>()
  const [isSetting, setSetting] = useState(false)
  const { tab, setTab, shopId, days, isReady } = quality
  const summary = useQuery({ ...qualityQueries.summary(days), enabled: isReady })
  const mayAsk = can('warning.handle') || can('device.manage')
  return (
    <PageBody
      className="quality"
      hint={quality.scopeName}
      filters={<PeriodPicker period={quality.period} />}
      actions={
        <>
          {isReady && <QualityExport quality={quality} />}
          <Button icon={<SlidersHorizontal size={14} />} onClick={() => setSetting(true)}>
            {t(words.settings)}
          </Button>
          {mayAsk && (
            <Button
              disabled={shopId === undefined}
              title={shopId === undefined ? t(words.chooseShop) : undefined}
              onClick={() => shopId !== undefined && setDraft({ shopId })}
            >
              {t(words.newCorrection)}
            </Button>
          )}
        </>
      }
    >
      <QueryPanel id="p1" title={t(words.figures)} query={summary} height={72} isFlush>
        {data => (
          <KpiStrip
            items={[
              {
                key: 'coverage',
                label: t(words.coverage),
                value: data.coverage === null ? null : data.coverage * 100,
                unit: '%',
                format: value => value.toFixed(1),
              },
              {
                key: 'imputed',
                label: t(words.imputedShare),
                value: data.imputed === null ? null : data.imputed * 100,
                unit: '%',
                format: value => value.toFixed(2),
              },
              { key: 'open', label: t(words.open), value: data.open },
              { key: 'total', label: t(words.total), value: data.total },
              { key: 'devices', label: t(words.devices), value: data.devices },
              { key: 'waiting', label: t(words.waiting), value: data.waiting },
            ]}
          />
        )}
      </QueryPanel>
      <div className="quality-tabs">
        <Segmented<Tab>
          value={tab}
          aria-label={t(words.tabs)}
          onChange={setTab}
          options={[
            { value: 'coverage', label: t(words.coverage) },
            { value: 'events', label: t(words.events) },
            { value: 'estimates', label: t(words.estimates) },
            { value: 'corrections', label: t(words.corrections) },
          ]}
        />
      </div>
      {tab === 'coverage' && <CoveragePanel quality={quality} />}
      {tab === 'events' && <EventList quality={quality} />}
      {tab === 'estimates' && <EstimateList quality={quality} />}
      {tab === 'corrections' && <CorrectionList quality={quality} />}
      {quality.eventId !== undefined && (
        <EventDrawer
          eventId={quality.eventId}
          quality={quality}
          onCorrect={event => {
            if (event.deviceId === null || event.line === null) return
            setDraft({
              shopId: event.shopId,
              deviceId: event.deviceId,
              line: event.line,
              date: event.date,
              fromHour: Number(event.from.slice(0, 2)),
              toHour: Math.min(24, Math.ceil(Number(event.to.slice(0, 2)) + Number(event.to.slice(3)) / 60)),
              eventId: event.id,
            })
          }}
        />
      )}
      {draft && <CorrectionForm draft={draft} onClose={() => setDraft(undefined)} />}
      {isSetting && <SettingsDrawer onClose={() => setSetting(false)} />}
    </PageBody>
  )
}
