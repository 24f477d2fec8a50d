import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { bubblesOf, type PlacedValue } from './bubbles.ts'
import type { ChartProps } from './chart-data.ts'
import { ChartFrame } from './chart-frame.tsx'
import { ChartTable } from './chart-table.tsx'
import { Dot } from './dot.tsx'
import { usePalette } from './palette.ts'

type Props = Omit<ChartProps, 'onPick'> & {
  places: readonly PlacedValue[]
  /** Heading of the value in the table. */
  valueName: string
  onPick?: (id: string) => void
}

/** So few have room for their names. */
const named = 12

/** Places where they lie on earth, larger and deeper with the value. There is nothing under them: no borders, no roads. */
export function BubbleMap({ places, summary, format, height = 240, onPick, categoryName, valueName }: Props) {
  const t = useText()
  const { short } = useFormat()
  const palette = usePalette()
  const write = format ?? short
  const { ratio, bubbles } = bubblesOf(places)
  const high = Math.max(0, ...places.map(({ value }) => value ?? 0))
  const text = ({ name, value }: PlacedValue) =>
    t({ zh: '{name}：{value}', en: '{name}: {value}' }, { name, value: value === null ? '—' : write(value) })
  return (
    <ChartFrame
      summary={summary}
      height={height}
      isEmpty={bubbles.length === 0}
      count={bubbles.length}
      describe={index => (bubbles[index] ? text(bubbles[index].place) : '')}
      onPick={
        onPick &&
        (index => {
          const found = bubbles[index]
          if (found) onPick(found.place.id)
        })
      }
      table={
        <ChartTable
          data={{
            categories: bubbles.map(({ place }) => place.name),
            series: [{ name: valueName, values: bubbles.map(({ place }) => place.value) }],
          }}
          format={write}
          categoryName={categoryName}
        />
      }
    >
      {cursor => (
        <div className="bubbles" style={{ aspectRatio: ratio, maxWidth: height * ratio }}>
          {bubbles.map(({ place, left, top, size }, index) => (
            <Dot
              key={place.id}
              left={left}
              top={top}
              size={size}
              fill={palette.step(high === 0 ? 0.4 : 0.4 + (0.6 * (place.value ?? 0)) / high).fill}
              title={text(place)}
              name={bubbles.length <= named || cursor === index ? place.name : undefined}
              isAt={cursor === index}
              onPick={onPick && (() => onPick(place.id))}
            />
          ))}
        </div>
      )}
    </ChartFrame>
  )
}
