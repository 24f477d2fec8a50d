import type { AnalysisAnswer } from '@aisle/contract'
import type { Dictionary } from '../../lib/figures/use-question.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import type { ViewPanel } from './view.ts'

/** What a panel shows and why its parts may not add up: formulas, days, how much was received. */
export function PanelNotes({
  panel,
  answer,
  dictionary,
}: {
  panel: ViewPanel
  answer: AnalysisAnswer | undefined
  dictionary: Dictionary
}) {
  const t = useText()
  const { moment } = useFormat()
  return (
    <div className="view-notes">
      <dl>
        {panel.metrics.map(id => {
          const metric = dictionary.metric(id)
          if (!metric) return null
          return (
            <div key={id}>
              <dt>{t(metric.label)}</dt>
              <dd>
                {t(metric.formula)}
                <small>{t(metric.additivityLabel)}</small>
              </dd>
            </div>
          )
        })}
      </dl>
      {answer && (
        <ul>
          <li>{t({ zh: '日期 {range}', en: 'Days {range}' }, { range: answer.meta.range })}</li>
          {answer.meta.comparedRange && (
            <li>
              {t({ zh: '对比 {range}', en: 'Compared with {range}' }, { range: answer.meta.comparedRange })}
            </li>
          )}
          <li>
            {t({ zh: '门店 {shops} 家', en: '{shops} shops' }, { shops: answer.meta.shops })}
            {answer.meta.comparableShops !== undefined &&
              t(
                { zh: '，可比 {count} 家', en: ', {count} comparable' },
                { count: answer.meta.comparableShops },
              )}
          </li>
          {answer.meta.freshAt && (
            <li>
              {t(
                { zh: '数据更新至 {time}', en: 'Data up to {time}' },
                { time: moment(new Date(answer.meta.freshAt)) },
              )}
            </li>
          )}
          {answer.meta.warnings.map(warning => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
