import type { RecordedCamera } from '@aisle/contract'
import { dateOf, dayOf } from '../../shell/date-picker/periods.ts'
import type { Span, SpanRow } from '../../ui/chart/span-chart.tsx'

export type SpanKindName = 'cloud' | 'device' | 'gap'

/** First and last day of the month of a day. */
export function monthRange(day: string): { from: string; to: string } {
  const last = dateOf(`${day.slice(0, 7)}-01`)
  last.setMonth(last.getMonth() + 1, 0)
  return { from: `${day.slice(0, 7)}-01`, to: dayOf(last) }
}

/** Every day of a month with its value; null where nothing is known, as of days to come. */
export function monthDays(day: string, known: ReadonlyMap<string, number | null>) {
  const { to } = monthRange(day)
  return Array.from({ length: Number(to.slice(8)) }, (_, index) => {
    const date = `${day.slice(0, 8)}${String(index + 1).padStart(2, '0')}`
    return { date, value: known.get(date) ?? null }
  })
}

/**
 * The day of a camera as spans of a chart, in the order in which they are drawn: what the cloud has lies over what the
 * device has; holes longer than ten minutes are spans of their own.
 */
export function spansOfDay({ spans, gaps }: Pick<RecordedCamera, 'spans' | 'gaps'>): Span[] {
  const of = (kind: SpanKindName, ranges: readonly { from: string; to: string }[]) =>
    ranges.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to), kind }))
  return [
    ...of(
      'device',
      spans.filter(({ source }) => source === 'device'),
    ),
    ...of(
      'cloud',
      spans.filter(({ source }) => source === 'cloud'),
    ),
    ...of('gap', gaps),
  ]
}

export const spanRow = (camera: RecordedCamera, label: string): SpanRow => ({
  key: camera.cameraId,
  label,
  spans: spansOfDay(camera),
})

export type GapLine = {
  key: string
  camera: RecordedCamera
  /** A hole; `none` where nothing at all is recorded, `unknown` where nobody could say. */
  kind: 'gap' | 'none' | 'unknown'
  from: number
  to: number
  minutes: number
}

/** What somebody has to look into: cameras without any recording, holes with the longest first, then what is unknown. */
export function gapLines(cameras: readonly RecordedCamera[]): GapLine[] {
  const lines = cameras.flatMap<GapLine>(camera => {
    const own = { camera, from: 0, to: 0, minutes: 0 }
    if (camera.state === 'unknown') return [{ ...own, key: camera.cameraId, kind: 'unknown' as const }]
    if (camera.state === 'nothing') return [{ ...own, key: camera.cameraId, kind: 'none' as const }]
    return camera.gaps.map(gap => {
      const [from, to] = [Date.parse(gap.from), Date.parse(gap.to)]
      return {
        key: `${camera.cameraId} ${gap.from}`,
        camera,
        kind: 'gap' as const,
        from,
        to,
        minutes: Math.round((to - from) / 60_000),
      }
    })
  })
  const order = { none: 0, gap: 1, unknown: 2 }
  return lines.toSorted((a, b) => order[a.kind] - order[b.kind] || b.minutes - a.minutes)
}
