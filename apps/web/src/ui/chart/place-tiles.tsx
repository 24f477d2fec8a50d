import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import type { ChartProps } from './chart-data.ts'
import { ChartFrame } from './chart-frame.tsx'
import { ChartTable } from './chart-table.tsx'
import { usePalette } from './palette.ts'

type Props = Omit<ChartProps, 'onPick'> & {
  /** Places with their value; those with most stand first. */
  places: readonly { id: string; name: string; value: number | null }[]
  /** Heading of the value in the table. */
  valueName: string
  onPick?: (id: string) => void
}

/** Places without a grid of their own (the cities of a province) as equal tiles, deeper with the value. */
export function PlaceTiles({
  places,
  summary,
  format,
  height = 240,
  onPick,
  categoryName,
  valueName,
}: Props) {
  const t = useText()
  const { short } = useFormat()
  const palette = usePalette()
  const write = format ?? short
  const shown = places.toSorted((a, b) => (b.value ?? -1) - (a.value ?? -1))
  const high = Math.max(0, ...shown.map(({ value }) => value ?? 0))
  const text = ({ name, value }: Props['places'][number]) =>
    t({ zh: '{name}：{value}', en: '{name}: {value}' }, { name, value: value === null ? '—' : write(value) })
  return (
    <ChartFrame
      summary={summary}
      height={height}
      isEmpty={shown.length === 0}
      count={shown.length}
      describe={index => (shown[index] ? text(shown[index]) : '')}
      onPick={
        onPick &&
        (index => {
          const found = shown[index]
          if (found) onPick(found.id)
        })
      }
      table={
        <ChartTable
          data={{
            categories: shown.map(({ name }) => name),
            series: [{ name: valueName, values: shown.map(({ value }) => value) }],
          }}
          format={write}
          categoryName={categoryName}
        />
      }
    >
      {cursor => (
        <div className="place-tiles" style={{ minHeight: height }}>
          {shown.map((place, index) => {
            const shade = place.value === null ? undefined : palette.step(high === 0 ? 0 : place.value / high)
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the frame's arrow keys and Enter reach every tile
              // biome-ignore lint/a11y/noStaticElementInteractions: see above
              <span
                key={place.id}
                className="tile"
                title={text(place)}
                data-at={cursor === index || undefined}
                style={{
                  ...(shade ? { background: shade.fill, color: shade.text } : {}),
                  ...(onPick ? { cursor: 'pointer' } : {}),
                }}
                onClick={onPick && (() => onPick(place.id))}
              >
                <span className="tile-name">{place.name}</span>
                <b>{place.value === null ? '—' : write(place.value)}</b>
              </span>
            )
          })}
        </div>
      )}
    </ChartFrame>
  )
}
