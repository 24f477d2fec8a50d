import {
  type FlowWarning,
  type WarningAction,
  type WarningSeverity,
  type WarningStatus,
  type WholeWarning,
  warningActionNames,
  warningActions,
  warningSeverities,
  warningStatuses,
  warningStatusNames,
} from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Pagination, Select } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { isProblem } from '../../../../lib/problem.ts'
import { useSession } from '../../../../lib/session.ts'
import { words as anyWords, oneOf, useAddressFilter, wholeNumber } from '../../../../shell/filters.ts'
import { Kbd, Tag } from '../../../../ui/bits.tsx'
import { useHotkeys } from '../../../../ui/hotkeys.ts'
import { paging } from '../../../../ui/paging.ts'
import { stateOf } from '../../../../ui/panel.tsx'
import { EmptyState, ErrorState } from '../../../../ui/states.tsx'
import { toast } from '../../../../ui/toast.tsx'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { pageSize, useWhere, warningQueries, warningsChanged } from './queries.ts'
import { useWarningTable } from './warning-table.ts'
import { actionWords, severityTones, statusTones, useWarningWords, words } from './words.ts'
import './warnings.css'

const all = 'all'
const severityNames = Object.keys(warningSeverities) as WarningSeverity[]
const group = { zh: '预警列表', en: 'Warnings' }
const nextText = { zh: '下一条预警', en: 'Next warning' }
const previousText = { zh: '上一条预警', en: 'Previous warning' }

/** The warning chosen on a page, in its address: a notice leads to it. */
export function useChosenWarning() {
  const [id, choose] = useAddressFilter('warning', anyWords)
  return [id === '' ? undefined : id, (next: string | undefined) => choose(next ?? '')] as const
}

/** Warnings, those that nobody dealt with first; the chosen one opens in place, with what was done and what can be. */
export function WarningList({ panel, className, asking }: Special) {
  const t = useText()
  const name = useName()
  const where = useWhere(asking)
  const [status, setStatus] = useAddressFilter(
    'status',
    oneOf<WarningStatus | typeof all>([all, ...warningStatusNames], all),
    ['page', 'warning'],
  )
  const [severity, setSeverity] = useAddressFilter(
    'severity',
    oneOf<WarningSeverity | typeof all>([all, ...severityNames], all),
    ['page', 'warning'],
  )
  const [ruleId, setRule] = useAddressFilter('rule', anyWords, ['page', 'warning'])
  const [page, turnTo] = useAddressFilter('page', wholeNumber(1), ['warning'])
  const [chosen, choose] = useChosenWarning()
  const rules = useQuery(warningQueries.rules())
  const asked = {
    ...where,
    from: asking?.period.from ?? '',
    to: asking?.period.to ?? '',
    ...(status === all ? {} : { status }),
    ...(severity === all ? {} : { severity }),
    ...(ruleId === '' ? {} : { ruleId }),
  }
  const query = useQuery({ ...warningQueries.list(asked, page), enabled: where !== undefined })
  useWarningTable(panel, where && asked)
  const records = query.data?.records ?? []
  // A notice may lead to a warning that the page's days and filters leave out: it stands above them.
  const isListed = records.some(({ id }) => id === chosen)
  const linked = useQuery({ ...warningQueries.one(chosen ?? ''), enabled: chosen !== undefined && !isListed })
  const shown = !isListed && linked.data && chosen ? [linked.data.warning, ...records] : records
  const step = (by: 1 | -1) => {
    const at = shown.findIndex(({ id }) => id === chosen)
    const next = shown[at < 0 ? 0 : at + by]
    if (next) choose(next.id)
  }
  useHotkeys([
    { keys: ['j'], text: nextText, group, run: () => step(1) },
    { keys: ['k'], text: previousText, group, run: () => step(-1) },
  ])
  return (
    <SpecialCard
      panel={panel}
      className={`${className} warnings`}
      state={stateOf(query)}
      error={query.error}
      onRetry={() => void query.refetch()}
      isRefreshing={query.isFetching && query.data !== undefined}
      height={420}
      hint={
        <span className="warning-keys">
          <Kbd keys="j" /> <Kbd keys="k" /> {t({ zh: '上下条', en: 'next and previous' })}
        </span>
      }
    >
      <div className="warning-filters">
        <Select<WarningStatus | typeof all>
          size="small"
          aria-label={t({ zh: '状态', en: 'Status' })}
          value={status}
          onChange={setStatus}
          popupMatchSelectWidth={false}
          options={[
            { value: all, label: t({ zh: '全部状态', en: 'Any status' }) },
            ...warningStatusNames.map(one => ({ value: one, label: t(warningStatuses[one]) })),
          ]}
        />
        <Select<WarningSeverity | typeof all>
          size="small"
          aria-label={t({ zh: '等级', en: 'Severity' })}
          value={severity}
          onChange={setSeverity}
          popupMatchSelectWidth={false}
          options={[
            { value: all, label: t({ zh: '全部等级', en: 'Any severity' }) },
            ...severityNames.map(one => ({ value: one, label: t(warningSeverities[one]) })),
          ]}
        />
        <Select
          size="small"
          aria-label={t({ zh: '规则', en: 'Rule' })}
          value={ruleId}
          onChange={setRule}
          popupMatchSelectWidth={false}
          options={[
            { value: '', label: t({ zh: '全部规则', en: 'Any rule' }) },
            ...(rules.data ?? []).map(rule => ({ value: rule.id, label: name(rule.name, rule.nameEn) })),
          ]}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState
          text={t({
            zh: '所选日期与条件下没有预警',
            en: 'No warnings in these days and with these filters',
          })}
        />
      ) : (
        <ul className="warning-list">
          {shown.map(one => (
            <Line
              key={one.id}
              warning={one}
              isChosen={one.id === chosen}
              onToggle={() => choose(one.id === chosen ? undefined : one.id)}
            />
          ))}
        </ul>
      )}
      <Pagination
        size="small"
        current={page}
        pageSize={pageSize}
        total={query.data?.total ?? 0}
        {...paging}
        onChange={turnTo}
        showTotal={total => t({ zh: '共 {total} 条', en: '{total} in all' }, { total })}
      />
    </SpecialCard>
  )
}

function Line({
  warning,
  isChosen,
  onToggle,
}: {
  warning: FlowWarning
  isChosen: boolean
  onToggle: () => void
}) {
  const t = useText()
  const say = useWarningWords()
  return (
    <li className={isChosen ? 'is-chosen' : ''}>
      <button type="button" className="warning-line" aria-expanded={isChosen} onClick={onToggle}>
        <Tag tone={severityTones[warning.severity]}>{t(warningSeverities[warning.severity])}</Tag>
        <span className="warning-what">
          <strong>
            {say.what(warning)} · {say.where(warning)}
          </strong>
          <span>{say.why(warning)}</span>
        </span>
        <span className="warning-when">{say.when(warning)}</span>
        <Tag tone={statusTones[warning.status]}>{t(warningStatuses[warning.status])}</Tag>
      </button>
      {isChosen && <Detail warning={warning} />}
    </li>
  )
}

/** Who did what, and the steps that are allowed now. */
function Detail({ warning }: { warning: FlowWarning }) {
  const t = useText()
  const format = useFormat()
  const say = useWarningWords()
  const { can } = useSession()
  const query = useQuery(warningQueries.one(warning.id))
  const [remark, write] = useState('')
  const [days, setDays] = useState(7)
  const [running, run] = useState<WarningAction>()
  const current = query.data?.warning ?? warning
  const allowed = warningActionNames.filter(
    action =>
      warningActions[action].from.some(one => one === current.status) &&
      can(warningActions[action].authority),
  )

  async function take(
    action: WarningAction,
    from: FlowWarning,
    comment: string,
  ): Promise<WholeWarning | undefined> {
    run(action)
    try {
      return await api.warnings.step({
        params: { warningId: from.id },
        body: { action, version: from.version, remark: comment, days },
      })
    } catch (error) {
      toast.error(isProblem(error) && error.code === 409 ? words.faster : error)
      return undefined
    } finally {
      run(undefined)
      void warningsChanged()
    }
  }
  async function act(action: WarningAction) {
    const done = await take(action, current, remark.trim())
    if (!done) return
    write('')
    const text = actionWords[action] ?? words.remark
    // Closing can be taken back for a moment; the others are a click away.
    if (action === 'resolve' || action === 'mute')
      toast.undo(text, () => void take('reopen', done.warning, ''))
    else toast.success(text)
  }

  return (
    <div className="warning-detail">
      <p>
        {t({ zh: '规则', en: 'Rule' })}: {say.rule(current)} · {t({ zh: '发生', en: 'Raised' })}{' '}
        {format.moment(new Date(current.raisedAt))}
        {current.mutedUntil !== null && current.status === 'muted' && (
          <>
            {' · '}
            {t({ zh: '静默至', en: 'Muted until' })} {format.moment(new Date(current.mutedUntil))}
          </>
        )}
      </p>
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && query.data.steps.length > 0 && (
        <ol className="warning-steps">
          {query.data.steps.map(step => (
            <li key={`${step.at} ${step.action} ${step.to}`}>
              <span>{format.moment(new Date(step.at))}</span>
              <strong>{t(actionWords[step.action] ?? words.remark)}</strong>
              <span>{step.userName === '' ? t(words.system) : step.userName}</span>
              {(step.reason || step.remark) && (
                <span className="warning-remark">
                  {[step.reason, step.remark].filter(Boolean).join(' → ')}
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
      {allowed.length > 0 && (
        <div className="warning-actions">
          <Input
            aria-label={t(words.remark)}
            placeholder={t({ zh: '备注（选填）', en: 'Comment (optional)' })}
            maxLength={500}
            value={remark}
            onChange={event => write(event.target.value)}
          />
          {allowed.map((action, index) => (
            <Button
              key={action}
              type={index === 0 && action !== 'reopen' ? 'primary' : 'default'}
              loading={running === action}
              disabled={running !== undefined}
              onClick={() => void act(action)}
            >
              {t(warningActions[action].label)}
            </Button>
          ))}
          {allowed.includes('mute') && (
            <Select
              aria-label={t({ zh: '静默多久', en: 'Mute for' })}
              value={days}
              onChange={setDays}
              options={[1, 3, 7, 30].map(value => ({
                value,
                label: t({ zh: '{value} 天', en: '{value, plural, one {# day} other {# days}}' }, { value }),
              }))}
            />
          )}
        </div>
      )}
    </div>
  )
}
