import type { DeskFigure } from '@aisle/contract'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { PageBody } from '../../shell/page.tsx'
import { type Kpi, KpiStrip } from '../../ui/kpi.tsx'
import { Panel, stateOf } from '../../ui/panel.tsx'
import { Bone, ErrorState, Loading } from '../../ui/states.tsx'
import { growthOf } from '../problems/problem-figures.tsx'
import { AttentionList } from './attention-list.tsx'
import { DeskPanes } from './desk-panes.tsx'
import { ShopStates } from './shop-states.tsx'
import { deskText as words } from './text.ts'
import { type Desk, useDesk } from './use-desk.ts'
import './desk.css'

/** 区域监控台: shops with their state, four pictures, what asks for attention, and figures against yesterday. */
export function DeskPage() {
  const t = useText()
  const format = useFormat()
  const desk = useDesk()
  const at = desk.query.data?.at
  return (
    <PageBody className="desk" hint={at && t(words.updated, { time: format.clock(new Date(at)) })}>
      <Figures desk={desk} />
      <ShopStates desk={desk} />
      <DeskPanes desk={desk} />
      <AttentionList desk={desk} />
    </PageBody>
  )
}

function Figures({ desk: { query } }: { desk: Desk }) {
  const t = useText()
  const { percent } = useFormat()
  const state = stateOf(query)
  const figures = query.data?.figures
  const kpi = (
    key: string,
    label: string,
    { value, compared }: DeskFigure,
    more: Partial<Kpi> = {},
  ): Kpi => ({
    key,
    label,
    value,
    compared,
    growth: growthOf(value, compared),
    ...more,
  })
  const items: Kpi[] = figures
    ? [
        kpi('devices', t(words.devices), figures.devices),
        kpi('online', t(words.online), figures.devicesOnline, {
          note:
            figures.devices.value > 0
              ? percent((figures.devicesOnline.value / figures.devices.value) * 100)
              : undefined,
        }),
        kpi('warnings', t(words.warnings), figures.warnings, { isLessBetter: true }),
        kpi('patrols', t(words.patrols), figures.patrols),
      ]
    : []
  return (
    <Panel id="p4" state={state} className="desk-figures">
      {state === 'loading' && (
        <Loading>
          <Bone height={72} radius={8} />
        </Loading>
      )}
      {state === 'error' && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {figures && (
        <div title={t(words.yesterday)}>
          <KpiStrip items={items} />
        </div>
      )}
    </Panel>
  )
}
