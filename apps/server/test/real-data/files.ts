import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Series that others published: they lie beside the repository and not in it. Tests of them say so where they are absent. */
const folder = resolve(import.meta.dirname, '../../../../../shared/data')
export const haveRealData = existsSync(folder)
if (!haveRealData) console.warn('The published series are not here: ingest is not held against them.')

/** The lines of a packed table by its columns; `begin` is how its name begins. */
export function* tableOf(part: string, begin: string): Generator<Record<string, string>> {
  const name = readdirSync(resolve(folder, part)).find(file => file.startsWith(begin))
  if (!name) throw new Error(`no ${begin} among the series`)
  const [head = '', ...lines] = gunzipSync(readFileSync(resolve(folder, part, name)))
    .toString()
    .split(/\r?\n/)
  const columns = head.split(',')
  for (const line of lines) {
    if (line === '') continue
    const cells = line.includes('"') ? quoted(line) : line.split(',')
    yield Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']))
  }
}

const quoted = (line: string) =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, inside, plain]) =>
    inside === undefined ? (plain ?? '') : inside.replaceAll('""', '"'),
  )

const clocks = new Map<string, Intl.DateTimeFormat>()
/** What a zone's clock shows at a full hour, as `2023-03-26 02`. */
function clockOf(at: number, zone: string): string {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      hourCycle: 'h23',
    })
  clocks.set(zone, clock)
  return clock.format(at)
}

const moments = new Map<string, number[]>()
/** The moments at which a zone's clock showed an hour: none of an hour that was skipped, two of one that came twice. */
export function momentsOf(date: string, hour: number, zone: string): number[] {
  const wanted = `${date} ${String(hour).padStart(2, '0')}`
  const key = `${zone} ${wanted}`
  const known = moments.get(key)
  if (known) return known
  const asUtc = Date.parse(`${wanted.replace(' ', 'T')}:00:00Z`)
  const found = [11, 10, 9, 1, 0, -4, -5, -6]
    .map(ahead => asUtc - ahead * 3_600_000)
    .filter(at => clockOf(at, zone) === wanted)
  moments.set(key, found)
  return found
}
