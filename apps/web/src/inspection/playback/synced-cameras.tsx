import type { Camera } from '@aisle/contract'
import { ArrowLeftRight, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useName, useText } from '../../lib/i18n.ts'
import { panelAttributes } from '../../ui/panel.tsx'
import { playbackText as words } from './text.ts'
import { hasPlayback, mostPanes, type PlaybackModel } from './use-playback.ts'

/** The pictures in step, the main one marked, and the cameras that may join. */
export function SyncedCameras({ model }: { model: PlaybackModel }) {
  const t = useText()
  const { chosen, cameras } = model
  const others = cameras.filter(camera => !chosen.includes(camera))
  return (
    <section className="synced" {...panelAttributes('p1', 'ready')}>
      <header>
        <h2>{t(words.synced)}</h2>
        <span>
          {chosen.length} / {Math.min(mostPanes, cameras.length)}
        </span>
      </header>
      <ul>
        {chosen.map(camera => (
          <ChosenRow key={camera.id} model={model} camera={camera} />
        ))}
      </ul>
      {others.length > 0 && (
        <details className="synced-others" open={chosen.length === 1 || undefined}>
          <summary>
            {t(words.otherCameras)} <span>{others.length}</span>
          </summary>
          <ul>
            {others.map(camera => (
              <OtherRow key={camera.id} model={model} camera={camera} />
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

const useLabel = (camera: Camera) => {
  const name = useName()
  return `${camera.number} ${name(camera.name, camera.nameEn)}`
}

function ChosenRow({ model, camera }: { model: PlaybackModel; camera: Camera }) {
  const t = useText()
  const label = useLabel(camera)
  const isMain = camera.id === model.main?.id
  return (
    <li className="synced-row" data-main={isMain || undefined}>
      <Thumbnail camera={camera} />
      <span className="ellipsis" title={label}>
        {label}
      </span>
      {isMain ? (
        <span className="synced-main">{t(words.main)}</span>
      ) : (
        <IconButton
          label={t(words.makeMain, { name: label })}
          icon={<ArrowLeftRight size={14} />}
          onClick={() => model.setMain(camera.id)}
        />
      )}
      {!isMain && (
        <IconButton
          label={t(words.removeCamera, { name: label })}
          icon={<X size={14} />}
          onClick={() => model.remove(camera)}
        />
      )}
    </li>
  )
}

function OtherRow({ model, camera }: { model: PlaybackModel; camera: Camera }) {
  const t = useText()
  const label = useLabel(camera)
  const isOff = !hasPlayback(camera) || model.chosen.length >= mostPanes
  return (
    <li className="synced-row">
      <Thumbnail camera={camera} />
      <span className="ellipsis" title={label}>
        {label}
      </span>
      {hasPlayback(camera) ? (
        <IconButton
          label={isOff ? t(words.full) : t(words.addCamera, { name: label })}
          icon={<Plus size={15} />}
          isOff={isOff}
          onClick={() => model.add(camera)}
        />
      ) : (
        <span className="tool-hint">{t(words.withoutPlayback)}</span>
      )}
    </li>
  )
}

function IconButton({
  label,
  icon,
  isOff = false,
  onClick,
}: {
  label: string
  icon: React.ReactNode
  isOff?: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className="synced-button"
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={onClick}
    >
      {icon}
    </button>
  )
}

function Thumbnail({ camera }: { camera: Camera }) {
  const [isBroken, setBroken] = useState(false)
  if (!camera.posterUrl || isBroken) return <span className="synced-thumb" aria-hidden />
  return (
    <img
      className="synced-thumb"
      src={camera.posterUrl}
      alt=""
      loading="lazy"
      onError={() => setBroken(true)}
    />
  )
}
