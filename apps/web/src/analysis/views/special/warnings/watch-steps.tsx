import { type Watch, type WatchAction, watchActions } from '@aisle/contract'
import { Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { isProblem } from '../../../../lib/problem.ts'
import { useSession } from '../../../../lib/session.ts'
import { ConfirmPopover } from '../../../../ui/confirm.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { warningsChanged } from './queries.ts'
import { words } from './words.ts'

const actions = Object.keys(watchActions) as WatchAction[]

/** The steps of a watched place that are allowed now: to register a measure, to end the watch. */
export function WatchSteps({ watch }: { watch: Watch }) {
  const t = useText()
  const name = useName()
  const { can } = useSession()
  const [isOpen, open] = useState(false)
  const [reason, giveReason] = useState('')
  const [measure, giveMeasure] = useState('')
  const [isSending, sending] = useState(false)
  const allowed = actions.filter(
    action =>
      watchActions[action].from.some(one => one === watch.status) && can(watchActions[action].authority),
  )
  if (allowed.length === 0) return <>—</>

  async function take(action: WatchAction) {
    sending(true)
    try {
      await api.warnings.stepWatch({
        params: { watchId: watch.id },
        body: { action, version: watch.version, reason: reason.trim(), remark: measure.trim() },
      })
      toast.success(
        action === 'handle'
          ? { zh: '已登记措施', en: 'Measure registered' }
          : { zh: '已结束关注', en: 'No longer watched' },
      )
      open(false)
    } catch (error) {
      toast.error(isProblem(error) && error.code === 409 ? words.faster : error)
    } finally {
      sending(false)
      void warningsChanged()
    }
  }
  const place = name(watch.nodeName, watch.nodeNameEn)
  return (
    <span className="rule-tools">
      {allowed.includes('handle') && (
        <Button size="small" type="primary" onClick={() => open(true)}>
          {t(watchActions.handle.label)}
        </Button>
      )}
      {allowed.includes('end') && (
        <ConfirmPopover
          question={t({ zh: '不再关注「{place}」？', en: 'Stop watching “{place}”?' }, { place })}
          okText={t(watchActions.end.label)}
          onConfirm={() => take('end')}
        >
          <Button size="small">{t(watchActions.end.label)}</Button>
        </ConfirmPopover>
      )}
      <Modal
        open={isOpen}
        title={`${t(watchActions.handle.label)} · ${place}`}
        okText={t({ zh: '保存', en: 'Save' })}
        cancelText={t({ zh: '取消', en: 'Cancel' })}
        confirmLoading={isSending}
        okButtonProps={{ disabled: measure.trim() === '' }}
        onOk={() => void take('handle')}
        onCancel={() => open(false)}
      >
        <Form layout="vertical">
          <Form.Item label={t({ zh: '原因', en: 'Reason' })} htmlFor={`reason-${watch.id}`}>
            <Input
              id={`reason-${watch.id}`}
              maxLength={500}
              value={reason}
              onChange={event => giveReason(event.target.value)}
            />
          </Form.Item>
          <Form.Item required label={t({ zh: '措施', en: 'Measure' })} htmlFor={`measure-${watch.id}`}>
            <Input.TextArea
              id={`measure-${watch.id}`}
              rows={3}
              maxLength={500}
              value={measure}
              onChange={event => giveMeasure(event.target.value)}
            />
          </Form.Item>
        </Form>
      </Modal>
    </span>
  )
}
