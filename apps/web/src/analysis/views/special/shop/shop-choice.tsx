import { cellOf, memberOf, useFigure } from '../../../../lib/figures/figure.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { useText } from '../../../../lib/i18n.ts'
import { RankList } from '../../../../ui/chart/rank-list.tsx'
import { EmptyState } from '../../../../ui/states.tsx'
import { questionOf } from '../../ask.ts'
import type { Special } from '../../kinds/special.ts'
import { viewId } from '../../view.ts'
import { shopScope, useLinks } from '../use-links.ts'

const most = 8

/** The shops of the place with the most visits, to choose one of. */
export function useShopChoice({ panel, asking, dictionary }: Special, isWanted: boolean) {
  return useQuestion(
    asking && isWanted
      ? questionOf(
          { ...panel, kind: 'rank', metrics: ['visits'], by: ['shop'], source: [1] },
          { ...asking, metric: 'visits' },
          dictionary.knows,
        )
      : undefined,
  )
}

/** Says that a shop is to be chosen, and offers those with the most visits. */
export function ShopChoice({
  view,
  answer,
}: Pick<Special, 'view'> & { answer: ReturnType<typeof useShopChoice> }) {
  const t = useText()
  const figure = useFigure()
  const links = useLinks()
  const rows = (answer.data?.rows ?? []).filter(row => cellOf(row, 'visits').current !== null).slice(0, most)
  return (
    <>
      <p className="shop-choice">
        {t({
          zh: '还没有选择门店。在上方区域选择器或下列客流最多的门店中选择：',
          en: 'No shop is chosen. Choose one in the area picker above, or among those with the most visits:',
        })}
      </p>
      {answer.data && rows.length === 0 && (
        <EmptyState text={t({ zh: '该时段没有门店有客流数据', en: 'No shop has visits in these days' })} />
      )}
      {rows.length > 0 && (
        <RankList
          rows={rows.map(row => {
            const { id, name } = memberOf(row, 'shop')
            const href = links(viewId(view), shopScope(id))
            return {
              key: id,
              label: name,
              value: cellOf(row, 'visits').current,
              ...(href === undefined ? {} : { href }),
            }
          })}
          format={value => figure.full(value, { unit: 'visits' })}
        />
      )}
    </>
  )
}
