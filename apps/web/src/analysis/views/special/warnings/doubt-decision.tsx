import { correctionKinds, qualityKinds, qualityStatuses } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useText } from '../../../../lib/i18n.ts'
import { isProblem } from '../../../../lib/problem.ts'
import { useSession } from '../../../../lib/session.ts'
import { Kbd, Tag } from '../../../../ui/bits.tsx'
import { useHotkeys } from '../../../../ui/hotkeys.ts'
import { stateOf } from '../../../../ui/panel.tsx'
import { toast } from '../../../../ui/toast.tsx'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { clockMinutes } from './around.ts'
import { doubtsChanged, warningQueries } from './queries.ts'
import { evidenceOf, tones, useDoubts, usePlaceOf } from './use-doubts.ts'
import { words } from './words.ts'
import './warnings.css'

type Decision = 'explain' | 'estimate' | 'exclude' | 'report'

const group = { zh: '异常清单', en: 'Doubtful data' }

/** Decides about the chosen event: explain it, fill its hours with the estimate, leave them out, or report the device. */
export function DoubtDecision({ panel, className, asking }: Special) {
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
