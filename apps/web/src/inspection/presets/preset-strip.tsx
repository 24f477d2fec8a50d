import { type Camera, maxPresets, type Preset } from '@aisle/contract'
import { Button } from 'antd'
import { AlarmClock, Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { useWritten } from '../../lib/written.ts'
import { ConfirmPopover } from '../../ui/confirm.tsx'
import { panelAttributes, stateOf } from '../../ui/panel.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Written } from '../../ui/written.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { planText } from './plan-text.ts'
import { presetText as words } from './text.ts'
import { type CameraPlans, usePlans } from './use-plans.ts'
import type { Presets } from './use-presets.ts'
import '../capture/capture.css'
import './presets.css'

type Props = {
  presets: Presets
  camera: Camera
  timeZone: string
  /** The id of the panel where the page calls it otherwise. */
  panelId?: string
}

/**
 * 预置位与计划. The camera's presets in a row: click goes, the clock plans, the pencil renames in place, the bin asks
 * first. A camera that does not turn has no presets, but pictures may be planned of it all the same.
 */
export function PresetStrip({ presets, camera, timeZone, panelId = 'p3' }: Props) {
  const t = useText()
  const { query, mayOperate, has } = presets
  const plans = usePlans(camera, presets.presets)
  const state = has ? stateOf(query, list => list.length === 0) : 'ready'
  return (
    <section className="strip" {...panelAttributes(panelId, state)}>
      <header className="strip-header">
        <h2>{t(words.presets)}</h2>
        <span className="tool-hint">
          {has ? t(words.count, { count: presets.presets.length, max: maxPresets }) : t(words.cannot)}
        </span>
        <Button
          type="text"
          size="small"
          className="strip-plans"
          icon={<AlarmClock size={14} />}
          onClick={() => plans.open(true)}
        >
          {plans.times.length > 0
            ? t(planText.some, { times: plans.times.slice(0, 2).join(' · ') })
            : t(planText.open)}
        </Button>
        {mayOperate && has && (
          <Button
            size="small"
            className="strip-actions"
            icon={<Plus size={14} />}
            loading={presets.isSaving}
            disabled={presets.isFull || state === 'loading'}
            title={presets.isFull ? t(words.full) : undefined}
            onClick={() => void presets.save()}
          >
            {t(words.save)}
          </Button>
        )}
      </header>
      {state === 'error' && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {has && state === 'empty' && <p className="strip-empty">{t(words.none)}</p>}
      <ul className="strip-row">
        {state === 'loading' && [1, 2, 3, 4].map(each => <li key={each} className="picture-tile bone" />)}
        {presets.presets.map(preset => (
          <PresetTile key={preset.id} preset={preset} presets={presets} plans={plans} />
        ))}
      </ul>
      <PlanDialog key={camera.id} plans={plans} timeZone={timeZone} />
    </section>
  )
}

function PresetTile({ preset, presets, plans }: { preset: Preset; presets: Presets; plans: CameraPlans }) {
  const t = useText()
  const written = useWritten()
  const [isRenaming, rename] = useState(false)
  const isPresent = presets.presentId === preset.id
  const { presetIndex: number } = preset
  const name = written(preset.presetName)
  const planned = plans.plans.some(plan => plan.presetId === preset.id && plan.status === 'enabled')
  return (
    <li className="preset-tile" data-present={isPresent || undefined}>
      <button
        type="button"
        className="preset-picture"
        disabled={!presets.mayOperate}
        aria-pressed={isPresent}
        aria-label={t(words.go, { number, name })}
        onClick={() => void presets.go(preset)}
      >
        {preset.thumbnailUrl && <img src={preset.thumbnailUrl} alt="" loading="lazy" />}
        <span className="preset-number">{number}</span>
        {planned && <AlarmClock size={14} aria-hidden className="preset-planned" />}
      </button>
      {isRenaming ? (
        <PresetName preset={preset} presets={presets} onDone={() => rename(false)} />
      ) : (
        <div className="preset-name">
          <span className="ellipsis" title={name}>
            <Written text={preset.presetName} />
          </span>
          {presets.mayOperate && (
            <span className="preset-actions">
              <button
                type="button"
                aria-label={t(planText.openOf, { number })}
                title={t(planText.openOf, { number })}
                onClick={() => plans.open(true)}
              >
                <AlarmClock size={13} />
              </button>
              <button type="button" aria-label={`${t(words.rename)} ${name}`} onClick={() => rename(true)}>
                <Pencil size={13} />
              </button>
              <ConfirmPopover name={name} onConfirm={() => presets.remove(preset)}>
                <button type="button" aria-label={`${t(words.remove)} ${name}`}>
                  <Trash2 size={13} />
                </button>
              </ConfirmPopover>
            </span>
          )}
        </div>
      )}
    </li>
  )
}

function PresetName({ preset, presets, onDone }: { preset: Preset; presets: Presets; onDone: () => void }) {
  const t = useText()
  const [name, setName] = useState(preset.presetName)
  const isOver = useRef(false)
  // Enter and Escape take the field away, and its blur must not save once more.
  const end = (keeps: boolean) => {
    if (isOver.current) return
    isOver.current = true
    onDone()
    if (keeps) void presets.rename(preset, name.trim())
  }
  return (
    <input
      className="preset-input"
      // biome-ignore lint/a11y/noAutofocus: the user asked to rename this very name
      autoFocus
      maxLength={40}
      value={name}
      aria-label={t(words.renameOf, { number: preset.presetIndex })}
      onFocus={event => event.target.select()}
      onChange={event => setName(event.target.value)}
      onBlur={() => end(true)}
      onKeyDown={event => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) end(true)
        if (event.key !== 'Escape') return
        event.stopPropagation()
        end(false)
      }}
    />
  )
}
