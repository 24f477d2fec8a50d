import type { RecordedCamera } from '@aisle/contract'
import { useNavigate } from 'react-router'
import { percent } from '../../lib/format.ts'
import { type Translate, useText } from '../../lib/i18n.ts'
import { Tag } from '../../ui/bits.tsx'
import { SpanChart, type SpanKind } from '../../ui/chart/span-chart.tsx'
import type { Kpi } from '../../ui/kpi.tsx'
import { dayRange, writtenMoment } from '../playback/shop-day.ts'
import type { Links } from '../records/use-figures.ts'
import { platformWords as words } from './platform-text.ts'
import { type SpanKindName, spanRow } from './recorded-rows.ts'

const usualZone = 'Asia/Shanghai'

type DaySum = { date: string; dueSeconds: number; seconds: number; coverage: number | null }
const hoursOf = (seconds: number) => Math.round(seconds / 360) / 10

/** Hours recorded on a day and their share of those due, of the cameras that could be asked. */
export function recordedFigures(
  t: Translate,
  { byDay, records }: { byDay: readonly DaySum[]; records: readonly RecordedCamera[] },
  day: string,
): Kpi[] {
  const sum = byDay.find(({ date }) => date === day)
  const unknown = records.filter(({ state }) => state === 'unknown').length
  const isPart = records.some(({ complete, state }) => state === 'recorded' && !complete)
  return [
    {
      key: 'recordedHours',
      label: t(words.recordedHours),
      unit: t(words.hoursUnit),
      value: sum ? hoursOf(sum.seconds) : null,
      ...(sum ? { note: t(words.dueHours, { n: hoursOf(sum.dueSeconds) }) } : {}),
    },
    {
      key: 'recordCoverage',
      label: t(words.recordCoverage),
      value: sum?.coverage ?? null,
      format: percent,
      ...(unknown > 0
        ? { note: <Tag tone="warning">{t(words.unknownCount, { n: unknown })}</Tag> }
        : isPart
          ? { note: <Tag tone="warning">{t(words.notComplete)}</Tag> }
          : {}),
    },
  ]
}

/** A lane for each camera: what the cloud has, what only the device has, and what is missing. A click replays it. */
export function RecordedTimeline({
  cameras,
  day,
  labelOf,
  links,
}: {
  cameras: readonly RecordedCamera[]
  day: string
  labelOf: (camera: RecordedCamera) => string
  links: Links
}) {
  const t = useText()
  const navigate = useNavigate()
  const timeZone = cameras[0]?.timeZone ?? usualZone
  const { from, to } = dayRange(day, timeZone)
  const rows = cameras.map(camera => spanRow(camera, labelOf(camera)))
  const kinds = {
    cloud: { label: t(words.cloud), colour: 'chart-1' },
    device: { label: t(words.device), colour: 'chart-3' },
    gap: { label: t(words.gap), colour: 'error' },
  } satisfies Record<SpanKindName, SpanKind>
  const replay = (row: number, span: number) => {
    const camera = cameras[row]
    const picked = rows[row]?.spans[span]
    const address =
      camera && picked && picked.kind !== 'gap'
        ? links(
            '/inspection/playback',
            { kind: 'shop', shopId: camera.shopId },
            { cameras: camera.cameraId, at: writtenMoment(picked.from, camera.timeZone) },
          )
        : undefined
    if (address !== undefined) void navigate(address)
  }
  return (
    <SpanChart
      rows={rows}
      kinds={kinds}
      from={from}
      to={to}
      timeZone={timeZone}
      summary={t(words.timelineSummary, { day })}
      onPick={replay}
    />
  )
}
