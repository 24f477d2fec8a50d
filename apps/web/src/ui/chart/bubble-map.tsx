import { bubblesOf, type PlacedValue } from './bubbles.ts'
import { Dot } from './dot.tsx'
import { usePalette } from './palette.ts'
import { PlaceFrame, type PlaceProps, usePlaceWords } from './place-frame.tsx'

type Props = PlaceProps & { places: readonly PlacedValue[] }

/** So few have room for their names. */
const named = 12

/** Places where they lie on earth, larger and deeper with the value. There is nothing under them: no borders, no roads. */
export function BubbleMap({ places, ...frame }: Props) {
  const { format, height = 240, onPick } = frame
  const { text } = usePlaceWords(format)
  const palette = usePalette()
  const { ratio, bubbles } = bubblesOf(places)
  const high = Math.max(0, ...places.map(({ value }) => value ?? 0))
  return (
    <PlaceFrame {...frame} places={bubbles.map(({ place }) => place)}>
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
    </PlaceFrame>
  )
}
