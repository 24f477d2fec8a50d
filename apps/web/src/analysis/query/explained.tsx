import type { Question } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Popover } from 'antd'
import { type ReactNode, useState } from 'react'
import { api } from '../../lib/api.ts'
import { type FigureKind, useFigure } from '../../lib/figures/figure.ts'
import { useLanguage, useText } from '../../lib/i18n.ts'
import { Bone, ErrorState, Loading } from '../../ui/states.tsx'

type Props = {
  question: Question
  metric: string
  /** The keys of the row as the answer has them. */
  row: Record<string, string>
  kind: FigureKind
  children: ReactNode
}

/** A figure that tells where it comes from when it is clicked: formula, tables, rows behind it. */
export function Explained(props: Props) {
  const t = useText()
  const [isOpen, open] = useState(false)
  return (
    <Popover
      trigger="click"
      open={isOpen}
      onOpenChange={open}
      destroyOnHidden
      content={<Explanation {...props} />}
      placement="left"
    >
      <button
        type="button"
        className="query-figure"
        title={t({ zh: '这个数从哪来', en: 'Where this number comes from' })}
      >
        {props.children}
      </button>
    </Popover>
  )
}

function Explanation({ question, metric, row, kind }: Props) {
  const t = useText()
  const figure = useFigure()
  const language = useLanguage()
  const cell = { metric, row }
  const said = useQuery({
    queryKey: ['analysis', 'explain', language, question, cell],
    queryFn: ({ signal }) => api.analysis.explain({ body: { question, cell }, signal }),
  })
  if (said.isError) return <ErrorState error={said.error} onRetry={() => void said.refetch()} />
  if (!said.data)
    return (
      <Loading>
        <Bone width={280} height={80} />
      </Loading>
    )
  const { label, formula, note, parts } = said.data
  return (
    <div className="query-explained">
      <strong>{label}</strong>
      <p>{formula}</p>
      {note !== '' && <p className="query-hint">{note}</p>}
      <table>
        <thead>
          <tr>
            <th scope="col">{t({ zh: '组成', en: 'Part' })}</th>
            <th scope="col">{t({ zh: '数值', en: 'Value' })}</th>
            <th scope="col">{t({ zh: '行数', en: 'Rows' })}</th>
            <th scope="col">{t({ zh: '天数', en: 'Days' })}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(part => (
            <tr key={`${part.name} ${part.side} ${part.table}`}>
              <th scope="row">
                {part.label}
                {part.side === 'compared' && t({ zh: '（对比）', en: ' (compared)' })}
                <small className="query-origin">
                  {part.table} · {part.grain}
                </small>
              </th>
              <td>{part.value === null ? '—' : figure.full(part.value, parts.length === 1 ? kind : {})}</td>
              <td>{part.rows}</td>
              <td>{part.days}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
