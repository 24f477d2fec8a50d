import type { Text } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { cellOf, memberOf, useFigure } from '../../../lib/figures/figure.ts'
import { useName, useText } from '../../../lib/i18n.ts'
import { sharedQueries } from '../../../lib/queries.ts'
import { readText, writeText } from '../../../lib/storage.ts'
import { everything, useScope } from '../../../shell/scope.ts'
import { BubbleMap } from '../../../ui/chart/bubble-map.tsx'
import { OutlineMap } from '../../../ui/chart/outline-map.tsx'
import { PlaceTiles } from '../../../ui/chart/place-tiles.tsx'
import { TileMap } from '../../../ui/chart/tile-map.tsx'
import { Bone, Loading } from '../../../ui/states.tsx'
import { type Drawing, useWords } from './drawing.ts'
import { citiesOf, useOutlines } from './outlines.ts'
import './map.css'

/** What each picture is drawn from: said under it. */
const sources = {
  borders: {
    zh: '边界：Apache ECharts 4.9.0 地图（Apache-2.0），较早的行政区划，示意图，非测绘成果',
    en: 'Borders: maps of Apache ECharts 4.9.0 (Apache 2.0); an older administrative state, a schematic and no survey',
  },
  province: {
    zh: '示意图：每省一个等大方块，位置近似，不是行政边界',
    en: 'Schematic: one equal tile a province, roughly where it lies; no boundaries are drawn',
  },
  city: {
    zh: '示意图：每市一个等大方块，按数值排列',
    en: 'Schematic: one equal tile a city, in order of the value',
  },
  shop: {
    zh: '圆点按门店档案中的经纬度摆放，无底图与边界',
    en: 'Dots stand at the coordinates in the shop files; there is no base map',
  },
} as const satisfies Record<string, Text>

/** A country by its provinces, a province by its cities, a city by its shops; choosing one goes in, the path above goes back. */
export function GeoMap(drawing: Drawing) {
  const { panel, answer, columns, height, isBoard = false, onPick } = drawing
  const { t } = useWords(drawing)
  const figure = useFigure()
  const name = useName()
  const shops = useQuery(sharedQueries.allShops())
  const [style, setStyle] = useStyle()
  const [column] = columns
  const head = answer.columns.find(({ kind }) => kind === 'dimension')
  const level = head?.id ?? 'province'
  const { box, keep } = useKeptFocus(`${level} ${answer.rows.length}`)
  const groups = answer.rows.map(row => ({
    member: memberOf(row, level),
    value: column ? cellOf(row, column.id).current : null,
  }))
  const choose = (id: string | undefined) => {
    const found = groups.find(({ member }) => member.id === id)
    if (!found) return
    keep()
    onPick(level, found.member)
  }
  const listed = groups.map(({ member, value }) => ({ id: member.id, name: member.name, value }))
  const places = listed.flatMap(one => {
    const shop = shops.data?.find(({ shopid }) => shopid === one.id)
    return shop && shop.longitude !== null && shop.latitude !== null
      ? [
          {
            ...one,
            name: name(shop.shopname, shop.shopnameEn),
            longitude: shop.longitude,
            latitude: shop.latitude,
          },
        ]
      : []
  })
  const isOnEarth = level === 'shop' && places.length > 0
  const { outlines, isPending } = useOutlines(
    level,
    level === 'shop' ? citiesOf(places, shops.data) : groups.map(({ member }) => member.id),
    // Small busy places read as well as large quiet ones from across a room.
    style === 'borders' && !isBoard,
  )
  if (!column) return null
  const common = {
    summary: t(panel.title),
    valueName: column.label,
    format: (value: number) => figure.short(value, column),
  }
  const shared = { ...common, height: height - sourceLine, categoryName: head?.label ?? '', onPick: choose }
  const isDrawn = outlines.length > 0
  return (
    <div ref={box} className="map-levels">
      <MapPath />
      {isPending ? (
        <Loading>
          <Bone height={Math.max(height - sourceLine, leastOutlined)} />
        </Loading>
      ) : isDrawn ? (
        <OutlineMap
          {...shared}
          height={Math.max(shared.height, leastOutlined)}
          outlines={outlines}
          isNear={level === 'province'}
          {...(isOnEarth ? { places } : { values: listed })}
        />
      ) : level === 'province' ? (
        <TileMap
          {...common}
          values={listed.map(({ id, name: label, value }) => ({ provinceId: id, name: label, value }))}
          onPick={({ provinceId }) => choose(provinceId)}
        />
      ) : isOnEarth ? (
        <BubbleMap {...shared} height={height + roomier} places={places} />
      ) : (
        <PlaceTiles {...shared} places={listed} />
      )}
      <div className="map-foot">
        <p className="map-source">
          {t(sources[isDrawn ? 'borders' : isOnEarth ? 'shop' : level === 'province' ? 'province' : 'city'])}
        </p>
        {!isBoard && <MapStyle style={style} onChange={setStyle} />}
      </div>
    </div>
  )
}

type Style = 'borders' | 'tiles'
const styleKey = 'mapStyle'

/** Borders or equal tiles, as the reader chose last. */
function useStyle(): [Style, (style: Style) => void] {
  const [style, set] = useState<Style>(() => (readText(styleKey) === 'tiles' ? 'tiles' : 'borders'))
  return [
    style,
    next => {
      writeText(styleKey, next)
      set(next)
    },
  ]
}

function MapStyle({ style, onChange }: { style: Style; onChange: (style: Style) => void }) {
  const t = useText()
  return (
    <Segmented<Style>
      size="small"
      aria-label={t({ zh: '地图样式', en: 'Style of the map' })}
      value={style}
      onChange={onChange}
      options={[
        { value: 'borders', label: t({ zh: '边界', en: 'Borders' }) },
        { value: 'tiles', label: t({ zh: '方块', en: 'Tiles' }) },
      ]}
    />
  )
}

/** In px: below it outlines are too small to tell apart. */
const leastOutlined = 340
/** Height of the words under a picture, in px. */
const sourceLine = 24
/** Dots over a whole country lie close. */
const roomier = 50

/** The way from the whole chain down to what is shown; each step goes back to it. */
function MapPath() {
  const t = useText()
  const name = useName()
  const { scope, shop, trail, setScope } = useScope()
  const steps = trail.filter(({ level }) => level === 'province' || level === 'city')
  if (scope.kind === 'all' || steps.length === 0) return null
  return (
    <nav className="map-path" aria-label={t({ zh: '地图层级', en: 'Levels of the map' })}>
      <button type="button" className="link-button" onClick={() => setScope(everything)}>
        {t({ zh: '全国', en: 'All provinces' })}
      </button>
      {steps.map(area => (
        <span key={area.id}>
          <ChevronRight size={12} aria-hidden />
          <button
            type="button"
            className="link-button"
            onClick={() => setScope({ kind: 'area', level: area.level, id: area.id })}
          >
            {name(area.name, area.nameEn)}
          </button>
        </span>
      ))}
      {shop && (
        <span aria-current="true">
          <ChevronRight size={12} aria-hidden />
          {name(shop.shopname, shop.shopnameEn)}
        </span>
      )}
    </nav>
  )
}

/** Who goes in by the keyboard stays on the picture: that of the next level takes the focus over. */
function useKeptFocus(shown: string) {
  const box = useRef<HTMLDivElement>(null)
  const wanted = useRef<string>(undefined)
  // Borders come a moment later: it waits for the picture.
  useEffect(() => {
    if (wanted.current === undefined || wanted.current === shown) return
    const picture = box.current?.querySelector<HTMLElement>('[role="img"]')
    if (!picture) return
    wanted.current = undefined
    picture.focus()
  })
  return {
    box,
    keep: () => {
      if (box.current?.contains(document.activeElement)) wanted.current = shown
    },
  }
}
