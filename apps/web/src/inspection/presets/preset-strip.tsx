import { maxPresets, type Preset } from '@aisle/contract'
import { Button } from 'antd'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { ConfirmPopover } from '../../ui/confirm.tsx'
import { panelAttributes, stateOf } from '../../ui/panel.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { presetText as words } from './text.ts'
import type { Presets } from './use-presets.ts'
import '../capture/capture.css'
import './presets.css'

/** The camera's presets in a row: click goes, the pencil renames in place, the bin asks first. */
export function PresetStrip({ presets }: { presets: Presets }) {
  const t = useText()
  const { query, mayOperate } = presets
  const state = stateOf(query, list => list.length === 0)
  return (
    <section className="strip" {...panelAttributes('presets', state)}>
      <header className="strip-header">
        <h2>{t(words.presets)}</h2>
        <span className="tool-hint">
          {t(words.count, { count: presets.presets.length, max: maxPresets })}
        </span>
        {mayOperate && (
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
      {state === 'empty' && <p className="strip-empty">{t(words.none)}</p>}
      <ul className="strip-row">
        {state === 'loading' && [1, 2, 3, 4].map(each => <li key={each} className="picture-tile bone" />)}
        {presets.presets.map(preset => (
          <PresetTile key={preset.id} preset={preset} presets={presets} />
        ))}
      </ul>
    </section>
  )
}

function PresetTile({ preset, presets }: { preset: Preset; presets: Presets }) {
  const t = useText()
  const [isRenaming, rename] = useState(false)
  const isPresent = presets.presentId === preset.id
  const { presetIndex: number, presetName: name } = preset
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
      </button>
      {isRenaming ? (
        <PresetName preset={preset} presets={presets} onDone={() => rename(false)} />
      ) : (
        <div className="preset-name">
          <span className="ellipsis" title={name}>
            {name}
          </span>
          {presets.mayOperate && (
            <span className="preset-actions">
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
  const keep = () => {
    onDone()
    void presets.rename(preset, name.trim())
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
      onBlur={keep}
      onKeyDown={event => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) keep()
        if (event.key === 'Escape') onDone()
      }}
    />
  )
}
