import type {
  AnalysisAnswer,
  AnalysisRow,
  LayoutColumn,
  MoneyScale,
  Question,
  ShopCodes,
} from '@aisle/contract'
import { Table } from 'antd'
import { cellOf, isBlank, memberOf, useFigure } from '../lib/figures/figure.ts'
import { useDictionary, useQuestion } from '../lib/figures/use-question.ts'
import { useText } from '../lib/i18n.ts'
import { isProblem, messageOf } from '../lib/problem.ts'
import { paging } from '../ui/paging.ts'
import { Panel, type PanelState } from '../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import { words } from './text.ts'

/** The first hundred rows of what would be exported, none where the reader may not see a figure of it; figures of fewer than `leastGroup` people stay empty here, too. */
export function Preview({
  id = 'p2',
  question,
  leastGroup = 0,
  columns,
  money = 'yuan',
  shopCodes = [],
}: {
  id?: string
  question: Question | undefined
  leastGroup?: number
  /** These columns in this order, under their own headings. */
  columns?: readonly LayoutColumn[]
  /** What the file has its amounts in. */
  money?: MoneyScale
  /** What columns of codes hold. */
  shopCodes?: ShopCodes
}) {
  const t = useText()
  const { cell, headingUnit } = useFigure(money)
  const dictionary = useDictionary()
  const refused = (question?.metrics ?? []).flatMap(metric => {
    const entry = dictionary?.metric(typeof metric === 'string' ? metric : metric.metric)
    return entry && !entry.allowed ? [t(entry.label)] : []
  })
  const isAsked = question !== undefined && dictionary !== undefined && refused.length === 0
  const answer = useQuestion(isAsked ? { ...question, limit: 100 } : undefined)
  const isForbidden = refused.length > 0 || (isProblem(answer.error) && answer.error.code === 403)
  const state: PanelState =
    question === undefined
      ? 'empty'
      : isForbidden
        ? 'forbidden'
        : answer.isError
          ? 'error'
          : answer.data === undefined
            ? 'loading'
            : isBlank(answer.data)
              ? 'empty'
              : 'ready'
  const codes = new Map(shopCodes.map(({ shopId, code }) => [shopId, code]))
  const people = (row: AnalysisRow) => cellOf(row, 'visitors').current
  const isFew = (row: AnalysisRow) => leastGroup > 0 && (people(row) ?? leastGroup) < leastGroup
  return (
    <Panel
      id={id}
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
      {state === 'forbidden' && (
        <EmptyState
          text={
            refused.length > 0
              ? t(words.refused, { names: refused.join(t({ zh: '、', en: ', ' })) })
              : messageOf(answer.error)
          }
        />
      )}
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
          pagination={{ ...paging, pageSize: 10, size: 'small' }}
          columns={(columns ?? columnsOf(answer.data)).flatMap(({ kind, name, heading }) => {
            const column = answer.data?.columns.find(({ id: one }) => one === name)
            if (!column) return []
            const { label } = column
            if (kind !== 'metric')
              return {
                key: `${kind} ${name}`,
                title:
                  heading ||
                  (kind === 'code' ? t(words.shopCode) : kind === 'groupId' ? `${label} ID` : label),
                render: (_: unknown, row: AnalysisRow) => {
                  const member = memberOf(row, name)
                  if (kind === 'code') return codes.get(member.id) ?? ''
                  return kind === 'groupId' ? member.id : member.name
                },
              }
            const { text: unit } = headingUnit(column)
            return {
              key: name,
              title: heading || (unit === '' ? label : `${label} (${unit})`),
              align: 'right' as const,
              render: (_: unknown, row: AnalysisRow) => {
                const { current } = cellOf(row, name)
                return current === null || isFew(row) ? '—' : cell(current, column)
              },
            }
          })}
        />
      )}
    </Panel>
  )
}

/** Every column of an answer, groups first. */
const columnsOf = ({ columns }: AnalysisAnswer): LayoutColumn[] =>
  columns
    .map(({ id, kind }) => ({
      kind:
        kind === 'metric' ? ('metric' as const) : kind === 'time' ? ('time' as const) : ('group' as const),
      name: id,
      heading: '',
    }))
    .sort((a, b) => Number(a.kind === 'metric') - Number(b.kind === 'metric'))
