import type { EvaluationSummary } from '@aisle/contract'
import { useMutation } from '@tanstack/react-query'
import { Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { isProblem } from '../../lib/problem.ts'
import { toast } from '../../ui/toast.tsx'
import { evaluationsChanged } from './changed.ts'

/** Revoking cannot be undone: it names what is revoked, says what follows, and asks why. */
export function RevokeDialog({
  evaluation,
  onClose,
}: {
  evaluation: EvaluationSummary
  onClose: () => void
}) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const field = useId()
  const [reason, setReason] = useState('')
  const shop = name(evaluation.shopname, evaluation.shopnameEn)
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.scoring.revoke({ params: { id: evaluation.id }, body: { reason: reason.trim() } }),
    onSuccess: () => {
      toast.success({ zh: '评估已撤销', en: 'The evaluation is revoked' })
      onClose()
      return evaluationsChanged()
    },
    onError: error => {
      toast.error(error)
      // Someone else may have been faster: what is there now is shown.
      void evaluationsChanged()
      if (isProblem(error) && error.reason === 'revoked') onClose()
    },
  })
  return (
    <Modal
      open
      title={t({ zh: '撤销「{shop}」的评估？', en: 'Revoke the evaluation of “{shop}”?' }, { shop })}
      okText={t({ zh: '撤销评估', en: 'Revoke' })}
      cancelText={t({ zh: '取消', en: 'Cancel' })}
      okButtonProps={{ danger: true, loading: isPending, disabled: reason.trim() === '' }}
      onOk={() => mutate()}
      onCancel={onClose}
    >
      <p>
        {t(
          {
            zh: '{user} {time} 的评估，得分 {score}。撤销后不再计入统计，仍可查看，无法恢复。',
            en: 'By {user}, {time}, score {score}. It will count nowhere, stays readable, and cannot be brought back.',
          },
          {
            user: evaluation.userName,
            time: format.legacyMoment(evaluation.evaluationTime),
            score: evaluation.score.toFixed(1),
          },
        )}
      </p>
      <label className="dialog-field" htmlFor={field}>
        {t({ zh: '撤销原因', en: 'Why' })}
      </label>
      <Input.TextArea
        id={field}
        autoFocus
        rows={3}
        maxLength={200}
        showCount
        value={reason}
        onChange={event => setReason(event.target.value)}
      />
    </Modal>
  )
}
