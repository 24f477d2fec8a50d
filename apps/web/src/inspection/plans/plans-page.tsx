import type { Plan, PlanStatistics } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Input, Segmented } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../lib/api.ts'
import { percent } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { addDays, dayOf } from '../../shell/date-picker/periods.ts'
import { oneOf, useAddressFilter, wholeNumber, words as wordsFilter } from '../../shell/filters.ts'
import { PageBody, usePage } from '../../shell/page.tsx'
import { areaSelection, useScope } from '../../shell/scope.ts'
import { HeatChart } from '../../ui/chart/heat-chart.tsx'
import { ConfirmPopover } from '../../ui/confirm.tsx'
import { ExportMenu } from '../../ui/export/export-menu.tsx'
import { KpiStrip } from '../../ui/kpi.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { growthOf } from '../records/overview-page.tsx'
import { RecordPanel } from '../records/record-panel.tsx'
import { PlanEditor } from './editor.tsx'
import { PlanTable, pageSize } from './plan-table.tsx'
import { planParts } from './plans-export.ts'
import { type PlacePart, planQueries, plansChanged } from './queries.ts'
import { RunsDrawer } from './runs-drawer.tsx'
import { words } from './text.ts'
import './plans.css'

const statusTabs = ['all', 'enabled', 'paused'] as const
const statusNames = { all: words.all, enabled: words.enabled, paused: words.off }
const shopsShown = 12

/** When the server takes pictures by itself, of what, and how that goes. */
export function SnapPlansPage() {
  const t = useText()
  const name = useName()
  const page = usePage()
  const { can } = useSession()
  const { scope, trail, shop, shopId } = useScope()
  const [search, setSearch] = useSearchParams()
  const [status, setStatus] = useAddressFilter('status', oneOf(statusTabs, 'all'), ['page'])
  const [keyword, setKeyword] = useAddressFilter('q', wordsFilter, ['page'])
  const [pageNumber, turnTo] = useAddressFilter('page', wholeNumber(1))
  const [edited, edit] = useState<Plan | 'new'>()
  const [chosen, choose] = useState<readonly string[]>([])
  const place = useMemo<PlacePart>(
    () =>
      scope.kind === 'shop' ? { shopId: scope.shopId } : scope.kind === 'area' ? areaSelection(trail) : {},
    [scope, trail],
  )
  const isKnown = scope.kind !== 'area' || trail.length > 0
  const filter = {
    ...place,
    ...(status === 'all' ? {} : { status }),
    ...(keyword.trim() === '' ? {} : { keyword: keyword.trim() }),
  }
  const query = useQuery({ ...planQueries.list({ ...filter, pageNumber, pageSize }), enabled: isKnown })
  const today = dayOf(new Date())
  const week = useQuery({ ...planQueries.statistics(place, addDays(today, -6), today), enabled: isKnown })
  const openId = search.get('plan')
  // A notice links to a plan that may stand on another page of the list, or outside the scope that was chosen last.
  const listed = query.data?.records.find(plan => plan.id === openId)
  const linked = useQuery({
    ...planQueries.one(openId ?? ''),
    enabled: openId !== null && query.data !== undefined && !listed,
  })
  const opened = listed ?? (openId === null ? undefined : linked.data?.records[0])
  const open = (planId: string | undefined) => {
    const next = new URLSearchParams(search)
    if (planId === undefined) next.delete('plan')
    else next.set('plan', planId)
    setSearch(next, { replace: true })
  }
  const mayPlan = can('inspect.plan')
  const area = trail.at(-1)
  const scopeName = shop
    ? name(shop.shopname, shop.shopnameEn)
    : scope.kind === 'area' && area
      ? name(area.name, area.nameEn)
      : t({ zh: '全部门店', en: 'All shops' })
  const titleOf = (plan: Plan) => `${plan.cameraNumber} ${name(plan.cameraName, plan.cameraNameEn)}`

  async function act(work: () => Promise<unknown>, done?: () => void) {
    try {
      await work()
      choose([])
      await plansChanged()
      done?.()
    } catch (error) {
      toast.error(error)
    }
  }
  /** Switches plans on or off, and offers to take it back. */
  const switchAll = (ids: string[], isOn: boolean) =>
    act(
      () => (isOn ? api.plans.resume : api.plans.pause)({ body: { ids } }),
      () =>
        toast.undo(isOn ? words.resumed : words.pausedNow, () => void switchAll(ids, !isOn), {
          n: ids.length,
        }),
    )

  return (
    <PageBody
      className="plans"
      hint={scopeName}
      actions={
        <>
          <ExportMenu
            name={page ? t(page.title) : 'Aisle'}
            scope={scopeName}
            filters={keyword.trim() === '' ? [] : [{ label: t(words.search), value: keyword.trim() }]}
            formats={['xlsx']}
            parts={() => planParts(filter, t)}
          />
          {mayPlan && (
            <Button type="primary" icon={<Plus size={14} />} onClick={() => edit('new')}>
              {t(words.add)}
            </Button>
          )}
        </>
      }
      filters={
        <>
          <Segmented
            size="small"
            aria-label={t(words.status)}
            value={status}
            options={statusTabs.map(value => ({ value, label: t(statusNames[value]) }))}
            onChange={setStatus}
          />
          <Input.Search
            size="small"
            allowClear
            className="plan-search"
            aria-label={t(words.search)}
            placeholder={t(words.search)}
            defaultValue={keyword}
            onSearch={setKeyword}
          />
        </>
      }
    >
      <RecordPanel id="p1" title={t(words.figures)} query={week} height={72} isFlush>
        {data => <Figures statistics={data} today={today} />}
      </RecordPanel>
      <RecordPanel
        id="p2"
        title={t(words.list)}
        hint={query.data && t(words.count, { n: query.data.total })}
        query={query}
        height={400}
        isFlush
        actions={
          mayPlan && chosen.length > 0 ? (
            <>
              <span>{t(words.chosen, { n: chosen.length })}</span>
              <Button size="small" onClick={() => void switchAll([...chosen], true)}>
                {t(words.resume)}
              </Button>
              <Button size="small" onClick={() => void switchAll([...chosen], false)}>
                {t(words.pause)}
              </Button>
              <ConfirmPopover
                name={t(words.removeSome, { n: chosen.length })}
                onConfirm={() =>
                  act(
                    () => api.plans.remove({ params: { ids: chosen.join(',') } }),
                    () => toast.success(words.removed, { n: chosen.length }),
                  )
                }
              >
                <Button size="small" danger icon={<Trash2 size={14} />}>
                  {t(words.remove)}
                </Button>
              </ConfirmPopover>
            </>
          ) : (
            !mayPlan && <span className="muted-text">{t(words.readOnly)}</span>
          )
        }
      >
        {data =>
          data.total === 0 ? (
            <EmptyState
              text={t(words.empty)}
              action={
                mayPlan && (
                  <Button type="primary" onClick={() => edit('new')}>
                    {t(words.add)}
                  </Button>
                )
              }
            />
          ) : (
            <PlanTable
              plans={data.records}
              total={data.total}
              pageNumber={pageNumber}
              turnTo={turnTo}
              mayPlan={mayPlan}
              chosen={chosen}
              choose={choose}
              onEdit={edit}
              onOpen={plan => open(plan.id)}
              onSwitch={(plan, isOn) =>
                void act(() =>
                  api.plans.update({
                    params: { planId: plan.id },
                    body: { status: isOn ? 'enabled' : 'paused' },
                  }),
                )
              }
            />
          )
        }
      </RecordPanel>
      <RecordPanel
        id="p4"
        title={t(words.heat)}
        hint={t(words.heatHint)}
        query={week}
        isEmpty={data => data.byHour.length === 0}
        height={240}
      >
        {data => <Hours statistics={data} />}
      </RecordPanel>
      {edited !== undefined && (
        <PlanEditor
          plan={edited === 'new' ? undefined : edited}
          shopId={shopId}
          onClose={() => edit(undefined)}
        />
      )}
      {openId !== null && linked.data?.total === 0 && !listed && (
        <Drawer open size={560} title={t(words.runs)} onClose={() => open(undefined)}>
          <EmptyState text={t(words.gone)} />
        </Drawer>
      )}
      {opened && <RunsDrawer plan={opened} title={titleOf(opened)} onClose={() => open(undefined)} />}
    </PageBody>
  )
}

function Figures({ statistics: { plans, byDay }, today }: { statistics: PlanStatistics; today: string }) {
  const t = useText()
  const now = byDay.find(day => day.date === today)
  const before = byDay.find(day => day.date === addDays(today, -1))
  const lost = (day: typeof now) => (day ? day.failed + day.held + day.offline + day.missed : null)
  return (
    <KpiStrip
      items={[
        {
          key: 'plans',
          label: t(words.plans),
          value: plans.enabled,
          ...(plans.paused > 0 ? { note: t(words.paused, { n: plans.paused }) } : {}),
        },
        {
          key: 'snapshots',
          label: t(words.snapshots),
          value: now?.done ?? null,
          // Today goes on: its part is not set against the whole of yesterday.
          note: t(words.dueAndYesterday, { due: now?.planned ?? 0, yesterday: before?.done ?? 0 }),
        },
        {
          key: 'success',
          label: t(words.success),
          value: now?.successRate ?? null,
          format: percent,
          compared: before?.successRate ?? null,
          growth: growthOf(now?.successRate ?? null, before?.successRate),
        },
        {
          key: 'troubled',
          label: t(words.troubled),
          value: lost(now),
          note: t(words.lostYesterday, { n: lost(before) ?? 0 }),
        },
      ]}
    />
  )
}

/** Pictures taken by hour and shop, those with most first. */
function Hours({ statistics: { byHour } }: { statistics: PlanStatistics }) {
  const t = useText()
  const name = useName()
  const shops = new Map<string, { label: string; total: number }>()
  for (const row of byHour) {
    const known = shops.get(row.shopId)
    shops.set(row.shopId, {
      label: name(row.shopname, row.shopnameEn),
      total: (known?.total ?? 0) + row.done,
    })
  }
  const shown = [...shops].sort(([, a], [, b]) => b.total - a.total).slice(0, shopsShown)
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  const doneAt = new Map(byHour.map(row => [`${row.shopId} ${row.hour}`, row.done]))
  return (
    <HeatChart
      rows={shown.map(([, shop]) => shop.label)}
      columns={hours.map(hour => String(hour).padStart(2, '0'))}
      values={shown.map(([shopId]) => hours.map(hour => doneAt.get(`${shopId} ${hour}`) ?? 0))}
      height={Math.max(120, shown.length * 26 + 40)}
      summary={t(words.heatHint)}
    />
  )
}
