import { useMemo } from 'react'
import { frameOf, middleOf, type Outline, pathOf, projectionOf } from './boundaries.ts'
import { bubbleSize, type PlacedValue } from './bubbles.ts'
import { Dot } from './dot.tsx'
import { legible } from './labels.ts'
import { usePalette } from './palette.ts'
import { PlaceFrame, type PlaceProps, type PlaceValue, usePlaceWords } from './place-frame.tsx'

type Props = PlaceProps & {
  outlines: readonly Outline[]
  /** Values of outlines, by their code. */
  values?: readonly PlaceValue[]
  /** Dots where places lie on earth, over the outlines. */
  places?: readonly PlacedValue[]
  /** Shows as much of the outlines as has values, with what lies around it; else all of them. */
  isNear?: boolean
}

/** Provinces or cities in their outlines, deeper with the value; or places as dots over them, larger and deeper with it. */
export function OutlineMap({ outlines, values = [], places = [], isNear = false, ...frame }: Props) {
  const { format, height = 240, onPick } = frame
  const { text } = usePlaceWords(format)
  const palette = usePalette()
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
  const shown: readonly PlaceValue[] = places.length > 0 ? places : values
  const high = Math.max(0, ...shown.map(({ value }) => value ?? 0))
  const colour = (value: number | null) =>
    value === null ? undefined : palette.step(high === 0 ? 0.4 : value / high).fill
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
    <PlaceFrame {...frame} places={shown}>
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
    </PlaceFrame>
  )
}
