import type { EvaluationSummary } from '@aisle/contract'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { Check, FileText, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { chinese, useLanguage, useText } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { toast } from '../../ui/toast.tsx'
import { evaluationsChanged } from './changed.ts'
import { RevokeDialog } from './revoke-dialog.tsx'

const words = {
  confirm: { zh: '确认', en: 'Confirm' },
  confirmed: { zh: '评估已确认', en: 'The evaluation is confirmed' },
  revoke: { zh: '撤销', en: 'Revoke' },
  report: { zh: '报告', en: 'Report' },
  reportPdf: { zh: '报告 PDF', en: 'Report PDF' },
} as const

/** What can be done with an evaluation: only what its state and the user's authorities allow is offered. */
export function EvaluationActions({
  evaluation,
  look = 'link',
}: {
  evaluation: EvaluationSummary
  /** Links in the row of a table, buttons below a record. */
  look?: 'link' | 'default'
}) {
  const t = useText()
  const language = useLanguage()
  const { can } = useSession()
  const [isRevoking, revoke] = useState(false)
  const { id, evaluationStatus: status } = evaluation
  const confirm = useMutation({
    mutationFn: () => api.scoring.updateStatus({ params: { id }, body: { status: 'confirmed' } }),
    onSuccess: () => {
      toast.success(words.confirmed)
      return evaluationsChanged()
    },
    onError: error => {
      toast.error(error)
      // Someone else may have been faster: what is there now is shown.
      void evaluationsChanged()
    },
  })
  const button = { type: look, ...(look === 'link' ? { size: 'small' as const } : {}) }
  return (
    <>
      {can('inspect.score') && status === 'saved' && (
        <Button
          {...button}
          icon={<Check size={14} />}
          loading={confirm.isPending}
          onClick={() => confirm.mutate()}
        >
          {t(words.confirm)}
        </Button>
      )}
      {can('inspect.score') && status !== 'revoked' && (
        <Button {...button} danger icon={<Undo2 size={14} />} onClick={() => revoke(true)}>
          {t(words.revoke)}
        </Button>
      )}
      <Button
        {...button}
        icon={<FileText size={14} />}
        href={`/api/pictures/evaluations/${id}/report.pdf?language=${language === chinese ? 'zh' : 'en'}`}
        target="_blank"
        rel="noopener"
      >
        {t(look === 'link' ? words.report : words.reportPdf)}
      </Button>
      {isRevoking && <RevokeDialog evaluation={evaluation} onClose={() => revoke(false)} />}
    </>
  )
}
