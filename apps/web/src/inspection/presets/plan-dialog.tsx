import { type PlanStep, planSteps } from '@aisle/contract'
import { Button, Checkbox, Input, Modal, Segmented } from 'antd'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { useWritten } from '../../lib/written.ts'
import { Tag } from '../../ui/bits.tsx'
import { panelAttributes, stateOf } from '../../ui/panel.tsx'
import { Bone, ErrorState, Loading } from '../../ui/states.tsx'
import { type PlanTarget, stepOf } from './plan-model.ts'
import { planText as words } from './plan-text.ts'
import type { CameraPlans } from './use-plans.ts'
import './presets.css'

/** When the camera takes pictures by itself: as it stands, at each preset, and on a round over them. */
export function PlanDialog({ plans, timeZone }: { plans: CameraPlans; timeZone: string }) {
  const t = useText()
  const written = useWritten()
  const name = useName()
  const { camera, presets, list, mayChange } = plans
  if (!plans.isOpen) return null
  const state = stateOf(list)
  const title = `${camera.number} ${name(camera.name, camera.nameEn)}`
  return (
    <Modal
      open
      width={560}
      title={t(words.title, { name: title })}
      footer={null}
      onCancel={() => plans.open(false)}
    >
      <div className="plans" {...panelAttributes('plans', state)}>
        <p className="tool-hint">{t(mayChange ? words.hint : words.readOnly)}</p>
        {state === 'loading' && (
          <Loading>
            <Bone height={160} />
          </Loading>
        )}
        {state === 'error' && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
        {state === 'ready' && (
          <>
            <ul className="plan-rows">
              <PlanRow
                plans={plans}
                timeZone={timeZone}
                label={t(words.cameraRow)}
                target={{ cameraId: camera.id, presetId: undefined }}
              />
              {presets.map(preset => (
                <PlanRow
                  key={preset.id}
                  plans={plans}
                  timeZone={timeZone}
                  label={t(words.presetRow, { number: preset.presetIndex, name: written(preset.presetName) })}
                  target={{ cameraId: camera.id, presetId: preset.id }}
                />
              ))}
            </ul>
            {camera.capabilities.presets && <Patrol plans={plans} />}
          </>
        )}
      </div>
    </Modal>
  )
}

function PlanRow({
  plans,
  label,
  target,
  timeZone,
}: {
  plans: CameraPlans
  label: string
  target: PlanTarget
  timeZone: string
}) {
  const t = useText()
  const format = useFormat()
  const [typed, type] = useState('')
  const plan = plans.planOf(target)
  const { times, everyMinutes, from, to } = plan?.schedule ?? {
    times: [],
    everyMinutes: null,
    from: '',
    to: '',
  }
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (typed === '') return
    void plans.add(target, typed.slice(0, 5))
    type('')
  }
  return (
    <li className="plan-row">
      <span className="plan-name ellipsis" title={label}>
        {label}
      </span>
      <span className="plan-times">
        {times.map(time => (
          <span key={time} className="plan-time">
            {time}
            {plans.mayChange && (
              <button
                type="button"
                aria-label={t(words.removeTime, { name: label, time })}
                disabled={plans.isSaving}
                onClick={() => void plans.remove(target, time)}
              >
                <X size={12} aria-hidden />
              </button>
            )}
          </span>
        ))}
        {everyMinutes !== null && (
          <span className="plan-time">{t(words.every, { minutes: everyMinutes, from, to })}</span>
        )}
        {!plan && <span className="tool-hint">{t(words.noTimes)}</span>}
        {plan?.status === 'paused' && <Tag tone="warning">{t(words.paused)}</Tag>}
        {plan && plan.failuresInARow > 0 && (
          <Tag tone="error">{t(words.failures, { count: plan.failuresInARow })}</Tag>
        )}
        {plan?.nextRunAt && (
          <span className="tool-hint">
            {t(words.next, { time: format.moment(new Date(plan.nextRunAt), timeZone) })}
          </span>
        )}
      </span>
      {plans.mayChange && (
        <form className="plan-add" onSubmit={add}>
          <Input
            type="time"
            size="small"
            aria-label={t(words.addTo, { name: label })}
            value={typed}
            onChange={event => type(event.target.value)}
          />
          <Button
            size="small"
            htmlType="submit"
            icon={<Plus size={14} />}
            disabled={typed === '' || plans.isSaving}
          >
            {t(words.add)}
          </Button>
        </form>
      )}
    </li>
  )
}

const stepWords = { 30: words.minutes30, 60: words.minutes60, 120: words.minutes120 } as const
const off = 0
const usualHours = { from: '10:00', to: '22:00' }

function Patrol({ plans }: { plans: CameraPlans }) {
  const t = useText()
  const written = useWritten()
  const id = useId()
  const { patrol, presets, mayChange } = plans
  const [every, choose] = useState<PlanStep>()
  const [hours, setHours] = useState(usualHours)
  const [chosen, pick] = useState<readonly string[]>()
  // What is kept comes once the list is there, and again when it was saved.
  useEffect(() => {
    choose(patrol?.status === 'enabled' ? stepOf(patrol.schedule.everyMinutes) : undefined)
    setHours(patrol ? { from: patrol.schedule.from, to: patrol.schedule.to } : usualHours)
    pick(patrol?.stops.flatMap(stop => stop.presetId ?? []))
  }, [patrol])
  const presetIds = chosen ?? presets.map(({ id }) => id)
  const ordered = presets.filter(({ id }) => presetIds.includes(id)).map(({ id }) => id)
  return (
    <section className="patrol" aria-label={t(words.patrol)}>
      <h3>{t(words.patrol)}</h3>
      <p className="tool-hint">{t(presets.length === 0 ? words.noPresets : words.patrolHint)}</p>
      {presets.length > 0 && (
        <>
          <Segmented
            aria-label={t(words.patrol)}
            disabled={!mayChange}
            value={every ?? off}
            onChange={value => choose(stepOf(Number(value)))}
            options={[
              { value: off, label: t(words.off) },
              ...planSteps.map(step => ({ value: step, label: t(stepWords[step]) })),
            ]}
          />
          {every !== undefined && (
            <div className="patrol-fields">
              <label htmlFor={`${id}-from`}>{t(words.from)}</label>
              <Input
                id={`${id}-from`}
                type="time"
                size="small"
                value={hours.from}
                onChange={event => setHours({ ...hours, from: event.target.value.slice(0, 5) })}
              />
              <label htmlFor={`${id}-to`}>{t(words.to)}</label>
              <Input
                id={`${id}-to`}
                type="time"
                size="small"
                value={hours.to}
                onChange={event => setHours({ ...hours, to: event.target.value.slice(0, 5) })}
              />
              <Checkbox.Group
                aria-label={t(words.stops)}
                value={ordered}
                onChange={ids => pick(ids.map(String))}
                options={presets.map(preset => ({
                  value: preset.id,
                  label: t(words.presetRow, { number: preset.presetIndex, name: written(preset.presetName) }),
                }))}
              />
            </div>
          )}
          {mayChange && (
            <Button
              size="small"
              loading={plans.isSaving}
              disabled={every !== undefined && (ordered.length === 0 || hours.from === '' || hours.to === '')}
              onClick={() => void plans.savePatrol({ everyMinutes: every, ...hours, presetIds: ordered })}
            >
              {t(words.savePatrol)}
            </Button>
          )}
        </>
      )}
    </section>
  )
}
