import { useText } from '../../lib/i18n.ts'
import { type ChartData, writtenIn } from './chart-data.ts'

/** The data of a chart as a table: one row a category, units in the header, a dash where nothing is known. */
export function ChartTable({
  data,
  format,
  categoryName,
}: {
  data: ChartData
  format: (value: number) => string
  categoryName: string | undefined
}) {
  const t = useText()
  return (
    <table className="chart-table">
      <thead>
        <tr>
          <th scope="col">{categoryName ?? t({ zh: '项目', en: 'Item' })}</th>
          {data.series.map(series => (
            <th key={series.name} scope="col">
              {series.name}
              {series.unit && ` (${series.unit})`}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.categories.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: categories may repeat; their place is what tells them apart
          <tr key={index}>
            <th scope="row">{name}</th>
            {data.series.map(series => {
              const value = series.values[index]
              return (
                <td key={series.name}>
                  {value === null || value === undefined ? '—' : writtenIn(series, value, format)}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
