import { type QualitySettings, qualityThresholdNames, qualityThresholds } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, InputNumber, Switch } from 'antd'
import { useState } from 'react'
import { api } from '../lib/api.ts'
import { useText } from '../lib/i18n.ts'
import { useSession } from '../lib/session.ts'
import { Bone, ErrorState, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { qualityChanged, qualityQueries } from './queries.ts'
import { words } from './text.ts'

/** Thresholds of the rules; whoever may not change them sees them. */
export function SettingsDrawer({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { can } = useSession()
  const query = useQuery(qualityQueries.settings())
  const [changed, change] = useState<QualitySettings>()
  const [isSending, sending] = useState(false)
  const mayChange = can('device.manage')
  const value = changed ?? query.data

  async function save() {
    if (!changed || !query.data) return
    sending(true)
    try {
      await api.quality.saveSettings({ body: { ...changed, version: query.data.version } })
      toast.success(words.saved)
      change(undefined)
      onClose()
    } catch (error) {
      toast.error(error)
    } finally {
      sending(false)
      void qualityChanged()
    }
  }
  return (
    <Drawer
      open
      size={420}
      title={t(words.settingsTitle)}
      onClose={onClose}
      footer={
        mayChange && (
          <Button type="primary" disabled={!changed} loading={isSending} onClick={() => void save()}>
            {t(words.save)}
          </Button>
        )
      }
    >
      {query.isPending && (
        <Loading>
          <Bone height={240} />
        </Loading>
      )}
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {value && (
        <div className="quality-rules">
          <label htmlFor="isImputing">{t(words.imputing)}</label>
          <Switch
            id="isImputing"
            checked={value.isImputing}
            disabled={!mayChange}
            onChange={isImputing => change({ thresholds: value.thresholds, isImputing })}
          />
          {qualityThresholdNames.map(name => [
            <label key={`${name} label`} htmlFor={name}>
              {t(qualityThresholds[name].label)}
            </label>,
            <InputNumber
              key={name}
              id={name}
              size="small"
              min={qualityThresholds[name].min}
              max={qualityThresholds[name].max}
              disabled={!mayChange}
              value={value.thresholds[name]}
              onChange={number =>
                typeof number === 'number' &&
                change({
                  isImputing: value.isImputing,
                  thresholds: { ...value.thresholds, [name]: number },
                })
              }
            />,
          ])}
        </div>
      )}
    </Drawer>
  )
}
