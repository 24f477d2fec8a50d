import { useMemo } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { frameOf, middleOf, type Outline, pathOf, projectionOf } from './boundaries.ts'
import { bubbleSize, type PlacedValue } from './bubbles.ts'
import type { ChartProps } from './chart-data.ts'
import { ChartFrame } from './chart-frame.tsx'
import { ChartTable } from './chart-table.tsx'
import { Dot } from './dot.tsx'
import { legible } from './labels.ts'
import { usePalette } from './palette.ts'

type Value = { id: string; name: string; value: number | null }
type Props = Omit<ChartProps, 'onPick'> & {
  outlines: readonly Outline[]
  /** Values of outlines, by their code. */
  values?: readonly Value[]
  /** Dots where places lie on earth, over the outlines. */
  places?: readonly PlacedValue[]
  /** Shows as much of the outlines as has values, with what lies around it; else all of them. */
  isNear?: boolean
  /** Heading of the value in the table. */
  valueName: string
  onPick?: (id: string) => void
}

/** Provinces or cities in their outlines, deeper with the value; or places as dots over them, larger and deeper with it. */
export function OutlineMap({
  outlines,
  values = [],
  places = [],
  isNear = false,
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
  const { projection, shapes } = useMemo(() => {
    const dots = places.map(({ longitude, latitude }) => [longitude, latitude] as const)
    const codes = new Set(values.map(({ id }) => id))
    const valued = isNear ? outlines.filter(({ id }) => codes.has(id)) : outlines
    const projection =
      dots.length > 0
        ? projectionOf(dots, { margin: 0.14, narrowest: 1 })
        : projectionOf(frameOf(valued), { narrowest: 0.8 })
    const shapes = outlines.map((outline, index) => ({
      key: `${outline.id} ${index}`,
      outline,
      path: pathOf(outline, projection),
      middle: projection.place(middleOf(outline)),
    }))
    return { projection, shapes }
  }, [outlines, places, values, isNear])
  const shown: readonly Value[] = places.length > 0 ? places : values
  const high = Math.max(0, ...shown.map(({ value }) => value ?? 0))
  const colour = (value: number | null) =>
    value === null ? undefined : palette.step(high === 0 ? 0.4 : value / high).fill
  const text = ({ name, value }: Value) =>
    t({ zh: '{name}：{value}', en: '{name}: {value}' }, { name, value: value === null ? '—' : write(value) })
  const onTheWhole = ([x, y]: readonly [number, number]) => ({
    left: `${(x / projection.width) * 100}%`,
    top: `${(y / projection.height) * 100}%`,
  })
  const ratio = projection.width / projection.height
  const pixels = (height * ratio) / projection.width
  const sorted = places.toSorted((a, b) => (b.value ?? -1) - (a.value ?? -1))
  const names =
    places.length > 0
      ? sorted.map(place => {
          const [x, y] = projection.place([place.longitude, place.latitude])
          return { ...place, x, y: y + (bubbleSize(place.value, high) / 2 + 8) / pixels }
        })
      : values.flatMap(value => {
          const [x, y] = shapes.find(({ outline }) => outline.id === value.id)?.middle ?? []
          return x === undefined || y === undefined ? [] : [{ ...value, x, y }]
        })
  const standing = legible(
    names.map(({ id, name, x, y }) => ({ id, text: name, x: x * pixels, y: y * pixels })),
  )
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
        <div
          className="outlines"
          data-dots={places.length > 0 || undefined}
          style={{ aspectRatio: ratio, maxWidth: `calc(var(--outlines-height, ${height}px) * ${ratio})` }}
        >
          <svg
            viewBox={`0 0 ${projection.width} ${projection.height}`}
            aria-hidden="true"
            role="presentation"
          >
            {shapes.map(({ key, outline, path }) => {
              const found = values.find(({ id }) => id === outline.id)
              const isAt = found !== undefined && cursor !== undefined && shown[cursor] === found
              return (
                // The frame's arrow keys and Enter reach every value.
                // biome-ignore lint/a11y/noStaticElementInteractions: see above
                <path
                  key={key}
                  className="outline"
                  d={path}
                  data-at={isAt || undefined}
                  style={{
                    fill: colour(found?.value ?? null),
                    ...(found && onPick ? { cursor: 'pointer' } : {}),
                  }}
                  onClick={found && onPick && (() => onPick(found.id))}
                >
                  <title>{found ? text(found) : outline.name}</title>
                </path>
              )
            })}
          </svg>
          {sorted.map(place => {
            const isAt = cursor !== undefined && shown[cursor] === place
            const [x, y] = projection.place([place.longitude, place.latitude])
            return (
              <Dot
                key={place.id}
                left={(x / projection.width) * 100}
                top={(y / projection.height) * 100}
                size={bubbleSize(place.value, high)}
                fill={palette.step(high === 0 ? 0.4 : 0.4 + (0.6 * (place.value ?? 0)) / high).fill}
                title={text(place)}
                name={standing.has(place.id) || isAt ? place.name : undefined}
                isAt={isAt}
                onPick={onPick && (() => onPick(place.id))}
              />
            )
          })}
          {names
            .filter(
              ({ id }) =>
                places.length === 0 &&
                (standing.has(id) || (cursor !== undefined && shown[cursor]?.id === id)),
            )
            .map(({ id, name, x, y }) => (
              <b key={id} className="outline-name" style={onTheWhole([x, y])} aria-hidden>
                {name}
              </b>
            ))}
        </div>
      )}
    </ChartFrame>
  )
}
