// node scripts/boundaries.mjs <folder>: makes the outlines that maps draw, from GeoJSON of provinces (china_provinces.geojson) and
// of the cities of each (cities/*.geojson). Every point is moved to a grid, so that neighbours keep sharing their border; what
// comes to lie on a straight line and islands smaller than the grid are left out. See apps/web/src/ui/chart/boundaries/NOTICE.md.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const [from] = process.argv.slice(2)
if (!from) throw new Error('the folder with the GeoJSON is missing')
const to = join(import.meta.dirname, '../apps/web/src/ui/chart/boundaries')
const municipalities = new Set(['11', '12', '31', '50'])
const read = path => JSON.parse(readFileSync(path, 'utf8')).features
const codeOf = ({ id, properties }) => String(id ?? properties.id ?? '')

/** Degrees between the points of the grid: half a pixel of a country and of a province, 600 pixels wide. */
const steps = { country: 0.05, province: 0.01 }

for (const file of readdirSync(join(to, 'cities'))) rmSync(join(to, 'cities', file))
write('china.json', steps.country, read(join(from, 'china_provinces.geojson')), feature =>
  codeOf(feature).slice(0, 2),
)
for (const file of readdirSync(join(from, 'cities'))) {
  const features = read(join(from, 'cities', file))
  const known = features.map(codeOf).find(code => code !== '')
  const province = known?.slice(0, 2)
  if (!province) {
    console.warn(`${basename(file)}: no feature with a code; left out`)
    continue
  }
  // Districts of a municipality are parts of its one city.
  const cityOf = feature => (municipalities.has(province) ? `${province}01` : codeOf(feature).slice(0, 4))
  write(join('cities', `${province}.json`), steps.province, features, cityOf)
}

function write(path, step, features, idOf) {
  const shapes = features
    .map(feature => ({
      id: idOf(feature),
      name: feature.properties.name,
      rings: ringsOf(feature.geometry).flatMap(ring => packed(ring, step)),
    }))
    .filter(({ rings }) => rings.length > 0)
  writeFileSync(join(to, path), `${JSON.stringify({ step, shapes })}\n`)
}

/** Outer rings alone: holes are places of their own and lie on top. */
function ringsOf({ type, coordinates }) {
  return (type === 'Polygon' ? [coordinates] : coordinates).flatMap(([outer]) => (outer ? [outer] : []))
}

/** A closed ring as steps of the grid: its first point, then each as the way from the one before; none where nothing is left. */
function packed(ring, step) {
  const grid = ring.map(([x, y]) => [Math.round(x / step), Math.round(y / step)])
  const kept = []
  for (const point of grid) {
    const [before, last] = kept.slice(-2)
    if (last && last[0] === point[0] && last[1] === point[1]) continue
    if (before && last && isStraight(before, last, point)) kept.pop()
    kept.push(point)
  }
  if (kept.length < 4) return []
  return [kept.flatMap(([x, y], at) => (at === 0 ? [x, y] : [x - kept[at - 1][0], y - kept[at - 1][1]]))]
}

function isStraight([ax, ay], [bx, by], [cx, cy]) {
  return (bx - ax) * (cy - by) === (by - ay) * (cx - bx) && (bx - ax) * (cx - bx) + (by - ay) * (cy - by) > 0
}
