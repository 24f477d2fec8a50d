import { usePalette } from './palette.ts'
import { PlaceFrame, type PlaceProps, type PlaceValue, usePlaceWords } from './place-frame.tsx'

type Props = PlaceProps & {
  /** Places with their value; those with most stand first. */
  places: readonly PlaceValue[]
}

/** Places without a grid of their own (the cities of a province) as equal tiles, deeper with the value. */
export function PlaceTiles({ places, ...frame }: Props) {
  const { format, height = 240, onPick } = frame
  const { write, text } = usePlaceWords(format)
  const palette = usePalette()
  const shown = places.toSorted((a, b) => (b.value ?? -1) - (a.value ?? -1))
  const high = Math.max(0, ...shown.map(({ value }) => value ?? 0))
  return (
    <PlaceFrame {...frame} places={shown}>
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
                <b>{write(place.value)}</b>
              </span>
            )
          })}
        </div>
      )}
    </PlaceFrame>
  )
}
