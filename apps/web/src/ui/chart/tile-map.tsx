import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { ChartFrame } from './chart-frame.tsx'
import { ChartTable } from './chart-table.tsx'
import { usePalette } from './palette.ts'
import { provinces } from './provinces.ts'

/** The value of a province, known by its area id or by its Chinese name. */
export type ProvinceValue = {
  provinceId?: string
  name?: string
  value: number | null
  /** Stands in the corner of the tile where it is more than nought: open warnings. */
  badge?: number
}

type Props = {
  values: readonly ProvinceValue[]
  summary: string
  format?: (value: number) => string
  /** Heading of the value in the table. */
  valueName?: string
  /** The value whose tile was chosen; tiles without one cannot be. */
  onPick?: (value: ProvinceValue) => void
  /** Marks the tile of the province chosen now. */
  pickedId?: string
  /** The shades tell differences from the least value on, not from nought: for scores that lie close together. */
  isRelative?: boolean
}

/** The provinces as equal tiles, deeper with the value. Tiles without a value are empty places of the country. */
export function TileMap({ values, summary, format, valueName, onPick, pickedId, isRelative = false }: Props) {
  const t = useText()
  const { short } = useFormat()
  const palette = usePalette()
  const write = format ?? short
  const tiles = provinces.map(province => ({
    province,
    found: values.find(
      value => value.provinceId === province.code || value.name?.startsWith(province.name.zh) === true,
    ),
  }))
  const known = values.flatMap(({ value }) => (value === null ? [] : [value]))
  const low = Math.min(...(isRelative ? known : [0, ...known]))
  const high = Math.max(...known)
  const present = tiles.filter(tile => tile.found !== undefined)
  const text = ({ province, found }: (typeof tiles)[number]) =>
    `${t(province.name)}: ${found?.value === null || found === undefined ? '—' : write(found.value)}`
  return (
    <ChartFrame
      summary={summary}
      height={160}
      isEmpty={values.length === 0}
      count={present.length}
      describe={index => (present[index] ? text(present[index]) : '')}
      onPick={
        onPick &&
        (index => {
          const found = present[index]?.found
          if (found) onPick(found)
        })
      }
      table={
        <ChartTable
          data={{
            categories: present.map(tile => tile.found?.name ?? t(tile.province.name)),
            series: [
              {
                name: valueName ?? t({ zh: '数值', en: 'Value' }),
                values: present.map(tile => tile.found?.value ?? null),
              },
            ],
          }}
          format={write}
          categoryName={t({ zh: '省份', en: 'Province' })}
        />
      }
    >
      {cursor => (
        <div className="tiles">
          {tiles.map(tile => {
            const { province, found } = tile
            const value = found?.value ?? null
            const shade =
              value === null ? undefined : palette.step(high === low ? 0.6 : (value - low) / (high - low))
            const isPicked = found?.provinceId !== undefined && found.provinceId === pickedId
            const isAt = (cursor !== undefined && present[cursor] === tile) || isPicked
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the frame's arrow keys and Enter reach every tile
              // biome-ignore lint/a11y/noStaticElementInteractions: see above
              <span
                key={province.code}
                className="tile"
                title={text(tile)}
                data-at={isAt || undefined}
                data-absent={found === undefined || undefined}
                style={{
                  gridRow: province.row + 1,
                  gridColumn: province.column + 1,
                  ...(shade ? { background: shade.fill, color: shade.text } : {}),
                  ...(found && onPick ? { cursor: 'pointer' } : {}),
                }}
                onClick={found && onPick && (() => onPick(found))}
              >
                {t(province.name)}
                {value !== null && <b>{write(value)}</b>}
                {(found?.badge ?? 0) > 0 && <i className="tile-badge">{found?.badge}</i>}
              </span>
            )
          })}
        </div>
      )}
    </ChartFrame>
  )
}
