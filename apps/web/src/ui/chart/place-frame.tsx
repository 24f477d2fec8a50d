import type { ReactNode } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import type { ChartProps } from './chart-data.ts'
import { ChartFrame } from './chart-frame.tsx'
import { ChartTable } from './chart-table.tsx'

export type PlaceValue = { id: string; name: string; value: number | null }

/** What every picture of places takes. */
export type PlaceProps = Omit<ChartProps, 'onPick'> & {
  /** Heading of the value in the table. */
  valueName: string
  onPick?: (id: string) => void
}

/** How a value is written, and a place with its value: `静安寺店：1,057`. */
export function usePlaceWords(format: PlaceProps['format']) {
  const t = useText()
  const { short } = useFormat()
  const write = (value: number | null) => (value === null ? '—' : (format ?? short)(value))
  return {
    write,
    text: ({ name, value }: PlaceValue) =>
      t({ zh: '{name}：{value}', en: '{name}: {value}' }, { name, value: write(value) }),
  }
}

/** Around a picture of places: arrow keys go through them in the order given, Enter chooses by id, and they are a table too. */
export function PlaceFrame({
  places,
  summary,
  format,
  height = 240,
  onPick,
  categoryName,
  valueName,
  children,
}: PlaceProps & { places: readonly PlaceValue[]; children: (cursor: number | undefined) => ReactNode }) {
  const { write, text } = usePlaceWords(format)
  return (
    <ChartFrame
      summary={summary}
      height={height}
      isEmpty={places.length === 0}
      count={places.length}
      describe={index => (places[index] ? text(places[index]) : '')}
      onPick={
        onPick &&
        (index => {
          const found = places[index]
          if (found) onPick(found.id)
        })
      }
      table={
        <ChartTable
          data={{
            categories: places.map(({ name }) => name),
            series: [{ name: valueName, values: places.map(({ value }) => value) }],
          }}
          format={write}
          categoryName={categoryName}
        />
      }
    >
      {children}
    </ChartFrame>
  )
}
