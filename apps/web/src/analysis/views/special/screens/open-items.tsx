import { cellOf, memberOf, useFigure } from '../../../../lib/figures/figure.ts'
import { useFigures } from '../../../../lib/figures/use-figures.ts'
import { useText } from '../../../../lib/i18n.ts'
import { RankList } from '../../../../ui/chart/rank-list.tsx'
import { questionOf } from '../../ask.ts'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'

const most = 10

/** What inspections found by item, and how much of it is still open: the items with the most that is open first. */
export function OpenItems({ panel, asking, dictionary, className }: Special) {
  const t = useText()
  const figure = useFigure()
  const figures = useFigures(
    asking
      ? questionOf(panel, asking, dictionary.knows)
      : { metrics: ['problems'], period: { preset: 'today' } },
    { everyMs: 60_000 },
  )
  const items = (figures.answer?.rows ?? [])
    .map(row => {
      const found = cellOf(row, 'problems').current ?? 0
      const closed = cellOf(row, 'problemsClosed').current ?? 0
      return { ...memberOf(row, 'problemItem'), found, open: Math.max(0, found - closed) }
    })
    .filter(({ open }) => open > 0)
    .toSorted((a, b) => b.open - a.open || b.found - a.found)
    .slice(0, most)
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={!asking ? 'loading' : figures.state === 'ready' && items.length === 0 ? 'empty' : figures.state}
      error={figures.error}
      onRetry={figures.again}
      nothing={
        (figures.answer?.rows.length ?? 0) > 0
          ? t({ zh: '近 30 天发现的问题都已关闭', en: 'All problems of the last 30 days are closed' })
          : t({ zh: '近 30 天没有登记问题', en: 'No problem was registered in the last 30 days' })
      }
      hint={t({ zh: '近 30 天发现，尚未关闭', en: 'Found in the last 30 days, still open' })}
    >
      <RankList
        tone="negative"
        rows={items.map(({ id, name, found, open }) => ({
          key: id,
          label: name,
          value: open,
          note: t({ zh: '共发现 {found}', en: '{found} found' }, { found }),
        }))}
        format={value => figure.full(value, {})}
      />
    </SpecialCard>
  )
}
