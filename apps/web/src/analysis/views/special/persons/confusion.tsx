import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../../lib/format.ts'
import { useText } from '../../../../lib/i18n.ts'
import { useSession } from '../../../../lib/session.ts'
import { HeatChart } from '../../../../ui/chart/heat-chart.tsx'
import { stateOf } from '../../../../ui/panel.tsx'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { bandWords } from './checking.ts'
import { personQueries, traitsOf, whereOf } from './queries.ts'

/** How often a recognised age band turned out to be which one; right ones lie on the diagonal. */
export function AgeConfusion({ panel, asking, className }: Special) {
  const t = useText()
  const format = useFormat()
  const { can } = useSession()
  const mayLook = can('customer.face')
  const found = useQuery({
    ...personQueries.confusion(
      asking ? { ...whereOf(asking), deviceIds: traitsOf(asking).deviceIds } : { from: '', to: '' },
    ),
    enabled: asking !== undefined && mayLook,
  })
  const cells = found.data ?? []
  const total = cells.reduce((sum, { count }) => sum + count, 0)
  const right = cells.reduce(
    (sum, { recognised, actual, count }) => sum + (recognised === actual ? count : 0),
    0,
  )
  const names = bandWords.map(text => t(text))
  const values = names.map((_, recognised) =>
    names.map(
      (_, actual) => cells.find(cell => cell.recognised === recognised && cell.actual === actual)?.count ?? 0,
    ),
  )
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={mayLook ? stateOf(found, () => total === 0) : 'forbidden'}
      error={found.error}
      onRetry={() => void found.refetch()}
      isRefreshing={found.isFetching && found.data !== undefined}
      nothing={t({ zh: '所选日期还没有核验过年龄', en: 'No ages were checked in these days yet' })}
      hint={t({ zh: '行：识别，列：实际', en: 'Rows: recognised, columns: in truth' })}
    >
      <HeatChart
        rows={names}
        columns={names}
        values={values}
        isWritten
        height={260}
        format={format.number}
        categoryName={t({ zh: '识别的年龄段', en: 'Recognised band' })}
        summary={t(
          { zh: '{total} 次核验中 {right} 次年龄段正确', en: '{right} of {total} age bands were right' },
          { total, right },
        )}
      />
    </SpecialCard>
  )
}
