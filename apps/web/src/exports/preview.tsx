import type { AnalysisRow, Question } from '@aisle/contract'
import { Table } from 'antd'
import { cellOf, figureColumns, isBlank, memberOf, useFigure } from '../lib/figures/figure.ts'
import { useQuestion } from '../lib/figures/use-question.ts'
import { useText } from '../lib/i18n.ts'
import { Panel, type PanelState } from '../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import { words } from './text.ts'

/** The first hundred rows of what would be exported; figures of fewer than `leastGroup` people stay empty here, too. */
export function Preview({
  question,
  leastGroup = 0,
}: {
  question: Question | undefined
  leastGroup?: number
}) {
  const t = useText()
  const figure = useFigure()
  const answer = useQuestion(question && { ...question, limit: 100 })
  const state: PanelState =
    question === undefined
      ? 'empty'
      : answer.isError
        ? 'error'
        : answer.data === undefined
          ? 'loading'
          : isBlank(answer.data)
            ? 'empty'
            : 'ready'
  const people = (row: AnalysisRow) => cellOf(row, 'visitors').current
  const isFew = (row: AnalysisRow) => leastGroup > 0 && (people(row) ?? leastGroup) < leastGroup
  return (
    <Panel
      id="p2"
      title={t(words.preview)}
      state={state}
      isRefreshing={answer.isFetching && answer.data !== undefined}
      {...(state === 'ready' && answer.data
        ? { hint: t(words.previewNote, { rows: answer.data.meta.rowCount }) }
        : {})}
    >
      {state === 'loading' && (
        <div className="panel-body">
          <Loading>
            <Bone height={200} />
          </Loading>
        </div>
      )}
      {state === 'error' && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      {state === 'empty' && <EmptyState text={t(question ? words.noRows : words.choose)} />}
      {state === 'ready' && answer.data && (
        <Table<AnalysisRow>
          size="small"
          dataSource={answer.data.rows}
          rowKey={row =>
            answer.data?.columns
              .filter(({ kind }) => kind !== 'metric')
              .map(({ id }) => memberOf(row, id).id)
              .join('\u0001') || 'whole'
          }
          scroll={{ x: Math.max(600, answer.data.columns.length * 120) }}
          pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false, size: 'small' }}
          columns={[
            ...answer.data.columns
              .filter(({ kind }) => kind !== 'metric')
              .map(({ id, label }) => ({
                key: id,
                title: label,
                render: (_: unknown, row: AnalysisRow) => memberOf(row, id).name,
              })),
            ...figureColumns(answer.data).map(column => ({
              key: column.id,
              title: figure.unit(column) === '' ? column.label : `${column.label} (${figure.unit(column)})`,
              align: 'right' as const,
              render: (_: unknown, row: AnalysisRow) => {
                const { current } = cellOf(row, column.id)
                return current === null || isFew(row) ? '—' : figure.full(current, column)
              },
            })),
          ]}
        />
      )}
    </Panel>
  )
}
