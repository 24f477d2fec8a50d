import {
  type ExportTemplate,
  type Question,
  type ScheduleRhythm,
  scheduleLimits,
  schedulePeriods,
  scheduleRhythms,
} from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented, Select } from 'antd'
import { useState } from 'react'
import { api } from '../lib/api.ts'
import { useText } from '../lib/i18n.ts'
import { toast } from '../ui/toast.tsx'
import { Field } from './export-form.tsx'
import { exportQueries } from './queries.ts'
import { hourText, weekdays, scheduleWords as words } from './schedule-text.ts'

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: hourText(hour) }))
const monthDays = Array.from({ length: 31 }, (_, index) => index + 1)
const usual: Record<ScheduleRhythm['every'], ScheduleRhythm['period']> = {
  daily: 'yesterday',
  weekly: 'lastWeek',
  monthly: 'lastMonth',
}

/** When a template is to be exported by itself, over which days, for whom. */
export function ScheduleForm({
  templates,
  first,
  filters,
  placeName,
  onDone,
}: {
  templates: readonly ExportTemplate[]
  /** The template that it begins with. */
  first: string | undefined
  filters: NonNullable<Question['filters']>
  placeName: string
  /** It was saved, or given up. */
  onDone(isSaved: boolean): void
}) {
  const t = useText()
  const people = useQuery(exportQueries.scheduledPeople())
  const [templateId, choose] = useState(first)
  const [rhythm, change] = useState<ScheduleRhythm>({
    every: 'daily',
    day: 1,
    hour: 7,
    period: usual.daily,
  })
  const [userIds, tell] = useState<string[]>([])
  const [isBusy, setBusy] = useState(false)
  const set = (values: Partial<ScheduleRhythm>) => change({ ...rhythm, ...values })

  async function save() {
    if (templateId === undefined) return
    setBusy(true)
    try {
      await api.exportSchedules.create({ body: { templateId, ...rhythm, filters, placeName, userIds } })
      onDone(true)
    } catch (error) {
      toast.error(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="panel-body export-form" data-form="schedule">
      <Field label={t(words.template)}>
        <Select
          aria-label={t(words.template)}
          className="export-wide"
          value={templateId}
          options={templates.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={choose}
        />
      </Field>
      <Field label={t(words.rhythm)}>
        <Segmented<ScheduleRhythm['every']>
          aria-label={t(words.rhythm)}
          value={rhythm.every}
          options={scheduleRhythms.map(every => ({ value: every, label: t(words[every]) }))}
          onChange={every => set({ every, day: 1, period: usual[every] })}
        />
        {rhythm.every === 'weekly' && (
          <Select
            aria-label={t(words.weekday)}
            value={rhythm.day}
            options={weekdays.map((day, index) => ({ value: index + 1, label: t(day) }))}
            onChange={day => set({ day })}
          />
        )}
        {rhythm.every === 'monthly' && (
          <>
            <Select
              aria-label={t(words.monthDay)}
              value={rhythm.day}
              options={monthDays.map(day => ({ value: day, label: t(words.monthDayOf, { day }) }))}
              onChange={day => set({ day })}
            />
            {rhythm.day > 28 && <small>{t(words.shortMonths)}</small>}
          </>
        )}
      </Field>
      <Field label={t(words.hour)}>
        <Select
          aria-label={t(words.hour)}
          value={rhythm.hour}
          options={hours}
          onChange={hour => set({ hour })}
        />
      </Field>
      <Field label={t(words.period)}>
        <Segmented<ScheduleRhythm['period']>
          aria-label={t(words.period)}
          value={rhythm.period}
          options={schedulePeriods.map(period => ({ value: period, label: t(words[period]) }))}
          onChange={period => set({ period })}
        />
      </Field>
      <Field label={t(words.places)}>
        <span>{placeName}</span>
        <small>{t(words.placesNote)}</small>
      </Field>
      <Field label={t(words.people)}>
        <Select<string[]>
          mode="multiple"
          aria-label={t(words.people)}
          className="export-wide"
          placeholder={t(words.nobody)}
          maxCount={scheduleLimits.people}
          optionFilterProp="label"
          loading={people.isLoading}
          value={userIds}
          options={(people.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={tell}
        />
        <small>{t(words.peopleNote)}</small>
      </Field>
      <div className="export-actions">
        <Button
          type="primary"
          loading={isBusy}
          disabled={templateId === undefined}
          onClick={() => void save()}
        >
          {t(words.save)}
        </Button>
        <Button onClick={() => onDone(false)}>{t(words.cancel)}</Button>
      </div>
    </div>
  )
}
