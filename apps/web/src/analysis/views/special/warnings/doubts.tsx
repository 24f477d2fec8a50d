import {
  correctionKinds,
  type Evidence,
  type EvidenceName,
  evidenceNames,
  type QualityEvent,
  type QualityKind,
  type QualityStatus,
  qualityKindNames,
  qualityKinds,
  qualityStatuses,
  qualityStatusNames,
} from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Pagination, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { allPages, wholePageSize } from '../../../../lib/all-pages.ts'
import { api } from '../../../../lib/api.ts'
import { useOfferedTable } from '../../../../lib/figures/notebook.ts'
import { useFormat, wholeMoment } from '../../../../lib/format.ts'
import { type Translate, useName, useText } from '../../../../lib/i18n.ts'
import { isProblem } from '../../../../lib/problem.ts'
import { queryClient } from '../../../../lib/queries.ts'
import { useSession } from '../../../../lib/session.ts'
import { words as anyWords, oneOf, useAddressFilter, wholeNumber } from '../../../../shell/filters.ts'
import { Kbd, Tag, type Tone } from '../../../../ui/bits.tsx'
import { TrendChart } from '../../../../ui/chart/charts.tsx'
import { useHotkeys } from '../../../../ui/hotkeys.ts'
import { stateOf } from '../../../../ui/panel.tsx'
import { EmptyState } from '../../../../ui/states.tsx'
import { toast } from '../../../../ui/toast.tsx'
import type { Asking } from '../../ask.ts'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { clockMinutes } from './around.ts'
import { type DoubtQuery, doubtsChanged, pageSize, useWhere, warningQueries } from './queries.ts'
import { words } from './words.ts'
import './warnings.css'

const all = 'all'
const tones: Record<QualityStatus, Tone> = {
  open: 'error',
  acknowledged: 'neutral',
  corrected: 'positive',
  excluded: 'positive',
  ticketed: 'primary',
  closed: 'neutral',
}
const group = { zh: '异常清单', en: 'Doubtful data' }

/** What the list is narrowed by, in the address; the first event stands chosen until another is. */
function useDoubts(asking: Asking | undefined) {
  const where = useWhere(asking)
  const [kind, setKind] = useAddressFilter(
    'rule',
    oneOf<QualityKind | typeof all>([all, ...qualityKindNames], all),
    ['page', 'event'],
  )
  const [status, setStatus] = useAddressFilter(
    'status',
    oneOf<QualityStatus | typeof all>([all, ...qualityStatusNames], all),
    ['page', 'event'],
  )
  const [page, turnTo] = useAddressFilter('page', wholeNumber(1), ['event'])
  const [event, choose] = useAddressFilter('event', anyWords)
  const devices = asking?.members.device ?? []
  const asked: DoubtQuery = {
    ...where,
    from: asking?.period.from ?? '',
    to: asking?.period.to ?? '',
    ...(devices.length === 0 ? {} : { deviceIds: devices.join(',') }),
    ...(kind === all ? {} : { kind }),
    ...(status === all ? {} : { status }),
  }
  const list = useQuery({ ...warningQueries.doubts(asked, page), enabled: where !== undefined })
  const records = list.data?.records ?? []
  const chosen = event !== '' ? event : records[0]?.id
  const go = (by: 1 | -1) => {
    const next = records[records.findIndex(({ id }) => id === chosen) + by]
    if (next) choose(next.id)
  }
  return {
    asked: where && asked,
    list,
    records,
    chosen,
    choose,
    go,
    kind,
    setKind,
    status,
    setStatus,
    page,
    turnTo,
  }
}

/** Where something was counted. */
function usePlaceOf() {
  const name = useName()
  return (event: QualityEvent) =>
    [
      name(event.shopname, event.shopnameEn),
      name(event.deviceName, event.deviceNameEn) || (event.deviceId ?? ''),
      event.nodeName === '' ? '' : name(event.nodeName, event.nodeNameEn),
    ]
      .filter(part => part !== '')
      .join(' · ')
}

const shares: ReadonlySet<string> = new Set(['share', 'ratio'])
function evidenceOf(evidence: Evidence, t: Translate, number: (value: number) => string) {
  return (Object.entries(evidence) as [EvidenceName, number][]).map(([key, value]) => ({
    key,
    label: t(evidenceNames[key]),
    value: shares.has(key)
      ? `${Math.round(value * 100)}%`
      : number(Number.isInteger(value) ? value : Math.round(value * 10) / 10),
  }))
}

/** Doubtful data with its value, what was to be expected and the decision; one is chosen. */
export function DoubtList({ panel, className, asking }: Special) {
  const t = useText()
  const format = useFormat()
  const place = usePlaceOf()
  const doubts = useDoubts(asking)
  const { asked, list, records, chosen, choose } = doubts
  useOfferedTable(
    asked &&
      (async () => ({
        title: t(panel.title),
        columns: [
          { title: t({ zh: '规则', en: 'Rule' }), kind: 'text' },
          { title: t({ zh: '位置', en: 'Place' }), kind: 'text' },
          { title: t({ zh: '日期', en: 'Day' }), kind: 'text' },
          { title: t({ zh: '时段', en: 'Time' }), kind: 'text' },
          { title: t({ zh: '依据', en: 'Evidence' }), kind: 'text' },
          { title: t({ zh: '状态', en: 'Status' }), kind: 'text' },
          { title: t({ zh: '处理人', en: 'Decided by' }), kind: 'text' },
          { title: t({ zh: '处理时间', en: 'Decided' }), kind: 'text' },
          { title: t({ zh: '说明', en: 'Explanation' }), kind: 'text' },
        ],
        rows: (
          await allPages(pageNumber =>
            queryClient.fetchQuery({
              ...warningQueries.doubts(asked, pageNumber, wholePageSize),
              staleTime: 30_000,
            }),
          )
        ).map(event => [
          t(qualityKinds[event.kind]),
          place(event),
          event.date,
          `${event.from}–${event.to}`,
          evidenceOf(event.evidence, t, format.number)
            .map(({ label, value }) => `${label} ${value}`)
            .join(' · '),
          t(qualityStatuses[event.status]),
          event.decidedBy?.userName ?? '',
          event.decidedAt === null ? null : wholeMoment(new Date(event.decidedAt)),
          event.remark,
        ]),
      })),
  )
  return (
    <SpecialCard
      panel={panel}
      className={`${className} warnings`}
      state={stateOf(list)}
      error={list.error}
      onRetry={() => void list.refetch()}
      isRefreshing={list.isFetching && list.data !== undefined}
      height={420}
    >
      <div className="warning-filters">
        <Select<QualityKind | typeof all>
          size="small"
          aria-label={t({ zh: '规则', en: 'Rule' })}
          value={doubts.kind}
          onChange={doubts.setKind}
          popupMatchSelectWidth={false}
          options={[
            { value: all, label: t({ zh: '全部规则', en: 'Any rule' }) },
            ...qualityKindNames.map(one => ({ value: one, label: t(qualityKinds[one]) })),
          ]}
        />
        <Select<QualityStatus | typeof all>
          size="small"
          aria-label={t({ zh: '状态', en: 'Status' })}
          value={doubts.status}
          onChange={doubts.setStatus}
          popupMatchSelectWidth={false}
          options={[
            { value: all, label: t({ zh: '全部状态', en: 'Any status' }) },
            ...qualityStatusNames.map(one => ({ value: one, label: t(qualityStatuses[one]) })),
          ]}
        />
      </div>
      {records.length === 0 && (
        <EmptyState text={t({ zh: '所选范围内没有异常数据', en: 'Nothing doubtful in these days' })} />
      )}
      <ul className="warning-list">
        {records.map(event => (
          <li key={event.id} className={event.id === chosen ? 'is-chosen' : ''}>
            <button
              type="button"
              className="warning-line"
              aria-pressed={event.id === chosen}
              onClick={() => choose(event.id)}
            >
              <Tag>{t(qualityKinds[event.kind])}</Tag>
              <span className="warning-what">
                <strong>{place(event)}</strong>
                <span>
                  {evidenceOf(event.evidence, t, format.number)
                    .slice(0, 4)
                    .map(({ label, value }) => `${label} ${value}`)
                    .join(' · ')}
                </span>
              </span>
              <span className="warning-when">
                {event.date} {event.from}–{event.to}
              </span>
              <Tag tone={tones[event.status]}>{t(qualityStatuses[event.status])}</Tag>
            </button>
          </li>
        ))}
      </ul>
      <Pagination
        size="small"
        current={doubts.page}
        pageSize={pageSize}
        total={list.data?.total ?? 0}
        showSizeChanger={false}
        hideOnSinglePage
        onChange={doubts.turnTo}
        showTotal={total => t({ zh: '共 {total} 条', en: '{total} in all' }, { total })}
      />
    </SpecialCard>
  )
}

/** The hours of the chosen event's day: entries and exits as counted, what was to be expected, and what pages show. */
export function DoubtCurve({ panel, className, asking }: Special) {
  const t = useText()
  const place = usePlaceOf()
  const { list, chosen } = useDoubts(asking)
  const query = useQuery({ ...warningQueries.doubt(chosen ?? ''), enabled: chosen !== undefined })
  const isNothing = list.data !== undefined && chosen === undefined
  const { event, hours = [] } = query.data ?? {}
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={isNothing ? 'empty' : list.isError ? 'error' : stateOf(query, data => data.hours.length === 0)}
      error={list.error ?? query.error}
      onRetry={() => void (list.isError ? list.refetch() : query.refetch())}
      nothing={
        isNothing
          ? t({ zh: '没有可看的异常数据', en: 'There is nothing doubtful to look at' })
          : t({ zh: '该计数没有逐小时数据', en: 'This counter has no hours on that day' })
      }
      hint={event && `${place(event)} · ${event.date}`}
    >
      {event && (
        <TrendChart
          summary={t({ zh: '逐小时实际值与预期值', en: 'Counted and expected by hour' })}
          categoryName={t({ zh: '小时', en: 'Hour' })}
          height={260}
          shaded={hours.flatMap(({ hour }, index) =>
            hour * 60 < clockMinutes(event.to) && (hour + 1) * 60 > clockMinutes(event.from) ? [index] : [],
          )}
          data={{
            categories: hours.map(({ hour }) => `${String(hour).padStart(2, '0')}:00`),
            series: [
              { name: t({ zh: '进（实际）', en: 'In, counted' }), values: hours.map(({ value }) => value) },
              {
                name: t({ zh: '进（预期）', en: 'In, expected' }),
                values: hours.map(({ expected }) => expected),
                isCompared: true,
              },
              { name: t({ zh: '出（实际）', en: 'Out, counted' }), values: hours.map(({ out }) => out) },
              { name: t({ zh: '报表显示', en: 'Shown' }), values: hours.map(({ shown }) => shown) },
            ],
          }}
        />
      )}
    </SpecialCard>
  )
}

type Decision = 'explain' | 'estimate' | 'exclude' | 'report'

/** Decides about the chosen event: explain it, fill its hours with the estimate, leave them out, or report the device. */
export function Decide({ panel, className, asking }: Special) {
  const t = useText()
  const format = useFormat()
  const place = usePlaceOf()
  const { can } = useSession()
  const { list, chosen, go } = useDoubts(asking)
  const query = useQuery({ ...warningQueries.doubt(chosen ?? ''), enabled: chosen !== undefined })
  const [remarks, write] = useState<Readonly<Record<string, string>>>({})
  const [running, run] = useState<Decision | 'undo'>()
  useHotkeys([
    { keys: ['j'], text: { zh: '下一条异常', en: 'Next event' }, group, run: () => go(1) },
    { keys: ['k'], text: { zh: '上一条异常', en: 'Previous event' }, group, run: () => go(-1) },
  ])
  const event = query.data?.event
  const remark = remarks[chosen ?? ''] ?? ''
  const isNothing = list.data !== undefined && chosen === undefined
  const isOpen = event?.status === 'open'
  const hasHours = event !== undefined && event.deviceId !== null && event.line !== null
  // Explaining and asking for a correction are for those who handle warnings or devices; reporting for everyone with tickets.
  const mayHandle = can('warning.handle', 'device.manage')
  const offered: { id: Decision; text: { zh: string; en: string } }[] = [
    ...(mayHandle
      ? [{ id: 'explain' as const, text: { zh: '说明（数据属实）', en: 'Explain: it is true' } }]
      : []),
    ...(mayHandle && hasHours
      ? [
          { id: 'estimate' as const, text: correctionKinds.estimate },
          { id: 'exclude' as const, text: correctionKinds.exclude },
        ]
      : []),
    ...(can('ticket.view')
      ? [{ id: 'report' as const, text: { zh: '转工单（设备故障）', en: 'Report the device' } }]
      : []),
  ]
  const mayUndo = event?.status === 'acknowledged' && mayHandle

  async function act(
    what: Decision | 'undo',
    work: () => Promise<unknown>,
    done: { zh: string; en: string },
  ) {
    run(what)
    try {
      await work()
      toast.success(done)
      if (what !== 'undo') {
        write({})
        go(1)
      }
    } catch (error) {
      toast.error(isProblem(error) && error.code === 409 ? words.faster : error)
    } finally {
      run(undefined)
      void doubtsChanged()
    }
  }
  function decide(what: Decision) {
    if (!event) return
    const body = { version: event.version, remark: remark.trim() }
    const params = { eventId: event.id }
    if (what === 'explain')
      void act(what, () => api.quality.acknowledge({ params, body }), { zh: '已说明', en: 'Explained' })
    else if (what === 'report')
      void act(what, () => api.quality.report({ params, body }), {
        zh: '已转设备人员处理',
        en: 'Whoever looks after the device was told',
      })
    else if (event.deviceId !== null && event.line !== null) {
      const place = { shopId: event.shopId, deviceId: event.deviceId, line: event.line, date: event.date }
      const fromHour = Math.min(23, Math.floor(clockMinutes(event.from) / 60))
      const toHour = Math.min(24, Math.max(fromHour + 1, Math.ceil(clockMinutes(event.to) / 60)))
      void act(
        what,
        () =>
          api.quality.createCorrection({
            body: {
              ...place,
              fromHour,
              toHour,
              kind: what,
              wanted: {},
              reason: remark.trim(),
              eventId: event.id,
            },
          }),
        { zh: '已提交修正，待审批', en: 'The correction waits for approval' },
      )
    }
  }

  return (
    <SpecialCard
      panel={panel}
      className={`${className} warnings`}
      state={isNothing ? 'empty' : list.isError ? 'error' : stateOf(query)}
      error={list.error ?? query.error}
      onRetry={() => void (list.isError ? list.refetch() : query.refetch())}
      nothing={t({ zh: '没有待处理的异常数据', en: 'There is nothing to decide' })}
      hint={
        <span className="warning-keys">
          <Kbd keys="j" /> <Kbd keys="k" /> {t({ zh: '上下条', en: 'next and previous' })}
        </span>
      }
      actions={
        <span className="rule-tools">
          <Button size="small" onClick={() => go(-1)}>
            {t({ zh: '上一条', en: 'Previous' })}
          </Button>
          <Button size="small" onClick={() => go(1)}>
            {t({ zh: '下一条', en: 'Next' })}
          </Button>
        </span>
      }
    >
      {event && (
        <>
          <p className="doubt-what">
            <strong>{t(qualityKinds[event.kind])}</strong> {place(event)}
            <br />
            {event.date} {event.from}–{event.to}{' '}
            <Tag tone={tones[event.status]}>{t(qualityStatuses[event.status])}</Tag>
          </p>
          <dl className="doubt-facts">
            {evidenceOf(event.evidence, t, format.number).map(({ key, label, value }) => (
              <div key={key}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {event.remark !== '' && (
            <p className="doubt-what">
              {event.decidedBy?.userName} {event.decidedAt && format.moment(new Date(event.decidedAt))}:{' '}
              {event.remark}
            </p>
          )}
          {isOpen && offered.length > 0 && (
            <>
              <Input.TextArea
                aria-label={t({ zh: '说明或原因（必填）', en: 'Explanation or reason (needed)' })}
                placeholder={t({ zh: '说明或原因（必填）', en: 'Explanation or reason (needed)' })}
                rows={2}
                maxLength={500}
                value={remark}
                onChange={change => write({ [event.id]: change.target.value })}
              />
              <div className="warning-actions">
                {offered.map(({ id, text }, index) => (
                  <Button
                    key={id}
                    type={index === 0 ? 'primary' : 'default'}
                    loading={running === id}
                    disabled={remark.trim() === '' || running !== undefined}
                    onClick={() => decide(id)}
                  >
                    {t(text)}
                  </Button>
                ))}
              </div>
              <p className="doubt-what">
                {t({
                  zh: '修正只改报表取数，原始值保留；由另一人审批后生效。',
                  en: 'A correction leaves the raw counts as they are and holds once somebody else approves it.',
                })}
              </p>
            </>
          )}
          {mayUndo && (
            <Button
              loading={running === 'undo'}
              onClick={() =>
                void act(
                  'undo',
                  () =>
                    api.quality.reopen({
                      params: { eventId: event.id },
                      body: { version: event.version, remark: '' },
                    }),
                  { zh: '已撤销说明', en: 'Taken back' },
                )
              }
            >
              {t({ zh: '撤销说明', en: 'Take back' })}
            </Button>
          )}
          <Link to="/quality?tab=corrections">
            {t({ zh: '修正台账与审批', en: 'Ledger of corrections' })}
          </Link>
        </>
      )}
    </SpecialCard>
  )
}
