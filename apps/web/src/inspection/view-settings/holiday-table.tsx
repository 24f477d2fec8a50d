import type { Holiday } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Popover, Segmented, Select } from 'antd'
import { CalendarDays, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { Calendar } from '../../shell/date-picker/calendar.tsx'
import { dateOf, dayOf } from '../../shell/date-picker/periods.ts'
import { Tag } from '../../ui/bits.tsx'
import { ConfirmPopover } from '../../ui/confirm.tsx'
import { Bone, ErrorState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'

const firstYear = 2018
const refresh = () => queryClient.invalidateQueries({ queryKey: ['holidays'] })

/** The holidays of a year: the statutory ones as announced, and days of the chain's own, which count before them. */
export function HolidayTable({ mayChange }: { mayChange: boolean }) {
  const t = useText()
  const name = useName()
  const { date } = useFormat()
  const [thisYear] = useState(() => new Date().getFullYear())
  const [year, setYear] = useState(thisYear)
  const query = useQuery({
    queryKey: ['holidays', `${year}-01-01`, `${year}-12-31`],
    queryFn: ({ signal }) =>
      api.business.holidays({ query: { from: `${year}-01-01`, to: `${year}-12-31` }, signal }),
    placeholderData: previous => previous,
  })
  const label = t({ zh: '年份', en: 'Year' })
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Bone height={120} />
  const { days, source, version, lastYear } = query.data
  return (
    <div className="holidays">
      <div className="field-row">
        <Select
          size="small"
          value={year}
          aria-label={label}
          onChange={setYear}
          options={Array.from({ length: Math.max(lastYear, thisYear) + 1 - firstYear + 1 }, (_, index) => ({
            value: firstYear + index,
            label: String(firstYear + index),
          }))}
        />
        <span className="applies-hint" title={source}>
          {t(
            {
              zh: '国务院办公厅通知，数据版本 {version}',
              en: 'Notices of the State Council, data {version}',
            },
            { version },
          )}
        </span>
      </div>
      {year > lastYear && (
        <p className="applies-hint">
          {t(
            { zh: '{year} 年的放假安排尚未收录', en: 'The holidays of {year} are not included yet' },
            { year: String(year) },
          )}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by the keyboard */}
      <ul className="holiday-days" tabIndex={0}>
        {blocksOf(days).map(block => (
          <li key={block.from}>
            <span>
              {date(dateOf(block.from))}
              {block.to !== block.from && ` – ${date(dateOf(block.to))}`}
            </span>
            <strong>{name(block.nameZh, block.nameEn)}</strong>
            <Tag tone={block.isOff ? 'positive' : 'warning'}>
              {block.isOff ? t({ zh: '休', en: 'Off' }) : t({ zh: '班', en: 'Work' })}
            </Tag>
            {block.isOwn && <Tag tone="primary">{t({ zh: '自定义', en: 'Own' })}</Tag>}
            {block.isOwn && mayChange && (
              <ConfirmPopover
                name={name(block.nameZh, block.nameEn)}
                onConfirm={async () => {
                  await api.business.removeHoliday({ params: { date: block.from } })
                  await refresh()
                }}
              >
                <button
                  type="button"
                  className="icon-button"
                  aria-label={t({ zh: '删除 {day}', en: 'Remove {day}' }, { day: block.from })}
                >
                  <X size={14} aria-hidden />
                </button>
              </ConfirmPopover>
            )}
          </li>
        ))}
      </ul>
      {mayChange && <OwnDay />}
    </div>
  )
}

export type Block = Omit<Holiday, 'date'> & { from: string; to: string }

/** Days of one holiday that follow each other as one line; days of the chain's own each by themselves. */
export function blocksOf(days: readonly Holiday[]): Block[] {
  const blocks: Block[] = []
  for (const { date, ...day } of days) {
    const last = blocks.at(-1)
    const next = last && new Date(dateOf(last.to).getTime() + 26 * 3_600_000)
    const follows =
      last && next && dayOf(next) === date && last.nameZh === day.nameZh && last.isOff === day.isOff
    if (follows && !day.isOwn && !last.isOwn) last.to = date
    else blocks.push({ ...day, from: date, to: date })
  }
  return blocks
}

function OwnDay() {
  const t = useText()
  const [day, setDay] = useState('')
  const [title, setTitle] = useState('')
  const [isOpen, open] = useState(false)
  const [today] = useState(() => dayOf(new Date()))
  const [isOff, setOff] = useState(true)
  const [isSaving, setSaving] = useState(false)
  async function add() {
    setSaving(true)
    try {
      await api.business.saveHoliday({ params: { date: day }, body: { nameZh: title, isOff } })
      setDay('')
      setTitle('')
      await refresh()
    } catch (error) {
      toast.error(error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <div className="field-row">
      <Popover
        open={isOpen}
        onOpenChange={open}
        trigger="click"
        arrow={false}
        destroyOnHidden
        content={
          <Calendar
            value={{ from: day || today, to: day || today }}
            last={`${Number(today.slice(0, 4)) + 2}-12-31`}
            isRange={false}
            months={1}
            onPick={({ from }) => {
              setDay(from)
              open(false)
            }}
          />
        }
      >
        <Button icon={<CalendarDays size={13} />} aria-haspopup="dialog" aria-expanded={isOpen}>
          {day === '' ? t({ zh: '选择日期', en: 'Choose a day' }) : day}
        </Button>
      </Popover>
      <Input
        className="own-day-name"
        value={title}
        maxLength={60}
        placeholder={t({ zh: '名称，如「店庆」', en: 'Name, such as “Anniversary”' })}
        aria-label={t({ zh: '名称', en: 'Name' })}
        onChange={event => setTitle(event.target.value)}
      />
      <Segmented
        value={isOff}
        onChange={setOff}
        options={[
          { value: true, label: t({ zh: '休', en: 'Off' }) },
          { value: false, label: t({ zh: '班', en: 'Work' }) },
        ]}
      />
      <Button
        icon={<Plus size={13} />}
        loading={isSaving}
        disabled={day === '' || title.trim() === ''}
        onClick={() => void add()}
      >
        {t({ zh: '添加', en: 'Add' })}
      </Button>
    </div>
  )
}
