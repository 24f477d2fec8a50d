import { useQuery } from '@tanstack/react-query'
import type { EChartsCoreOption, EChartsType } from 'echarts/core'
import { useEffect, useRef } from 'react'
import { Bone, ErrorState } from '../states.tsx'

type Props = {
  option: EChartsCoreOption
  height: number
  /** The point that the arrow keys stand on. */
  cursor: number | undefined
  onPick: ((index: number, seriesIndex: number) => void) | undefined
  /** A click anywhere above or below a category picks it, as its tooltip already speaks of it. */
  picksColumns?: boolean
}

/** Joins an option to a drawing that follows the size of its box. The library comes with the first chart. */
export function Canvas({ option, height, cursor, onPick, picksColumns = false }: Props) {
  const library = useQuery({
    queryKey: ['echarts'],
    queryFn: () => import('./echarts.ts'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  if (library.isError) return <ErrorState error={library.error} onRetry={() => void library.refetch()} />
  if (!library.data) return <Bone height={height} radius={4} />
  return (
    <Drawing
      library={library.data}
      option={option}
      height={height}
      cursor={cursor}
      onPick={onPick}
      picksColumns={picksColumns}
    />
  )
}

type Library = typeof import('./echarts.ts')

function Drawing({
  library,
  option,
  height,
  cursor,
  onPick,
  picksColumns = false,
}: Props & { library: Library }) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(undefined)
  const latest = useRef({ option, onPick })
  useEffect(() => {
    latest.current = { option, onPick }
  })

  useEffect(() => {
    const element = box.current
    if (!element) return
    // Begun before its box has a width, a chart would keep a width of nothing.
    const follow = new ResizeObserver(() => {
      if (element.clientWidth === 0) return
      if (chart.current) return chart.current.resize()
      const drawn = library.init(element, null, { renderer: 'svg' })
      drawn.setOption(latest.current.option)
      if (picksColumns) pickColumns(drawn, index => latest.current.onPick?.(index, 0))
      else drawn.on('click', event => latest.current.onPick?.(event.dataIndex, event.seriesIndex ?? 0))
      chart.current = drawn
    })
    follow.observe(element)
    return () => {
      follow.disconnect()
      chart.current?.dispose()
      chart.current = undefined
    }
  }, [library, picksColumns])

  useEffect(() => {
    chart.current?.setOption(option, { notMerge: true })
  }, [option])

  useEffect(() => {
    if (cursor === undefined) chart.current?.dispatchAction({ type: 'hideTip' })
    else chart.current?.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: cursor })
  }, [cursor])

  return (
    <div
      ref={box}
      className="chart-canvas"
      data-picks={onPick !== undefined || undefined}
      // At least: in a card that its row has made taller it fills what is left.
      style={{ minHeight: height }}
    />
  )
}

/** Tells the category of every click inside the axes: the points of a long line are too small to be hit. */
function pickColumns(chart: EChartsType, pick: (index: number) => void) {
  chart.getZr().on('click', ({ offsetX, offsetY }) => {
    const place = [offsetX, offsetY]
    if (!chart.containPixel({ gridIndex: 0 }, place)) return
    const index = chart.convertFromPixel({ gridIndex: 0 }, place)[0]
    if (index !== undefined) pick(Math.round(index))
  })
}
