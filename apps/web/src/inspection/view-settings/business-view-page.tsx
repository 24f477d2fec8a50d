import { type BusinessView, defaultBusinessView } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { sharedQueries } from '../../lib/queries.ts'
import { PageBody } from '../../shell/page.tsx'
import { isShopIn, useScope } from '../../shell/scope.ts'
import { AppliesTo } from '../../shell/settings/applies-to.tsx'
import { LeaveGuard, PhaseTag, phaseOf, SettingsActions } from '../../shell/settings/settings-state.tsx'
import { type Layered, useLayeredForm } from '../../shell/settings/use-layered-form.ts'
import { viewSettingsQueries } from '../../shell/view-settings.ts'
import { Panel, stateOf } from '../../ui/panel.tsx'
import { Bone, ErrorState, Loading } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { RulesPanel } from './rules-panel.tsx'
import { SettingsPage } from './settings-page.tsx'
import { TargetsPanel } from './targets-panel.tsx'
import { areThresholdsFine, ThresholdsPanel } from './thresholds-panel.tsx'
import { ConflictNote } from './total-view-page.tsx'
import { isConflict, useRules, useTargets } from './use-business.ts'
import './view-settings.css'

/** How business pages count: opening hours, business days, holidays, targets per shop, thresholds and colours. */
export function BusinessViewPage() {
  const query = useQuery(viewSettingsQueries.businessView())
  return (
    <SettingsPage id="p3" query={query}>
      {data => <Settings data={data} />}
    </SettingsPage>
  )
}

function Settings({ data }: { data: Layered<BusinessView> }) {
  const t = useText()
  const name = useName()
  const { scope, shop, trail } = useScope()
  const places = useQuery(sharedQueries.allShops())
  const [year, setYear] = useState(() => new Date().getFullYear())
  const [isSaving, setSaving] = useState(false)
  const [wasSaved, setSaved] = useState(false)
  const [hasConflict, setConflict] = useState(false)
  const form = useLayeredForm(
    data,
    defaultBusinessView,
    body => api.businessView.save({ body }),
    viewSettingsQueries.businessView().queryKey,
  )
  const rules = useRules()
  const targets = useTargets(year)
  const isChanged = form.isChanged || rules.isChanged || targets.isChanged
  const area = trail.at(-1)
  const wanted = new Set(
    (places.data ?? [])
      .filter(one =>
        scope.kind === 'shop'
          ? one.shopid === scope.shopId
          : scope.kind === 'all' || (area !== undefined && isShopIn(one, area.level, area.id)),
      )
      .map(one => one.shopid),
  )
  const shops = rules.shops.filter(one => wanted.has(one.shopId))
  const scopeName = shop
    ? name(shop.shopname, shop.shopnameEn)
    : area
      ? name(area.name, area.nameEn)
      : t({ zh: '全部区域', en: 'All areas' })

  async function save() {
    setSaving(true)
    try {
      await rules.save()
      await targets.save()
      if (form.isChanged) await form.submit()
      setSaved(true)
      setConflict(false)
    } catch (error) {
      if (isConflict(error)) setConflict(true)
      else toast.error(error)
    } finally {
      setSaving(false)
    }
  }
  const discard = () => {
    rules.discard()
    targets.discard()
    form.discard()
    setConflict(false)
  }
  return (
    <PageBody
      hint={
        <>
          {scopeName}
          <PhaseTag phase={phaseOf(isChanged, wasSaved)} />
        </>
      }
      actions={
        <SettingsActions
          phase={phaseOf(isChanged, wasSaved)}
          isSaving={isSaving || form.isSaving}
          isDisabled={!areThresholdsFine(form.value)}
          onSave={() => void save()}
          onDiscard={discard}
        />
      }
    >
      {(hasConflict || form.hasConflict) && <ConflictNote onLoad={discard} />}
      <Panel
        id="p1"
        className="span-7"
        state={stateOf(rules.query)}
        title={t({ zh: '营业口径', en: 'Business rules' })}
        hint={
          rules.query.data &&
          t({ zh: '{n} 家门店', en: '{n, plural, one {# shop} other {# shops}}' }, { n: shops.length })
        }
      >
        <div className="panel-body">
          {rules.query.isError ? (
            <ErrorState error={rules.query.error} onRetry={() => void rules.query.refetch()} />
          ) : rules.query.data ? (
            <RulesPanel
              rules={rules}
              shops={shops}
              mayChangeChain={rules.query.data.mayChangeChain}
              mayChangeCut={rules.query.data.mayChangeCut}
            />
          ) : (
            <Loading>
              <Bone height={240} />
            </Loading>
          )}
        </div>
      </Panel>
      <div className="span-5 settings-column">
        <Panel id="p3" state="ready" title={t({ zh: '阈值与配色', en: 'Thresholds and colours' })}>
          <div className="panel-body">
            <ThresholdsPanel value={form.value} onChange={form.change} />
          </div>
        </Panel>
        <AppliesTo id="applies-to" className="" data={data} form={form} />
      </div>
      <Panel
        id="p2"
        state={stateOf(targets.query)}
        title={t({ zh: '门店目标', en: 'Targets per shop' })}
        hint={t({ zh: '每月客流与销售', en: 'Visits and sales of a month' })}
      >
        <div className="panel-body">
          {targets.query.isError ? (
            <ErrorState error={targets.query.error} onRetry={() => void targets.query.refetch()} />
          ) : (
            <TargetsPanel
              targets={targets}
              shops={shops}
              year={year}
              onYear={setYear}
              scopeName={scopeName}
            />
          )}
        </div>
      </Panel>
      <LeaveGuard isChanged={isChanged} />
    </PageBody>
  )
}
