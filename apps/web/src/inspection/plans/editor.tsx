import { defaultPlanTime, type Plan, type PlanSchedule, planSteps } from '@aisle/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Drawer, Segmented, Select, Tag, TreeSelect } from 'antd'
import { useId, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { messageOf } from '../../lib/problem.ts'
import { sharedQueries } from '../../lib/queries.ts'
import { useWritten } from '../../lib/written.ts'
import { panelAttributes } from '../../ui/panel.tsx'
import { TimeField } from '../../ui/time-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { emptySchedule, stepOf } from '../presets/plan-model.ts'
import { planQueries, plansChanged } from './queries.ts'
import { weekdayNames, words } from './text.ts'

type Props = { plan: Plan | undefined; shopId: string | undefined; onClose: () => void }
type Way = 'fixed' | 'repeated'
const stepNames = { 30: words.minutes30, 60: words.minutes60, 120: words.minutes120 }
/** A camera as it stands, or one of its presets, as the value of a tree node. */
const targetOf = (value: string) => {
  const [cameraId = '', presetId] = value.split('/')
  return presetId === undefined ? { cameraId } : { cameraId, presetId }
}

/** One schedule on many cameras and presets at once; of a plan that is there, its own. */
export function PlanEditor({ plan, shopId, onClose }: Props) {
  const t = useText()
  const name = useName()
  const written = useWritten()
  const id = useId()
  const shops = useQuery(sharedQueries.allShops())
  const [shopIds, setShops] = useState<string[]>(plan ? [plan.shopId] : shopId === undefined ? [] : [shopId])
  const [targets, choose] = useState<string[]>(
    plan ? [plan.presetId === null ? plan.cameraId : `${plan.cameraId}/${plan.presetId}`] : [],
  )
  const [schedule, set] = useState<PlanSchedule>(plan?.schedule ?? emptySchedule)
  const [way, setWay] = useState<Way>(plan && plan.schedule.everyMinutes !== null ? 'repeated' : 'fixed')
  const [time, write] = useState<string>(defaultPlanTime)
  const [isSaving, saving] = useState(false)
  const [fault, setFault] = useState<string>()
  const videos = useQueries({ queries: shopIds.map(each => planQueries.videos(each)) })
  const tree = shopIds.map((each, index) => {
    const shop = shops.data?.find(one => one.shopid === each)
    return {
      value: `shop ${each}`,
      title: shop ? name(shop.shopname, shop.shopnameEn) : each,
      checkable: false,
      children: (videos[index]?.data?.records ?? []).map(video => ({
        value: video.onlyId,
        title: name(video.name, video.nameEn),
        children: video.presets.map(preset => ({
          value: `${video.onlyId}/${preset.id}`,
          title: `${name(video.name, video.nameEn)} · ${preset.presetIndex} ${written(preset.presetName)}`,
        })),
      })),
    }
  })
  const fixedTimes = schedule.times.filter(each => each !== defaultPlanTime)
  const kept: PlanSchedule =
    way === 'repeated'
      ? { ...schedule, times: [], everyMinutes: schedule.everyMinutes ?? 60 }
      : { ...schedule, times: fixedTimes, everyMinutes: null }
  const removes = way === 'fixed' && fixedTimes.length === 0

  async function save() {
    if (targets.length === 0) return setFault(t(words.needTargets))
    saving(true)
    setFault(undefined)
    try {
      const { everyMinutes, ...rest } = kept
      const answer = await api.plans.save({
        body: {
          targets: targets.map(targetOf),
          schedule: {
            ...rest,
            times: removes ? [defaultPlanTime] : rest.times,
            everyMinutes: stepOf(everyMinutes) ?? null,
          },
        },
      })
      // Who makes a plan means it to run: one that was switched off on the same camera would keep silent.
      if (!plan && answer.ids.length > 0) await api.plans.resume({ body: { ids: answer.ids } })
      toast.success(words.saved, {
        created: answer.created,
        updated: answer.updated,
        removed: answer.removed,
      })
      await plansChanged()
      onClose()
    } catch (error) {
      setFault(messageOf(error))
    } finally {
      saving(false)
    }
  }

  return (
    <Drawer
      open
      size={560}
      title={t(words.form)}
      onClose={onClose}
      extra={
        <Button
          type="primary"
          loading={isSaving}
          danger={removes && plan !== undefined}
          onClick={() => void save()}
        >
          {t(words.save)}
        </Button>
      }
    >
      <form
        className="plan-form"
        {...panelAttributes('p3', 'ready')}
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
      >
        <p className="muted-text">{t(words.formHint)}</p>
        <label htmlFor={`${id}shops`}>{t(words.shops)}</label>
        <Select
          id={`${id}shops`}
          mode="multiple"
          disabled={plan !== undefined}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t(words.chooseShops)}
          value={shopIds}
          options={(shops.data ?? []).map(shop => ({
            value: shop.shopid,
            label: name(shop.shopname, shop.shopnameEn),
          }))}
          onChange={setShops}
        />
        <label htmlFor={`${id}targets`}>{t(words.targets)}</label>
        <TreeSelect
          id={`${id}targets`}
          treeCheckable
          treeCheckStrictly
          treeDefaultExpandAll
          showSearch
          treeNodeFilterProp="title"
          disabled={plan !== undefined || shopIds.length === 0}
          loading={videos.some(each => each.isPending)}
          maxTagCount={6}
          placeholder={t(words.chooseTargets)}
          value={targets.map(value => ({ value }))}
          treeData={tree}
          onChange={(chosen: readonly { value: string }[]) => choose(chosen.map(({ value }) => value))}
        />
        <span>{t(words.way)}</span>
        <Segmented<Way>
          value={way}
          options={[
            { value: 'fixed', label: t(words.fixed) },
            { value: 'repeated', label: t(words.repeated) },
          ]}
          onChange={setWay}
        />
        {way === 'fixed' ? (
          <div className="plan-times">
            {fixedTimes.map(each => (
              <Tag
                key={each}
                closable={{ 'aria-label': t(words.removeTime, { time: each }) }}
                onClose={() => set({ ...schedule, times: fixedTimes.filter(one => one !== each) })}
              >
                {each}
              </Tag>
            ))}
            <TimeField value={time} aria-label={t(words.addTime)} onChange={write} />
            <Button
              disabled={!/^\d\d:\d\d$/.test(time) || time === defaultPlanTime || fixedTimes.includes(time)}
              onClick={() => set({ ...schedule, times: [...fixedTimes, time].sort() })}
            >
              {t(words.addTime)}
            </Button>
            {removes && (
              <p className={plan ? 'plan-removes' : 'muted-text'}>
                {t(plan ? words.willRemove : words.addFirst)}
              </p>
            )}
          </div>
        ) : (
          <div className="plan-times">
            <Select
              value={kept.everyMinutes}
              aria-label={t(words.repeated)}
              options={planSteps.map(step => ({ value: step, label: t(stepNames[step]) }))}
              onChange={everyMinutes => set({ ...schedule, everyMinutes })}
            />
            <label htmlFor={`${id}from`}>{t(words.from)}</label>
            <TimeField id={`${id}from`} value={schedule.from} onChange={from => set({ ...schedule, from })} />
            <label htmlFor={`${id}to`}>{t(words.to)}</label>
            <TimeField id={`${id}to`} value={schedule.to} onChange={to => set({ ...schedule, to })} />
          </div>
        )}
        <span>{t(words.weekdays)}</span>
        <Checkbox.Group
          value={schedule.weekdays}
          options={weekdayNames.map((day, index) => ({ value: index + 1, label: t(day) }))}
          onChange={weekdays =>
            weekdays.length > 0 && set({ ...schedule, weekdays: [...weekdays].sort((a, b) => a - b) })
          }
        />
        {fault !== undefined && (
          <p role="alert" className="plan-removes">
            {fault}
          </p>
        )}
      </form>
    </Drawer>
  )
}
