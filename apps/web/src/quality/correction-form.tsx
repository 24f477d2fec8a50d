import { type CorrectionKind, correctionKinds } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { DatePicker, Form, Input, InputNumber, Modal, Select } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { api } from '../lib/api.ts'
import { useText } from '../lib/i18n.ts'
import { addDays, dayOf } from '../shell/date-picker/periods.ts'
import { toast } from '../ui/toast.tsx'
import { qualityChanged, qualityQueries } from './queries.ts'
import { words } from './text.ts'
import { usePlaceWords } from './use-quality.ts'

/** What a correction is asked for; what is left out is filled in by hand. */
export type Draft = {
  shopId: string
  deviceId?: string
  line?: number
  date?: string
  fromHour?: number
  toHour?: number
  eventId?: string
}
const kinds = Object.keys(correctionKinds) as CorrectionKind[]
const hours = Array.from({ length: 25 }, (_, hour) => hour)

/** Asks for a correction of whole hours of a line: nothing changes until somebody else approves. */
export function CorrectionForm({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const t = useText()
  const say = usePlaceWords()
  const lines = useQuery(qualityQueries.lines(draft.shopId))
  const keyOf = (place: { deviceId: string | null; line: number | null }) => `${place.deviceId} ${place.line}`
  const [chosen, choose] = useState(
    draft.deviceId === undefined ? '' : `${draft.deviceId} ${draft.line ?? 1}`,
  )
  const [date, setDate] = useState(draft.date ?? addDays(dayOf(new Date()), -1))
  const [fromHour, setFrom] = useState(draft.fromHour ?? 10)
  const [toHour, setTo] = useState(draft.toHour ?? 22)
  const [kind, setKind] = useState<CorrectionKind>(draft.eventId === undefined ? 'set' : 'estimate')
  const [figures, setFigures] = useState<{ in?: number; out?: number; pass?: number; factor?: number }>({})
  const [reason, setReason] = useState('')
  const [isSending, sending] = useState(false)
  const line = lines.data?.find(one => keyOf(one) === chosen)
  const needed: (keyof typeof figures)[] =
    kind === 'scale'
      ? ['factor']
      : kind === 'set'
        ? line?.nodeKind === 'outside'
          ? ['pass']
          : ['in', 'out']
        : []
  const labels = { in: words.entered, out: words.left, pass: words.passed, factor: words.factor }
  const isWhole =
    line !== undefined &&
    fromHour < toHour &&
    reason.trim() !== '' &&
    needed.every(name => figures[name] !== undefined)

  async function send() {
    if (!line || line.deviceId === null || line.line === null) return
    sending(true)
    try {
      await api.quality.createCorrection({
        body: {
          shopId: draft.shopId,
          deviceId: line.deviceId,
          line: line.line,
          date,
          fromHour,
          toHour,
          kind,
          wanted: Object.fromEntries(needed.map(name => [name, figures[name]])),
          reason: reason.trim(),
          ...(draft.eventId === undefined ? {} : { eventId: draft.eventId }),
        },
      })
      toast.success(words.sent)
      void qualityChanged()
      onClose()
    } catch (error) {
      toast.error(error)
    } finally {
      sending(false)
    }
  }

  return (
    <Modal
      open
      title={t(words.newCorrection)}
      okText={t(words.send)}
      cancelText={t(words.cancel)}
      confirmLoading={isSending}
      okButtonProps={{ disabled: !isWhole }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <Form layout="vertical" className="correction-form">
        <Form.Item label={t(words.place)}>
          <Select
            aria-label={t(words.place)}
            value={chosen === '' ? null : chosen}
            loading={lines.isPending}
            placeholder={t(words.chooseLine)}
            onChange={choose}
            options={(lines.data ?? []).map(one => ({ value: keyOf(one), label: say.line(one) }))}
          />
        </Form.Item>
        <div className="correction-row">
          <Form.Item label={t(words.day)}>
            <DatePicker
              aria-label={t(words.day)}
              allowClear={false}
              value={dayjs(date)}
              onChange={value => value && setDate(value.format('YYYY-MM-DD'))}
            />
          </Form.Item>
          <Form.Item label={t(words.hours)}>
            <span className="correction-row">
              <Select
                aria-label={t(words.fromHour)}
                value={fromHour}
                onChange={setFrom}
                options={hours.slice(0, 24).map(hour => ({ value: hour, label: `${hour}:00` }))}
              />
              –
              <Select
                aria-label={t(words.toHour)}
                value={toHour}
                onChange={setTo}
                options={hours.slice(1).map(hour => ({ value: hour, label: `${hour}:00` }))}
              />
            </span>
          </Form.Item>
        </div>
        <Form.Item label={t(words.what)}>
          <Select<CorrectionKind>
            aria-label={t(words.what)}
            value={kind}
            onChange={setKind}
            options={kinds.map(one => ({ value: one, label: t(correctionKinds[one]) }))}
          />
        </Form.Item>
        {needed.length > 0 && (
          <div className="correction-row">
            {needed.map(name => (
              <Form.Item key={name} label={t(labels[name])}>
                <InputNumber
                  aria-label={t(labels[name])}
                  min={0}
                  max={name === 'factor' ? 10 : 1_000_000}
                  step={name === 'factor' ? 0.05 : 1}
                  {...(name === 'factor' ? {} : { precision: 0 })}
                  value={figures[name] ?? null}
                  onChange={value =>
                    setFigures(({ [name]: _, ...rest }) =>
                      typeof value === 'number' ? { ...rest, [name]: value } : rest,
                    )
                  }
                />
              </Form.Item>
            ))}
          </div>
        )}
        <Form.Item label={t(words.reason)}>
          <Input.TextArea
            aria-label={t(words.reason)}
            rows={2}
            maxLength={500}
            value={reason}
            onChange={event => setReason(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
