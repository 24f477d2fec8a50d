import { defaultTotalView, type TotalView } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { api } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { PageBody } from '../../shell/page.tsx'
import { AppliesTo } from '../../shell/settings/applies-to.tsx'
import { LeaveGuard, PhaseTag, SettingsActions } from '../../shell/settings/settings-state.tsx'
import { type Layered, useLayeredForm } from '../../shell/settings/use-layered-form.ts'
import { viewSettingsQueries } from '../../shell/view-settings.ts'
import { Panel } from '../../ui/panel.tsx'
import { Miniature } from './miniature.tsx'
import { SettingsPage } from './settings-page.tsx'
import { TotalViewForm } from './total-view-form.tsx'

/** Which cards and figures the overview shows, in what order and width, and for whom. */
export function TotalViewPage() {
  const query = useQuery(viewSettingsQueries.totalView())
  return (
    <SettingsPage id="p1" query={query}>
      {data => <Settings data={data} />}
    </SettingsPage>
  )
}

function Settings({ data }: { data: Layered<TotalView> }) {
  const t = useText()
  const form = useLayeredForm(
    data,
    defaultTotalView,
    body => api.totalView.save({ body }),
    viewSettingsQueries.totalView().queryKey,
  )
  return (
    <PageBody
      hint={<PhaseTag phase={form.phase} />}
      actions={
        <SettingsActions
          phase={form.phase}
          isSaving={form.isSaving}
          onSave={() => void form.submit()}
          onDiscard={form.discard}
        />
      }
    >
      {form.hasConflict && <ConflictNote onLoad={form.discard} />}
      <Panel
        id="p1"
        className="span-4"
        state="ready"
        title={t({ zh: '卡片与指标', en: 'Cards and metrics' })}
      >
        <div className="panel-body">
          <TotalViewForm value={form.value} onChange={form.change} />
        </div>
      </Panel>
      <Panel
        id="p2"
        className="span-5"
        state="ready"
        title={t({ zh: '版式预览', en: 'Layout preview' })}
        hint={t({ zh: '当前数据', en: 'With current data' })}
      >
        <div className="panel-body">
          <Miniature view={form.value} />
        </div>
      </Panel>
      <AppliesTo id="p3" className="span-3" data={data} form={form} />
      <LeaveGuard isChanged={form.isChanged} />
    </PageBody>
  )
}

/** Someone saved meanwhile: theirs can be loaded, or this one saved over it. */
export function ConflictNote({ onLoad }: { onLoad: () => void }) {
  const t = useText()
  return (
    <Alert
      className="conflict-note"
      type="warning"
      showIcon
      title={t({
        zh: '设置已被他人修改。载入最新内容，或再次保存以你的为准。',
        en: 'Someone else changed these settings. Load theirs, or save again to keep yours.',
      })}
      action={
        <Button size="small" onClick={onLoad}>
          {t({ zh: '载入最新', en: 'Load the latest' })}
        </Button>
      }
    />
  )
}
