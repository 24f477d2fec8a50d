import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Input, Modal } from 'antd'
import { MonitorPlay, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../../lib/i18n.ts'
import { useMatcher } from '../../lib/matcher.ts'
import { useSession } from '../../lib/session.ts'
import { useAddressFilter, words } from '../../shell/filters.ts'
import { PageBody } from '../../shell/page.tsx'
import { pathOf, useRegistry } from '../../shell/registry.ts'
import { LeaveGuard, PhaseTag, SettingsActions } from '../../shell/settings/settings-state.tsx'
import { Panel, stateOf } from '../../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { PlanFields } from './plan-form.tsx'
import { PlanList } from './plan-list.tsx'
import { rotationPlans } from './queries.ts'
import { Rehearsal } from './rehearsal.tsx'
import { draftOf, isFine, newDraft, usePlanForm } from './use-plan-form.ts'
import '../wall/wall.css'
import './rotation.css'

/** Which cameras turn by themselves on the wall, in what groups, order, seconds and hours. */
export function LoopSettingsPage() {
  const t = useText()
  const matches = useMatcher()
  const { pages } = useRegistry()
  const { user } = useSession()
  const [openId, setOpenId] = useAddressFilter('plan', words)
  const [typed, type] = useAddressFilter('q', words)
  const plans = useQuery(rotationPlans())
  const form = usePlanForm()
  const [asked, ask] = useState<{ run: () => void }>()
  const { draft } = form
  const present = plans.data?.find(plan => plan.id === draft?.id)
  const isReadOnly = present !== undefined && (!present.own || present.hiddenPanes > 0)

  // The plan of the address opens once the list is there; a first visit opens the first one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the list and the address open a plan by themselves
  useEffect(() => {
    if (!plans.data || form.isChanged) return
    const wanted = plans.data.find(plan => plan.id === openId) ?? (openId === '' ? plans.data[0] : undefined)
    if (wanted && wanted.id !== draft?.id) form.open(draftOf(wanted))
  }, [plans.data, openId])

  /** Another plan instead of one with changes is asked about first. */
  const leave = (run: () => void) => (form.isChanged ? ask({ run }) : run())
  const open = (id: string) =>
    leave(() => {
      const plan = plans.data?.find(one => one.id === id)
      if (plan) form.open(draftOf(plan))
      setOpenId(id)
    })
  const add = () =>
    leave(() =>
      form.open(newDraft(t({ zh: '新轮巡方案', en: 'New rotation' }), t({ zh: '分组 1', en: 'Group 1' })), {
        isNew: true,
      }),
    )
  const wallPath = pathOf(pages, 'wall', user)
  const shown = (plans.data ?? []).filter(plan => typed.trim() === '' || matches(plan.name, typed.trim()))

  return (
    <PageBody
      className="loop-settings"
      hint={draft && <PhaseTag phase={form.phase} />}
      actions={
        draft && (
          <SettingsActions
            phase={form.phase}
            isSaving={form.isSaving}
            isDisabled={isReadOnly || !isFine(draft)}
            onSave={() => void form.save()}
            onDiscard={form.discard}
            onRestore={
              isReadOnly
                ? undefined
                : () => {
                    const { panesPerTurn, seconds, fromTime, toTime, isOn } = newDraft('', '')
                    form.change({ panesPerTurn, seconds, fromTime, toTime, isOn })
                  }
            }
          >
            {wallPath && present?.isOn && (
              <Link to={`${wallPath}?rotation=${encodeURIComponent(present.id)}`}>
                <Button icon={<MonitorPlay size={14} />}>
                  {t({ zh: '在视频墙运行', en: 'Run on the wall' })}
                </Button>
              </Link>
            )}
          </SettingsActions>
        )
      }
      filters={
        <>
          <Input.Search
            allowClear
            className="loop-search"
            value={typed}
            placeholder={t({ zh: '搜索方案', en: 'Search plans' })}
            aria-label={t({ zh: '搜索方案', en: 'Search plans' })}
            onChange={event => type(event.target.value)}
          />
          <Button icon={<Plus size={14} />} onClick={add}>
            {t({ zh: '新建方案', en: 'New plan' })}
          </Button>
        </>
      }
    >
      <Panel
        id="p1"
        className="span-3"
        state={stateOf(plans, () => shown.length === 0)}
        title={t({ zh: '轮巡方案', en: 'Rotation plans' })}
        hint={plans.data && String(plans.data.length)}
      >
        {plans.isError ? (
          <ErrorState error={plans.error} onRetry={() => void plans.refetch()} />
        ) : !plans.data ? (
          <Loading>
            <div style={{ display: 'grid', gap: 12, padding: 16 }}>
              <Bone height={40} />
              <Bone height={40} />
            </div>
          </Loading>
        ) : typed.trim() !== '' && shown.length === 0 ? (
          <EmptyState
            text={t({ zh: '没有匹配的方案', en: 'No plan matches' })}
            action={<Button onClick={() => type('')}>{t({ zh: '清除搜索', en: 'Clear the search' })}</Button>}
          />
        ) : (
          <PlanList
            plans={shown}
            openId={draft?.id}
            onOpen={plan => open(plan.id)}
            onAdd={add}
            onRemoved={id => {
              if (id === draft?.id) {
                form.open(undefined)
                setOpenId('')
              }
            }}
          />
        )}
      </Panel>
      <Panel
        id="p2"
        className="span-5"
        state={draft ? 'ready' : 'empty'}
        title={t({ zh: '方案编辑', en: 'Edit plan' })}
      >
        <div className="panel-body">
          {form.hasConflict && present && (
            <Alert
              type="warning"
              showIcon
              title={t({
                zh: '方案已在别处修改，你的内容还没有保存',
                en: 'The plan was changed elsewhere; yours is not saved',
              })}
              action={
                <Button size="small" onClick={() => form.open(draftOf(present))}>
                  {t({ zh: '载入最新', en: 'Load the latest' })}
                </Button>
              }
            />
          )}
          {isReadOnly && (
            <Alert
              type="info"
              showIcon
              title={
                present?.own
                  ? t({
                      zh: '方案含有不在你权限范围内的摄像头，不能在此修改',
                      en: 'Some cameras of this plan are outside your scope: it cannot be changed here',
                    })
                  : t(
                      { zh: '由{name}共享，只能查看和运行', en: 'Shared by {name}: to look at and to run' },
                      { name: present?.ownerName ?? '' },
                    )
              }
            />
          )}
          {draft ? (
            <PlanFields form={form} draft={draft} isReadOnly={isReadOnly} />
          ) : (
            <EmptyState text={t({ zh: '选择或新建一个方案', en: 'Choose a plan or make a new one' })} />
          )}
        </div>
      </Panel>
      <Rehearsal key={draft?.id ?? 'new'} plan={draft ?? newDraft('', '')} />
      <LeaveGuard isChanged={form.isChanged} />
      <Modal
        open={asked !== undefined}
        title={t({ zh: '有修改尚未保存', en: 'There are changes that are not saved' })}
        okText={t({ zh: '放弃修改', en: 'Discard them' })}
        cancelText={t({ zh: '继续编辑', en: 'Go on editing' })}
        okButtonProps={{ danger: true }}
        onOk={() => {
          asked?.run()
          ask(undefined)
        }}
        onCancel={() => ask(undefined)}
      />
    </PageBody>
  )
}
