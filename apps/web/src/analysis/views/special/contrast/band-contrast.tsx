import { cellOf, memberOf } from '../../../../lib/figures/figure.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { percent } from '../../../../lib/format.ts'
import { useText } from '../../../../lib/i18n.ts'
import { RankList } from '../../../../ui/chart/rank-list.tsx'
import { stateOf } from '../../../../ui/panel.tsx'
import type { Special } from '../../kinds/special.ts'
import { pieceQuestion } from '../reading/use-totals.ts'
import { SpecialCard } from '../special-card.tsx'
import { bandSpreads } from './band-spreads.ts'
import './contrast.css'

/** Age bands by how far shops lie apart in them, or one period from the other where the page compares two. */
export function BandContrast(props: Special) {
  const { panel, asking, dictionary, className } = props
  const t = useText()
  const isForbidden = dictionary.metric('visitors')?.allowed === false
  const compare = asking?.compare
  const answer = useQuestion(
    isForbidden
      ? undefined
      : compare
        ? pieceQuestion(props, { metrics: ['visitors'], by: ['ageBand'] }, compare)
        : pieceQuestion(props, { metrics: ['visitors'], by: ['shop', 'ageBand'] }),
  )
  const sides = [
    { of: 'current', name: t({ zh: '本期', en: 'Now' }) },
    { of: 'compared', name: t({ zh: '对比期', en: 'Before' }) },
  ] as const
  const counts = (answer.data?.rows ?? []).flatMap(row => {
    const band = memberOf(row, 'ageBand').name
    const cell = cellOf(row, 'visitors')
    return compare
      ? sides.map(({ of, name }) => ({ group: name, band, people: cell[of] ?? 0 }))
      : [{ group: memberOf(row, 'shop').name, band, people: cell.current ?? 0 }]
  })
  const spreads = bandSpreads(counts)
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={isForbidden ? 'forbidden' : stateOf(answer, () => spreads.length === 0)}
      error={answer.error}
      onRetry={() => void answer.refetch()}
      isRefreshing={answer.isFetching && answer.data !== undefined}
      hint={
        compare
          ? t({ zh: '两个时段之间，百分点', en: 'between the two periods, points' })
          : t({ zh: '门店之间，百分点', en: 'between the shops, points' })
      }
      nothing={t({
        zh: '至少选择两家有顾客的门店，或选择对比时段',
        en: 'Choose at least two shops with customers, or a period to compare with',
      })}
    >
      <div className="band-contrast">
        <RankList
          rows={spreads.map(({ band, points, high, low }) => ({
            key: band,
            label: band,
            value: points,
            note: `${high.group} ${percent(high.share)} · ${low.group} ${percent(low.share)}`,
          }))}
          format={value => value.toFixed(1)}
        />
      </div>
    </SpecialCard>
  )
}
