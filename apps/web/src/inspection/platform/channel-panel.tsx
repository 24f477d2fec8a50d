import type { Camera, Quality } from '@aisle/contract'
import { Button, Segmented, Slider } from 'antd'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { Tag } from '../../ui/bits.tsx'
import { toast } from '../../ui/toast.tsx'
import type { Monitor } from '../monitor/use-monitor.ts'
import { speeds } from '../steering/use-steering.ts'
import { levelOf, rawOf } from './raw-speed.ts'
import { platformText as words } from './text.ts'

/** What the channel can do, how fast it turns, and what picture its device makes. */
export function ChannelPanel({ monitor }: { monitor: Monitor }) {
  const { camera } = monitor
  const { can } = useSession()
  return (
    <div className="channel">
      <Abilities camera={camera} />
      {can('inspect.operate') && (
        <>
          {camera.capabilities.ptz && <RawSpeed monitor={monitor} />}
          <Encoding key={camera.id} camera={camera} />
        </>
      )}
    </div>
  )
}

function Abilities({ camera: { capabilities } }: { camera: Camera }) {
  const t = useText()
  const { movements } = capabilities
  const abilities = [
    [words.ptz, capabilities.ptz],
    [words.zoom, capabilities.zoom],
    [words.focus, movements.includes('focusNear')],
    [words.iris, movements.includes('irisOpen')],
    [words.talk, capabilities.talk],
    [words.recordings, capabilities.playback],
  ] as const
  return (
    <section>
      <h2>{t(words.channel)}</h2>
      <dl className="abilities">
        {abilities.map(([text, has]) => (
          <div key={text.en}>
            <dt>{t(text)}</dt>
            <dd>
              <Tag tone={has ? 'positive' : 'neutral'}>{t(has ? words.yes : words.no)}</Tag>
            </dd>
          </div>
        ))}
      </dl>
      {!capabilities.certain && <p className="tool-hint wrap">{t(words.unsure)}</p>}
    </section>
  )
}

function RawSpeed({ monitor }: { monitor: Monitor }) {
  const t = useText()
  const level = monitor.level ?? speeds.mid
  return (
    <section>
      <h2>{t(words.speed)}</h2>
      <p className="channel-line">
        <strong>{t(words.speedOf, { raw: String(rawOf(level)), level })}</strong>
        <Button
          size="small"
          type="text"
          disabled={level === speeds.mid}
          onClick={() => monitor.setLevel(undefined)}
        >
          {t(words.speedReset)}
        </Button>
      </p>
      <Slider
        min={rawOf(1)}
        max={rawOf(10)}
        step={rawOf(1)}
        value={rawOf(level)}
        ariaLabelForHandle={t(words.speed)}
        onChange={raw => monitor.setLevel(levelOf(raw))}
      />
      <p className="tool-hint wrap">{t(words.speedHint)}</p>
    </section>
  )
}

const qualities = ['smooth', 'standard', 'high'] as const satisfies readonly Quality[]

function Encoding({ camera }: { camera: Camera }) {
  const t = useText()
  const [quality, choose] = useState<Quality>('standard')
  const [isRunning, run] = useState(false)
  async function apply() {
    run(true)
    try {
      await api.cameras.setEncoding({ params: { cameraId: camera.id }, body: { quality } })
      toast.success(words.applied, { quality: t(words[quality]) })
    } catch (error) {
      toast.error(error)
    } finally {
      run(false)
    }
  }
  return (
    <section>
      <h2>{t(words.encoding)}</h2>
      <div className="channel-line">
        <Segmented<Quality>
          aria-label={t(words.encoding)}
          value={quality}
          onChange={choose}
          options={qualities.map(value => ({ value, label: t(words[value]) }))}
        />
        <Button loading={isRunning} onClick={() => void apply()}>
          {t(words.apply)}
        </Button>
      </div>
      <p className="tool-hint wrap">{t(words.encodingHint)}</p>
    </section>
  )
}
