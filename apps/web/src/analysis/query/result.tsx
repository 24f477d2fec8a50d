import type { AnalysisAnswer, Question } from '@aisle/contract'
import { Segmented } from 'antd'
import { useState } from 'react'
import { figureColumns, isBlank } from '../../lib/figures/figure.ts'
import type { Dictionary } from '../../lib/figures/use-question.ts'
import { useText } from '../../lib/i18n.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { questionName } from '../views/answer-table.ts'
import { kinds, manyUnits } from '../views/kinds/index.ts'
import { PanelMenu } from '../views/panel-menu.tsx'
import {
  askingOf,
  type ChartName,
  chartNames,
  chartOrder,
  fewLines,
  mostLines,
  mostRanked,
  panelOf,
  ranked,
  usualChart,
  whyNot,
} from './charts.ts'
import { ResultTable } from './result-table.tsx'

type Props = { question: Question; answer: AnalysisAnswer; dictionary: Dictionary; isRefreshing: boolean }

/** The answer of a question, drawn in a way that suits it, and as a table. */
export function Result({ question, answer, dictionary, isRefreshing }: Props) {
  const t = useText()
  const [wish, setWish] = useState<ChartName>()
  const [unit, setUnit] = useState<string>()
  const name = questionName(question, dictionary, t)
  if (isBlank(answer))
    return (
      <Panel id="result" title={t({ zh: '结果', en: 'Answer' })} state="empty" className="view-panel">
        <EmptyState
          text={t({
            zh: '该条件下没有数据，可放宽日期、地域或筛选',
            en: 'There is no data for this. Widen dates, places or filters.',
          })}
        />
      </Panel>
    )
  const suits = (chart: ChartName) => whyNot(chart, question, answer) === undefined
  const chart = wish !== undefined && suits(wish) ? wish : usualChart(question, answer)
  const Drawn = chart && kinds[chart]
  const few = fewLines(question, answer)
  const columns = figureColumns(answer)
  const rankCut = chart === 'rank' && answer.rows.length > mostRanked ? answer.rows.length : undefined
  const cut = few.cut ?? rankCut
  const isOneScale = chart !== undefined && !manyUnits.has(chart)
  const shown = columns.find(({ id }) => id === unit) ?? columns[0]
  const rows = chart === 'rank' ? ranked(question, answer, shown?.id ?? '') : few.rows
  const panel = chart && panelOf(question, chart, name)
  const drawing = (columnsShown: typeof columns) =>
    Drawn &&
    panel && (
      <Drawn
        panel={panel}
        asking={askingOf(question, answer)}
        answer={{ ...answer, rows }}
        columns={columnsShown}
        height={300}
        onPick={() => undefined}
        hrefOf={() => undefined}
      />
    )
  const ofOne = isOneScale && shown ? [shown] : columns
  return (
    <>
      {Drawn && panel && (
        <Panel
          id="chart"
          title={isOneScale && shown ? shown.label : t({ zh: '图形', en: 'Chart' })}
          state="ready"
          isRefreshing={isRefreshing}
          className={`view-panel view-${chart}`}
          {...(cut === undefined
            ? {}
            : {
                hint: t(
                  {
                    zh: '图中为最大的 {most} 组，共 {all} 组；表格含全部',
                    en: 'The largest {most} of {all} groups; the table has all',
                  },
                  { most: few.cut === undefined ? mostRanked : mostLines, all: cut },
                ),
              })}
          actions={
            <>
              {isOneScale && columns.length > 1 && shown && (
                <Segmented
                  size="small"
                  value={shown.id}
                  options={columns.map(({ id, label }) => ({ value: id, label }))}
                  onChange={setUnit}
                />
              )}
              <Segmented<ChartName>
                size="small"
                aria-label={t({ zh: '图形', en: 'Chart' })}
                value={chart}
                options={chartOrder.map(kind => {
                  const reason = whyNot(kind, question, answer)
                  return {
                    value: kind,
                    label: t(chartNames[kind]),
                    disabled: reason !== undefined,
                    ...(reason ? { title: t(reason) } : {}),
                  }
                })}
                onChange={setWish}
              />
              <PanelMenu
                panel={{ ...panel, title: { zh: name, en: name } }}
                questions={() => [question]}
                copy={() => (
                  <Panel id="chart" title={name} state="ready" className={`view-panel view-${chart}`}>
                    <div className="panel-body">{drawing(ofOne)}</div>
                  </Panel>
                )}
                width={1000}
              />
            </>
          }
        >
          <div className={chart === 'kpi' || chart === 'pivot' ? 'panel-flush' : 'panel-body'}>
            {drawing(ofOne)}
          </div>
        </Panel>
      )}
      <Panel
        id="result"
        title={t({ zh: '数据表', en: 'Table' })}
        state="ready"
        isRefreshing={isRefreshing}
        hint={t(
          { zh: '{rows} 行 · 点数字看来源', en: '{rows} rows · click a figure for its origin' },
          { rows: answer.rows.length },
        )}
        className="view-panel"
      >
        <ResultTable question={question} answer={answer} dictionary={dictionary} />
      </Panel>
    </>
  )
}
