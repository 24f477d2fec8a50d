import {
  algorithms,
  type DetectorSetting,
  initialThresholds,
  type Threshold,
  watchedHours,
} from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, InputNumber, Segmented, Switch } from 'antd'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { useHotkeys } from '../../ui/hotkeys.ts'
import { Bone, ErrorState, Loading } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { findingQueries } from './queries.ts'
import { hoursNames, aiText as words } from './text.ts'
import { ZoneEditor } from './zone-editor.tsx'

const tabs = ['detectors', 'zones'] as const

/** Which detectors run, when, and by which thresholds; and the zones that one of them watches. */
export function DetectorDrawer({ shopId, onClose }: { shopId: string | undefined; onClose: () => void }) {
  const t = useText()
  const [tab, setTab] = useState<(typeof tabs)[number]>('detectors')
  const settings = useQuery(findingQueries.settings())
  useHotkeys([{ keys: ['Escape'], run: onClose }])
  return (
    <Drawer
      open
      mask={false}
      aria-modal={false}
      size={560}
      keyboard={false}
      className="detector-drawer"
      title={t(words.settings)}
      onClose={onClose}
    >
      <Segmented
        block
        value={tab}
        onChange={setTab}
        options={tabs.map(value => ({ value, label: t(words[value]) }))}
      />
      {tab === 'zones' && <ZoneEditor shopId={shopId} />}
      {tab === 'detectors' && settings.isPending && (
        <Loading>
          <Bone height={400} />
        </Loading>
      )}
      {tab === 'detectors' && settings.isError && (
        <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
      )}
      {tab === 'detectors' &&
        settings.data?.map(setting => (
          <Detector key={`${setting.algorithm} ${JSON.stringify(setting)}`} kept={setting} />
        ))}
    </Drawer>
  )
}

function Detector({ kept }: { kept: DetectorSetting }) {
  const t = useText()
  const [wanted, want] = useState(kept)
  const [isSaving, saving] = useState(false)
  const { label, meaning, thresholds, hours } = algorithms[kept.algorithm]
  const declared: Readonly<Record<string, Threshold>> = thresholds
  const isChanged = JSON.stringify(wanted) !== JSON.stringify(kept)
  const usual = { ...kept, enabled: true, hours, thresholds: initialThresholds(kept.algorithm) }

  async function save(next: DetectorSetting) {
    saving(true)
    try {
      const { algorithm, ...body } = next
      await api.findings.saveSetting({ params: { algorithm }, body })
      await queryClient.invalidateQueries({ queryKey: findingQueries.settings().queryKey })
      toast.success(words.saved)
    } catch (error) {
      toast.error(error)
    } finally {
      saving(false)
    }
  }
  return (
    <fieldset className="detector" disabled={isSaving}>
      <legend className="visually-hidden">{t(label)}</legend>
      <header>
        <strong>{t(label)}</strong>
        <Switch
          size="small"
          checked={wanted.enabled}
          aria-label={`${t(label)} · ${t(words.runs)}`}
          onChange={enabled => want({ ...wanted, enabled })}
        />
      </header>
      <p className="muted">{t(meaning)}</p>
      <div className="detector-field">
        <span>{t(words.hours)}</span>
        <Segmented
          size="small"
          value={wanted.hours}
          onChange={next => want({ ...wanted, hours: next })}
          options={watchedHours.map(value => ({ value, label: t(hoursNames[value]) }))}
        />
      </div>
      {Object.entries(declared).map(([name, threshold]) => (
        <div key={name} className="detector-field">
          <span>
            {t(threshold.label)}
            <small className="muted">{t(threshold.note)}</small>
          </span>
          <InputNumber
            size="small"
            value={wanted.thresholds[name] ?? threshold.initial}
            min={threshold.min}
            max={threshold.max}
            step={threshold.step}
            aria-label={`${t(label)} · ${t(threshold.label)}`}
            onChange={value =>
              want({
                ...wanted,
                thresholds: { ...wanted.thresholds, [name]: value ?? threshold.initial },
              })
            }
          />
        </div>
      ))}
      <footer>
        <Button size="small" type="text" onClick={() => want(usual)}>
          {t(words.reset)}
        </Button>
        <Button size="small" disabled={!isChanged} loading={isSaving} onClick={() => void save(wanted)}>
          {t(words.save)}
        </Button>
      </footer>
    </fieldset>
  )
}
