import { cellOf, memberOf, useFigure } from '../../../lib/figures/figure.ts'
import { TileMap } from '../../../ui/chart/tile-map.tsx'
import type { Drawing } from './drawing.ts'
import { useWords } from './drawing.ts'

/** The provinces as equal tiles; one is opened by choosing it. */
export function GeoMap(drawing: Drawing) {
  const { panel, answer, columns, onPick } = drawing
  const { t } = useWords(drawing)
  const figure = useFigure()
  const [column] = columns
  if (!column) return null
  const provinces = answer.rows.map(row => ({
    member: memberOf(row, 'province'),
    cell: cellOf(row, column.id),
  }))
  return (
    <TileMap
      values={provinces.map(({ member, cell }) => ({
        provinceId: member.id,
        name: member.name,
        value: cell.current,
      }))}
      summary={t(panel.title)}
      valueName={column.label}
      format={value => figure.short(value, column)}
      onPick={({ provinceId }) => {
        const found = provinces.find(({ member }) => member.id === provinceId)
        if (found) onPick('province', found.member)
      }}
    />
  )
}
