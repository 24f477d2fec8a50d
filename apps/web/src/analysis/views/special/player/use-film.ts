import { useMemo } from 'react'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { isProblem } from '../../../../lib/problem.ts'
import type { PanelState } from '../../../../ui/panel.tsx'
import { questionOf } from '../../ask.ts'
import type { Special } from '../../kinds/special.ts'
import { usePlanShops } from '../../plans/use-plan-shop.ts'
import { framesOf } from './frames.ts'

/** The heat of a shop's zones, picture by picture; the panels of the page ask it once together. */
export function useFilm({ view, asking, dictionary }: Special) {
  const choice = usePlanShops(asking)
  const shopId = choice.shops[0]?.id
  const film = view.panels.find(({ kind }) => kind === 'floorHeat')
  const question = useMemo(() => {
    if (!asking || !film || shopId === undefined) return undefined
    const { compare: _, ...rest } = asking
    const asked = questionOf(
      { ...film, kind: 'table' },
      { ...rest, scope: { kind: 'shop', shopId } },
      dictionary.knows,
    )
    return { ...asked, totals: false }
  }, [asking, film, shopId, dictionary])
  const answer = useQuestion(question)
  const frames = useMemo(() => framesOf(answer.data?.rows ?? [], 'heatValue'), [answer.data])
  const column = answer.data?.columns.find(({ id }) => id === 'heatValue')
  const failed = choice.error ?? answer.error
  const isForbidden = isProblem(failed) && failed.code === 403
  const isWaiting =
    choice.isLoading || (shopId !== undefined && answer.data === undefined && !answer.isError) || !asking
  const state: PanelState = isForbidden
    ? 'forbidden'
    : failed
      ? 'error'
      : isWaiting
        ? 'loading'
        : frames.length === 0
          ? 'empty'
          : 'ready'
  return {
    shopId,
    choice,
    frames,
    column,
    state,
    error: failed,
    isRefreshing: answer.isFetching && answer.data !== undefined,
    retry() {
      choice.retry()
      void answer.refetch()
    },
  }
}
