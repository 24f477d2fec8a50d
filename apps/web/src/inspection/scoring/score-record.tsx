import type { Evaluation, EvaluationDetail, EvaluationSummary } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { ChevronLeft } from 'lucide-react'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { Tag } from '../../ui/bits.tsx'
import { panelAttributes, stateOf } from '../../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { Written } from '../../ui/written.tsx'
import { EvaluationActions } from '../evaluation/evaluation-actions.tsx'
import { EvaluationHistory } from '../evaluation/evaluation-history.tsx'
import { StatusTag } from '../evaluation/status.tsx'
import { scoringQueries } from './queries.ts'
import { scoringText as words } from './text.ts'
import type { Scoring } from './use-scoring.ts'

function StatusTags({ evaluation }: { evaluation: EvaluationSummary }) {
  const t = useText()
  return (
    <>
      <StatusTag status={evaluation.evaluationStatus} />
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
      {evaluation.data && (
        <footer className="score-foot score-record-foot">
          <EvaluationActions evaluation={evaluation.data} look="default" />
        </footer>
      )}
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
        <EvaluationHistory history={evaluation.history} />
      </header>
      <ul>
        {evaluation.evaluationDetails.map(detail => (
          <li key={detail.id}>
            <div className="record-line">
              <span>{name(detail.itemName, detail.itemNameEn)}</span>
              <Result detail={detail} />
            </div>
            {detail.remark !== '' && (
              <p className="score-hint">
                <Written text={detail.remark} />
              </p>
            )}
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
