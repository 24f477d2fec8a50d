import type { Camera, FindingZone } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, InputNumber, Select } from 'antd'
import { Trash2 } from 'lucide-react'
import { type MouseEvent, useId, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { queryClient, sharedQueries } from '../../lib/queries.ts'
import { useWritten } from '../../lib/written.ts'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { inspectionQueries } from '../queries.ts'
import { findingQueries } from './queries.ts'
import { aiText as words } from './text.ts'

type Point = [x: number, y: number]
type Draft = { name: string; share: number; presetId: string; polygon: Point[] }

const emptyDraft: Draft = { name: '', share: 0.3, presetId: '', polygon: [] }
const least = 3
const rounded = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000

/** Zones of the cameras of a shop, drawn on their posters by clicking corners, or by numbers. */
export function ZoneEditor({ shopId }: { shopId: string | undefined }) {
  const t = useText()
  const name = useName()
  const cameras = useQuery({ ...sharedQueries.cameras(shopId ?? ''), enabled: shopId !== undefined })
  const [cameraId, choose] = useState<string>()
  const camera = cameras.data?.find(each => each.id === cameraId) ?? cameras.data?.[0]
  if (shopId === undefined) return <EmptyState text={t(words.chooseShopFirst)} />
  if (cameras.isError) return <ErrorState error={cameras.error} onRetry={() => void cameras.refetch()} />
  return (
    <div className="zone-editor">
      <Select
        aria-label={t(words.chooseCamera)}
        placeholder={t(words.chooseCamera)}
        {...(camera ? { value: camera.id } : {})}
        onChange={choose}
        options={(cameras.data ?? []).map(each => ({
          value: each.id,
          label: `${each.number} ${name(each.name, each.nameEn)}`,
        }))}
      />
      {camera && <CameraZones key={camera.id} camera={camera} />}
    </div>
  )
}

function CameraZones({ camera }: { camera: Camera }) {
  const t = useText()
  const written = useWritten()
  const id = useId()
  const zones = useQuery(findingQueries.zones(camera.id))
  const presets = useQuery(inspectionQueries.presets(camera.id))
  const [draft, change] = useState<Draft>(emptyDraft)
  const [isSaving, saving] = useState(false)
  const preset = presets.data?.find(each => each.id === draft.presetId)
  const picture = preset?.thumbnailUrl ?? camera.posterUrl
  const isReady = draft.polygon.length >= least && draft.name.trim() !== ''
  const renew = () => queryClient.invalidateQueries({ queryKey: findingQueries.zones(camera.id).queryKey })

  function addCorner(event: MouseEvent<HTMLElement>) {
    const place = event.currentTarget.getBoundingClientRect()
    const corner: Point = [
      rounded((event.clientX - place.left) / place.width),
      rounded((event.clientY - place.top) / place.height),
    ]
    change(before => ({ ...before, polygon: [...before.polygon, corner] }))
  }
  const setCorner = (index: number, axis: 0 | 1, percent: number | null) =>
    change(before => ({
      ...before,
      polygon: before.polygon.map((corner, at): Point => {
        if (at !== index) return corner
        const value = rounded((percent ?? 0) / 100)
        return axis === 0 ? [value, corner[1]] : [corner[0], value]
      }),
    }))

  async function save() {
    saving(true)
    try {
      const { presetId, ...body } = draft
      const made = await api.findings.addZone({
        body: { cameraId: camera.id, ...body, ...(presetId === '' ? {} : { presetId }) },
      })
      await renew()
      change(emptyDraft)
      toast.success(words.zoneAdded, { name: made.name })
    } catch (error) {
      toast.error(error)
    } finally {
      saving(false)
    }
  }
  async function remove(zone: FindingZone) {
    try {
      await api.findings.removeZone({ params: { zoneId: zone.id } })
      await renew()
      const { cameraId, name, polygon, share, presetId } = zone
      toast.undo(
        words.zoneRemoved,
        () =>
          void api.findings
            .addZone({ body: { cameraId, name, polygon, share, ...(presetId === null ? {} : { presetId }) } })
            .then(renew, toast.error),
        { name },
      )
    } catch (error) {
      toast.error(error)
    }
  }
  const shown = (zones.data ?? []).filter(
    zone => zone.presetId === null || draft.presetId === '' || zone.presetId === draft.presetId,
  )
  return (
    <>
      {presets.data && presets.data.length > 0 && (
        <Select
          aria-label={t(words.preset)}
          value={draft.presetId}
          onChange={presetId => change({ ...draft, presetId })}
          options={[
            { value: '', label: t(words.anyPreset) },
            ...presets.data.map(each => ({ value: each.id, label: written(each.presetName) })),
          ]}
        />
      )}
      <p className="muted">{t(words.drawHint)}</p>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the corners have number fields below, which need no pointer */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
      <div className="zone-stage" onClick={addCorner}>
        {picture ? <img src={picture} alt="" draggable={false} /> : <span>{t(words.noPoster)}</span>}
        <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
          {shown.map(zone => (
            <polygon key={zone.id} className="zone-kept" points={pointsOf(zone.polygon)} />
          ))}
          <polygon className="zone-draft" points={pointsOf(draft.polygon)} />
        </svg>
        {draft.polygon.map(([x, y], index) => (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: corners are told apart by their order alone
            key={index}
            className="zone-corner"
            style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
          />
        ))}
      </div>
      <div className="zone-corners">
        {draft.polygon.map(([x, y], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: corners are told apart by their order alone
          <span key={index}>
            {index + 1}
            <InputNumber
              size="small"
              value={Math.round(x * 1000) / 10}
              min={0}
              max={100}
              suffix="%"
              aria-label={`${t(words.corner, { n: index + 1 })} X`}
              onChange={value => setCorner(index, 0, value)}
            />
            <InputNumber
              size="small"
              value={Math.round(y * 1000) / 10}
              min={0}
              max={100}
              suffix="%"
              aria-label={`${t(words.corner, { n: index + 1 })} Y`}
              onChange={value => setCorner(index, 1, value)}
            />
          </span>
        ))}
        <Button size="small" onClick={() => change({ ...draft, polygon: [...draft.polygon, [0.5, 0.5]] })}>
          {t(words.corner, { n: draft.polygon.length + 1 })}
        </Button>
        <Button
          size="small"
          disabled={draft.polygon.length === 0}
          onClick={() => change({ ...draft, polygon: draft.polygon.slice(0, -1) })}
        >
          {t(words.removeCorner)}
        </Button>
      </div>
      <div className="zone-form">
        <label htmlFor={`${id}-name`}>{t(words.zoneName)}</label>
        <Input
          id={`${id}-name`}
          size="small"
          value={draft.name}
          maxLength={40}
          placeholder={t(words.newZone)}
          onChange={event => change({ ...draft, name: event.target.value })}
        />
        <label htmlFor={`${id}-share`}>{t(words.zoneShare)}</label>
        <InputNumber
          id={`${id}-share`}
          size="small"
          min={5}
          max={100}
          suffix="%"
          value={Math.round(draft.share * 100)}
          onChange={value => change({ ...draft, share: (value ?? 30) / 100 })}
        />
        <Button
          type="primary"
          size="small"
          disabled={!isReady}
          loading={isSaving}
          onClick={() => void save()}
        >
          {t(words.finish)}
        </Button>
      </div>
      <ul className="zone-list">
        {zones.data?.length === 0 && <li className="muted">{t(words.noZones)}</li>}
        {zones.data?.map(zone => (
          <li key={zone.id}>
            <strong>{written(zone.name)}</strong>
            <span className="muted">
              {written(
                presets.data?.find(each => each.id === zone.presetId)?.presetName ?? t(words.anyPreset),
              )}{' '}
              · ≥ {Math.round(zone.share * 100)}%
            </span>
            <Button
              type="text"
              size="small"
              icon={<Trash2 size={14} />}
              aria-label={`${t(words.removeZone)} ${written(zone.name)}`}
              onClick={() => void remove(zone)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

const pointsOf = (polygon: readonly (readonly [number, number])[]) =>
  polygon.map(([x, y]) => `${x},${y}`).join(' ')
