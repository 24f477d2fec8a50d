import type { Evaluation, EvaluationDetail, EvaluationSummary } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Modal } from 'antd'
import { ChevronLeft, FileText } from 'lucide-react'
import { useId, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { chinese, useLanguage, useName, useText } from '../../lib/i18n.ts'
import { Tag, type Tone } from '../../ui/bits.tsx'
import { panelAttributes, stateOf } from '../../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { refreshEvaluations, scoringQueries } from './queries.ts'
import { scoringText as words } from './text.ts'
import type { Scoring } from './use-scoring.ts'

const statuses = {
  saved: { text: words.statusSaved, tone: 'primary' },
  confirmed: { text: words.statusConfirmed, tone: 'positive' },
  revoked: { text: words.statusRevoked, tone: 'neutral' },
} as const satisfies Record<EvaluationSummary['evaluationStatus'], { text: object; tone: Tone }>

function StatusTags({ evaluation }: { evaluation: EvaluationSummary }) {
  const t = useText()
  const status = statuses[evaluation.evaluationStatus]
  return (
    <>
      <Tag tone={status.tone}>{t(status.text)}</Tag>
      {evaluation.isHoliday === 1 && <Tag>{t(words.weekend)}</Tag>}
    </>
  )
}

/** Evaluations of the shop, latest first; each opens in place. */
export function ScoreHistory({ scoring }: { scoring: Scoring }) {
  const t = useText()
  const format = useFormat()
  const history = useQuery(scoringQueries.history(scoring.shop.shopid))
  const state = stateOf(history, page => page.records.length === 0)
  return (
    <div className="score-body" {...panelAttributes('score-history', state)}>
      {state === 'loading' && (
        <Loading>
          <Bone height={200} />
        </Loading>
      )}
      {state === 'error' && <ErrorState error={history.error} onRetry={() => void history.refetch()} />}
      {state === 'empty' && <EmptyState text={t(words.noHistory)} />}
      <ul className="score-history">
        {history.data?.records.map(each => (
          <li key={each.id}>
            <button type="button" className="score-history-line" onClick={() => scoring.showRecord(each.id)}>
              <strong>{each.score.toFixed(1)}</strong>
              <span>
                {format.legacyMoment(each.evaluationTime)}
                <small className="score-history-by">{each.userName}</small>
              </span>
              <StatusTags evaluation={each} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A submitted evaluation: read only, with its report and a way to revoke it. */
export function ScoreRecord({ scoring, id }: { scoring: Scoring; id: string }) {
  const t = useText()
  const evaluation = useQuery(scoringQueries.evaluation(id))
  return (
    <>
      <div className="score-body" {...panelAttributes('score-record', stateOf(evaluation))}>
        <Button
          type="text"
          size="small"
          icon={<ChevronLeft size={16} />}
          onClick={() => scoring.showRecord(undefined)}
        >
          {t(words.back)}
        </Button>
        {evaluation.isError && (
          <ErrorState error={evaluation.error} onRetry={() => void evaluation.refetch()} />
        )}
        {evaluation.isPending && (
          <Loading>
            <Bone height={240} />
          </Loading>
        )}
        {evaluation.data && <RecordBody evaluation={evaluation.data} />}
      </div>
      {evaluation.data && <RecordActions evaluation={evaluation.data} />}
    </>
  )
}

function RecordBody({ evaluation }: { evaluation: Evaluation }) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  return (
    <article className="score-record">
      <header>
        <strong className="score-figure">{evaluation.score.toFixed(1)}</strong>
        <span className="score-hint">{t(words.outOf)}</span>
        <p>
          {format.legacyMoment(evaluation.evaluationTime)} · {evaluation.userName}{' '}
          <StatusTags evaluation={evaluation} />
        </p>
        {evaluation.evaluationStatus === 'revoked' && evaluation.revokeReason !== '' && (
          <p className="score-due">{t(words.revokedFor, { reason: evaluation.revokeReason })}</p>
        )}
      </header>
      <ul>
        {evaluation.evaluationDetails.map(detail => (
          <li key={detail.id}>
            <div className="record-line">
              <span>{name(detail.itemName, detail.itemNameEn)}</span>
              <Result detail={detail} />
            </div>
            {detail.remark !== '' && <p className="score-hint">{detail.remark}</p>}
            {detail.pictures.length > 0 && (
              <ul className="score-pictures">
                {detail.pictures.map((picture, index) => (
                  <li key={picture.id}>
                    <a href={picture.fileAddr} target="_blank" rel="noreferrer">
                      <img src={picture.thumbnailUrl} alt={t(words.picture, { number: index + 1 })} />
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </article>
  )
}

const tones = { pass: 'positive', deduct: 'negative', na: 'neutral', unscored: 'neutral' } as const

function Result({ detail }: { detail: EvaluationDetail }) {
  const t = useText()
  const said = detail.severity ? ` ${t(words[detail.severity])}` : ''
  return (
    <Tag tone={tones[detail.result]}>
      {detail.result === 'deduct' ? `−${detail.lostScore}${said}` : t(words[detail.result])}
    </Tag>
  )
}

function RecordActions({ evaluation }: { evaluation: Evaluation }) {
  const t = useText()
  const language = useLanguage()
  const [isAsking, ask] = useState(false)
  const report = `/api/pictures/evaluations/${evaluation.id}/report.pdf?language=${language === chinese ? 'zh' : 'en'}`
  return (
    <footer className="score-foot">
      <Button href={report} target="_blank" rel="noreferrer" icon={<FileText size={16} />}>
        {t(words.report)}
      </Button>
      {evaluation.evaluationStatus !== 'revoked' && (
        <Button danger onClick={() => ask(true)}>
          {t(words.revoke)}
        </Button>
      )}
      {isAsking && <RevokeDialog evaluation={evaluation} onClose={() => ask(false)} />}
    </footer>
  )
}

function RevokeDialog({ evaluation, onClose }: { evaluation: Evaluation; onClose: () => void }) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const field = useId()
  const [reason, setReason] = useState('')
  const [isRunning, run] = useState(false)
  async function revoke() {
    run(true)
    try {
      await api.scoring.revoke({ params: { id: evaluation.id }, body: { reason: reason.trim() } })
      toast.success(words.revoked)
      onClose()
      void refreshEvaluations()
    } catch (error) {
      toast.error(error)
      run(false)
    }
  }
  const values = {
    name: name(evaluation.shopname, evaluation.shopnameEn),
    time: format.legacyMoment(evaluation.evaluationTime),
    score: evaluation.score.toFixed(1),
  }
  return (
    <Modal
      open
      width={400}
      title={t(words.revokeAsk, values)}
      okText={t(words.revoke)}
      cancelText={t(words.back)}
      okButtonProps={{ danger: true, disabled: reason.trim() === '' }}
      confirmLoading={isRunning}
      onOk={() => void revoke()}
      onCancel={onClose}
    >
      <label htmlFor={field}>{t(words.revokeReason)}</label>
      <Input.TextArea
        id={field}
        autoFocus
        maxLength={200}
        showCount
        value={reason}
        onChange={event => setReason(event.target.value)}
      />
    </Modal>
  )
}
