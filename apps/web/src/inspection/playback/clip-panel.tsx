import { Button, Checkbox, Input } from 'antd'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { useStore } from '../../lib/store.ts'
import { toast } from '../../ui/toast.tsx'
import { longestClipMs } from './clip-export.ts'
import { clipJobs, startClip } from './clip-jobs.ts'
import { playSource } from './play-source.ts'
import { type Span, type Stretch, stretchesOf } from './recorded.ts'
import { momentOf, typedClock, writtenMoment } from './shop-day.ts'
import { playbackText as words } from './text.ts'
import type { Lane, PlaybackModel } from './use-playback.ts'

/** The chosen clip: its ends as fields, the cameras, and the export. */
export function ClipPanel({ model, clip }: { model: PlaybackModel; clip: Span }) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const { lanes, main, shop, timeZone } = model
  const [ids, choose] = useState<readonly string[]>(main ? [main.id] : [])
  const wanted = lanes.filter(({ camera }) => ids.includes(camera.id))
  const fault = clip.to - clip.from > longestClipMs ? words.clipTooLong : undefined

  function start() {
    const shopName = name(shop.shopname, shop.shopnameEn)
    for (const lane of wanted) {
      const span = recordedPart(lane, clip)
      const camera = `${lane.camera.number} ${name(lane.camera.name, lane.camera.nameEn)}`
      if (!span) {
        toast.error(words.clipNone)
        continue
      }
      const file = [
        shopName,
        camera.replace(' ', ''),
        stamp(span.from, timeZone),
        stamp(span.to, timeZone).slice(9),
      ]
      void startClip(playSource(lane.camera), span, {
        camera,
        file: file.join('_').replace(/[\\/:*?"<>|\s]+/g, '-'),
      })
    }
  }
  return (
    <section className="clip-panel" aria-label={t(words.clip)}>
      <strong>{t(words.clipLength, { time: format.minutesSeconds(clip.to - clip.from) })}</strong>
      <TimeField
        model={model}
        label={t(words.clipFrom)}
        at={clip.from}
        change={from => setEnd({ ...clip, from })}
      />
      <TimeField model={model} label={t(words.clipTo)} at={clip.to} change={to => setEnd({ ...clip, to })} />
      {lanes.length > 1 && (
        <Checkbox.Group
          aria-label={t(words.clipCameras)}
          value={[...ids]}
          onChange={choose}
          options={lanes.map(({ camera }) => ({ value: camera.id, label: camera.number }))}
        />
      )}
      <span className="tool-hint clip-how">{t(fault ?? words.clipHow)}</span>
      <Button type="primary" disabled={fault !== undefined || wanted.length === 0} onClick={start}>
        {t(words.clipExport)}
      </Button>
      <Button
        type="text"
        aria-label={t(words.clipClear)}
        title={t(words.clipClear)}
        icon={<X size={16} />}
        onClick={() => model.setClip(undefined)}
      />
    </section>
  )

  function setEnd(next: Span) {
    if (next.to - next.from >= 1000) model.setClip(next)
    else toast.error(words.clipOrder)
  }
}

/** `20261120_103118` on the shop's clock. */
const stamp = (at: number, timeZone: string) =>
  writtenMoment(at, timeZone).replace(/[-:]/g, '').replace('T', '_')

/** The part of a clip that one recording of a camera covers: the longest one. */
function recordedPart({ recorded }: Lane, clip: Span): Stretch | undefined {
  const length = ({ from, to }: Span) => to - from
  return stretchesOf(recorded ?? [])
    .map(each => ({ ...each, from: Math.max(each.from, clip.from), to: Math.min(each.to, clip.to) }))
    .filter(each => length(each) >= 1000)
    .toSorted((a, b) => length(b) - length(a) || Number(b.store === 'cloud') - Number(a.store === 'cloud'))[0]
}

function TimeField({
  model,
  label,
  at,
  change,
}: {
  model: PlaybackModel
  label: string
  at: number
  change: (at: number) => void
}) {
  const format = useFormat()
  const shown = format.clock(new Date(at), model.timeZone)
  const [typed, type] = useState(shown)
  useEffect(() => type(shown), [shown])
  const done = () => {
    const clock = typedClock(typed)
    const next = clock === undefined ? undefined : momentOf(`${model.day}T${clock}`, model.timeZone)
    if (next !== undefined && next !== at) change(Math.min(next, Date.now()))
    type(shown)
  }
  return (
    <span className="clip-field">
      {label}
      <Input
        size="small"
        aria-label={label}
        value={typed}
        onChange={event => type(event.target.value)}
        onBlur={done}
        onPressEnter={done}
      />
    </span>
  )
}

/** Exports that are running, with a way to stop each. */
export function ClipJobs() {
  const t = useText()
  const format = useFormat()
  const jobs = useStore(clipJobs)
  if (jobs.length === 0) return null
  return (
    <ul className="clip-jobs">
      {jobs.map(job => (
        <li key={job.id}>
          <progress max={1} value={job.share} aria-label={job.name} />
          <span>{t(words.clipRunning, { name: job.name, percent: format.percent(job.share * 100) })}</span>
          <button type="button" className="link-button" onClick={job.cancel}>
            {t(words.cancel)}
          </button>
        </li>
      ))}
    </ul>
  )
}
