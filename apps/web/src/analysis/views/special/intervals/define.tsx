import type { Question, Text } from '@aisle/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { Filter, Plus, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { cellOf, useFigure } from '../../../../lib/figures/figure.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { percent } from '../../../../lib/format.ts'
import { useText } from '../../../../lib/i18n.ts'
import { queryClient } from '../../../../lib/queries.ts'
import { Growth } from '../../../../ui/growth.tsx'
import { TimeField } from '../../../../ui/time-field.tsx'
import { toast } from '../../../../ui/toast.tsx'
import type { Special } from '../../kinds/special.ts'
import { pieceQuestion } from '../reading/use-totals.ts'
import { SpecialCard } from '../special-card.tsx'
import { faultOf, type Interval, mostIntervals, overlapped } from './intervals.ts'
import { intervalsKey, keptIntervals } from './kept.ts'
import '../reading/reading.css'
import './intervals.css'

const blank: Interval = { name: '', from: '11:00', to: '14:00' }
const faults: Record<NonNullable<ReturnType<typeof faultOf>>, Text> = {
  name: { zh: '请输入时段名称，最多 20 字', en: 'Give the interval a name of up to 20 characters' },
  time: { zh: '请输入开始与结束时间', en: 'Give both times' },
  empty: { zh: '开始与结束不能相同', en: 'The two times must differ' },
}

/**
 * Parts of the day of the user's own, kept with the user: defined here, each with its visits in the days of the page. The figures of
 * the page are grouped by them as long as there are any; one of them may be the time window of the page.
 */
export function DefineIntervals(props: Special) {
  const { panel, className } = props
  const t = useText()
  const query = useQuery(keptIntervals())
  const [draft, write] = useState(blank)
  const [isTold, tell] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: (value: Interval[]) => api.settings.write({ params: { key: intervalsKey }, body: { value } }),
    onMutate: value => queryClient.setQueryData(keptIntervals().queryKey, value),
    onError: error => toast.error(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keptIntervals().queryKey }),
  })
  const intervals = query.data ?? []
  const fault = faultOf(draft)
  const other = fault ? undefined : overlapped(draft, intervals)
  const overlap = intervals.some((one, index) => overlapped(one, intervals.slice(0, index)))
  const [search, setSearch] = useSearchParams()
  const pageWindow = search.get('window')
  const narrow = (to: string | undefined) =>
    setSearch(
      current => {
        const next = new URLSearchParams(current)
        if (to === undefined) next.delete('window')
        else next.set('window', to)
        return next
      },
      { replace: true },
    )
  const whole = useQuestion(wholeDays(pieceQuestion(props, { metrics: ['visits'] }, props.asking?.compare)))
  const total = cellOf(whole.data?.rows[0], 'visits').current
  const isFull = intervals.length >= mostIntervals
  const add = (event: FormEvent) => {
    event.preventDefault()
    tell(true)
    if (fault || other || isFull) return
    mutate([...intervals, { ...draft, name: draft.name.trim() }])
    write(blank)
    tell(false)
  }
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={query.data ? 'ready' : query.isError ? 'error' : 'loading'}
      error={query.error}
      onRetry={() => void query.refetch()}
      hint={t(
        intervals.length > 0
          ? {
              zh: '本页图表按这些时段分组；仅自己可见',
              en: 'The figures of this page are grouped by these; yours alone',
            }
          : { zh: '仅自己可见', en: 'Seen by you alone' },
      )}
    >
      {intervals.length === 0 && (
        <p className="intervals-none">
          {t({
            zh: '还没有自定义时段，图表按早间、午间、下午、傍晚、夜间分组。添加后改按你的时段分组，其余时间归入「其他」。',
            en: 'No interval of your own yet: the figures go by morning, noon, afternoon, evening and night. Once you add some they go by yours, and the rest of the day is “Others”.',
          })}
        </p>
      )}
      {intervals.length > 0 && (
        <table className="split intervals">
          <thead>
            <tr>
              <th>{t({ zh: '时段', en: 'Interval' })}</th>
              <th>{t({ zh: '起止', en: 'From – to' })}</th>
              <th>{t({ zh: '人次', en: 'Visits' })}</th>
              <th>{t({ zh: '占比', en: 'Share' })}</th>
              {props.asking?.compare && <th>{t({ zh: '增幅', en: 'Growth' })}</th>}
              <th>
                <span className="visually-hidden">{t({ zh: '操作', en: 'Actions' })}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {intervals.map(interval => (
              <Line
                key={`${interval.name} ${interval.from} ${interval.to}`}
                {...props}
                interval={interval}
                total={total}
                isPages={pageWindow === windowOf(interval)}
                onNarrow={narrow}
                onRemove={() => mutate(intervals.filter(one => one !== interval))}
              />
            ))}
          </tbody>
        </table>
      )}
      <form className="intervals-form" onSubmit={add}>
        <label htmlFor="interval-name">
          {t({ zh: '名称', en: 'Name' })}
          <Input
            id="interval-name"
            size="small"
            maxLength={20}
            value={draft.name}
            placeholder={t({ zh: '如：午市', en: 'for example Lunch' })}
            onChange={event => write({ ...draft, name: event.target.value })}
          />
        </label>
        <label htmlFor="interval-from">
          {t({ zh: '开始', en: 'From' })}
          <TimeField id="interval-from" value={draft.from} onChange={from => write({ ...draft, from })} />
        </label>
        <label htmlFor="interval-to">
          {t({ zh: '结束', en: 'To' })}
          <TimeField id="interval-to" value={draft.to} onChange={to => write({ ...draft, to })} />
        </label>
        <Button
          htmlType="submit"
          size="small"
          icon={<Plus size={14} aria-hidden />}
          loading={isPending}
          disabled={isFull}
        >
          {t({ zh: '添加时段', en: 'Add' })}
        </Button>
        {isTold && fault && <p role="alert">{t(faults[fault])}</p>}
        {isTold && other && (
          <p role="alert">
            {t({ zh: '与「{name}」重叠', en: 'It overlaps with {name}' }, { name: other.name })}
          </p>
        )}
        {overlap && (
          <p>
            {t({
              zh: '有时段互相重叠：图表中重叠的时间只计入排在前面的一个',
              en: 'Some of them overlap: in the figures that time counts in the first of them alone',
            })}
          </p>
        )}
        {isFull && (
          <p>
            {t({ zh: '最多 {most} 个时段', en: 'No more than {most} intervals' }, { most: mostIntervals })}
          </p>
        )}
      </form>
    </SpecialCard>
  )
}

/** As the time window of a page stands in its address. */
const windowOf = ({ from, to }: Interval) => `${from},${to}`
/** Shares are of whole days, whatever window the page has. */
const wholeDays = (question: Question | undefined): Question | undefined => {
  if (!question) return undefined
  const { timeWindow: _, ...rest } = question
  return rest
}

function Line({
  interval,
  total,
  isPages,
  onNarrow,
  onRemove,
  ...props
}: Special & {
  interval: Interval
  total: number | null
  /** Whether it is the time window of the page. */
  isPages: boolean
  onNarrow: (to: string | undefined) => void
  onRemove: () => void
}) {
  const t = useText()
  const figure = useFigure()
  const { name, from, to } = interval
  const asked = pieceQuestion(props, { metrics: ['visits'] }, props.asking?.compare)
  const { data, isError } = useQuestion(asked && { ...asked, timeWindow: { from, to } })
  const { current, growth } = cellOf(data?.rows[0], 'visits')
  return (
    <tr>
      <th scope="row" title={name}>
        {name}
      </th>
      <td>
        {from}–{to}
      </td>
      <td>
        {isError
          ? t({ zh: '读取失败', en: 'failed' })
          : current === null
            ? '—'
            : figure.full(current, { unit: 'visits' })}
      </td>
      <td>{current === null || !total ? '—' : percent((current / total) * 100)}</td>
      {props.asking?.compare && (
        <td>
          <Growth value={growth ?? null} />
        </td>
      )}
      <td className="intervals-actions">
        <button
          type="button"
          className="icon-button"
          aria-pressed={isPages}
          title={t({
            zh: '用于本页：所有图表只看此时段',
            en: 'For the page: all figures of this interval alone',
          })}
          aria-label={t({ zh: '本页只看「{name}」', en: 'The page for {name} alone' }, { name })}
          onClick={() => onNarrow(isPages ? undefined : windowOf(interval))}
        >
          <Filter size={14} aria-hidden />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={t({ zh: '删除时段「{name}」', en: 'Remove {name}' }, { name })}
          onClick={onRemove}
        >
          <X size={14} aria-hidden />
        </button>
      </td>
    </tr>
  )
}
