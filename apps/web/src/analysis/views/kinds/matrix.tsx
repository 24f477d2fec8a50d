import { cellOf, memberOf, useFigure } from '../../../lib/figures/figure.ts'
import { percent } from '../../../lib/format.ts'
import { CalendarChart } from '../../../ui/chart/calendar-chart.tsx'
import { HeatChart } from '../../../ui/chart/heat-chart.tsx'
import { dimensionsOf } from '../ask.ts'
import { matrixOf, namesOf, timeText } from '../shape.ts'
import { Cut } from './cut.tsx'
import type { Drawing } from './drawing.ts'
import { useWords } from './drawing.ts'
import { numberIn } from './extras.ts'

const mostRows = 30
/** Of shops there are always more. */
const mostShops = 20
/** Longer names take two lines. */
const oneLine = 7
/** So few columns leave room for the figures. */
const fewColumns = 6

/** Two groups against each other, deeper with the value: hours lie along the bottom. */
export function Heat(drawing: Drawing) {
  const { panel, asking, answer, columns, height } = drawing
  const { t } = useWords(drawing)
  const figure = useFigure()
  const [first = '', second = 'time'] = dimensionsOf(panel)
  const isTurned = first === 'hourOfDay' || first === 'dayIndex'
  const [down, across] = isTurned ? [second, first] : [first, second]
  const [column] = columns
  if (!column) return null
  // Of those who came first before the period only their later visits are in it.
  const known =
    down === 'cohort' ? answer.rows.filter(row => memberOf(row, down).id >= asking.period.from) : answer.rows
  const beside = (['share', 'index'] as const).find(name => panel.calc?.includes(name))
  const matrix = matrixOf(known, down, across, column.id)
  const values = beside
    ? matrix.cells.map(cells => cells.map(cell => numberIn(cell, beside) ?? null))
    : matrix.values
  const shown = ofTime.has(down) ? matrix.rows.map((_, index) => index) : bySum(matrix.values)
  // Of doubts only who has some is worth a row.
  const worth = down === 'device' ? shown.filter(row => matrix.values[row]?.some(Boolean)) : shown
  const most = down === 'shop' ? mostShops : mostRows
  const isCut = worth.length > most
  const listed = worth.length > 0 ? new Set(worth.slice(0, most)) : new Set(shown.slice(0, most))
  const kept = isCut ? worth.slice(0, most) : matrix.rows.flatMap((_, at) => (listed.has(at) ? [at] : []))
  const of = <T,>(list: readonly T[]): T[] => kept.flatMap(index => list.slice(index, index + 1))
  const heads = namesOf(matrix.columns).map(name => timeText(name, false))
  const isUpright = heads.length > 12 && heads.some(name => name.length > 5)
  const names = namesOf(of(matrix.rows)).map(name => timeText(name, false))
  return (
    <>
      {isCut && <Cut most={most} all={worth.length} />}
      <HeatChart
        rows={names}
        columns={heads}
        values={of(values)}
        summary={t(panel.title)}
        height={Math.max(
          height,
          kept.length * (names.some(name => name.length > oneLine) ? 31 : 22) + 64 + (isUpright ? 76 : 0),
        )}
        isWritten={matrix.columns.length <= fewColumns}
        format={value => (beside === 'share' ? percent(value) : figure.short(value, beside ? {} : column))}
      />
    </>
  )
}

/** Rows in an order of their own, of which the first are kept; of others those with the most. */
const ofTime: ReadonlySet<string> = new Set(['time', 'cohort', 'dayIndex', 'hourOfDay'])
const bySum = (values: readonly (readonly (number | null)[])[]): number[] => {
  const sums = values.map(row => row.reduce((sum: number, value) => sum + (value ?? 0), 0))
  return sums.map((_, index) => index).toSorted((a, b) => (sums[b] ?? 0) - (sums[a] ?? 0))
}

/** Days of months, deeper with the value. */
export function Days(drawing: Drawing) {
  const { panel, answer, columns } = drawing
  const { t } = useWords(drawing)
  const figure = useFigure()
  const [column] = columns
  if (!column) return null
  return (
    <CalendarChart
      days={answer.rows.map(row => {
        const weather = memberOf(row, 'weather').name
        return {
          date: memberOf(row, 'time').name,
          value: cellOf(row, column.id).current,
          ...(weather === '' ? {} : { note: weather }),
        }
      })}
      summary={t(panel.title)}
      format={value => figure.short(value, column)}
    />
  )
}
