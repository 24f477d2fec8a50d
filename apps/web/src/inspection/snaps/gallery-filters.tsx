import { useQuery } from '@tanstack/react-query'
import { Button, Segmented, Select } from 'antd'
import { X } from 'lucide-react'
import { useName, useText } from '../../lib/i18n.ts'
import { sharedQueries } from '../../lib/queries.ts'
import { useWritten } from '../../lib/written.ts'
import { inspectionQueries } from '../queries.ts'
import { recordQueries } from '../records/queries.ts'
import { words } from './text.ts'
import { type Gallery, kindTabs, markTabs } from './use-gallery.ts'

/** Cameras, presets and people to choose from. */
function useChoices({ shopId, cameraId }: Gallery) {
  const cameras = useQuery({ ...sharedQueries.cameras(shopId ?? ''), enabled: shopId !== undefined })
  const presets = useQuery({ ...inspectionQueries.presets(cameraId), enabled: cameraId !== '' })
  const people = useQuery(recordQueries.everyInspector())
  return { cameras: cameras.data ?? [], presets: presets.data ?? [], people: people.data ?? [] }
}

/** What the gallery is narrowed by beside area and dates. */
export function GalleryFilters({ gallery }: { gallery: Gallery }) {
  const t = useText()
  const written = useWritten()
  const name = useName()
  const { shopId } = gallery
  const { cameras, presets, people } = useChoices(gallery)
  return (
    <>
      <Segmented
        size="small"
        aria-label={t(words.kind)}
        value={gallery.kind}
        options={kindTabs.map(value => ({ value, label: t(words[value]) }))}
        onChange={gallery.setKind}
      />
      <Segmented
        size="small"
        aria-label={t(words.mark)}
        value={gallery.mark}
        options={markTabs.map(value => ({ value, label: t(words[value]) }))}
        onChange={gallery.setMark}
      />
      <Select
        size="small"
        showSearch={{ optionFilterProp: 'label' }}
        aria-label={t(words.person)}
        value={gallery.userId}
        popupMatchSelectWidth={160}
        options={[
          { value: '', label: t(words.anyone) },
          ...(gallery.userId === '' || people.some(({ userId }) => userId === gallery.userId)
            ? []
            : [{ value: gallery.userId, label: '…' }]),
          ...people.map(({ userId, userName }) => ({ value: userId, label: userName })),
        ]}
        onChange={gallery.setUser}
      />
      {gallery.planId !== '' && (
        <Button
          size="small"
          icon={<X size={14} aria-hidden />}
          iconPlacement="end"
          title={t(words.everyPlan)}
          onClick={() => gallery.setPlan('')}
        >
          {t(words.onePlan)}
        </Button>
      )}
      {shopId !== undefined && (
        <Select
          size="small"
          showSearch={{ optionFilterProp: 'label' }}
          aria-label={t(words.camera)}
          value={gallery.cameraId}
          popupMatchSelectWidth={220}
          options={[
            { value: '', label: t(words.allCameras) },
            ...cameras.map(camera => ({
              value: camera.id,
              label: `${camera.number} ${name(camera.name, camera.nameEn)}`,
            })),
          ]}
          onChange={gallery.setCamera}
        />
      )}
      {gallery.cameraId !== '' && presets.length > 0 && (
        <Select
          size="small"
          aria-label={t(words.preset)}
          value={gallery.presetId}
          popupMatchSelectWidth={180}
          options={[
            { value: '', label: t(words.allPresets) },
            ...presets.map(preset => ({
              value: preset.id,
              label: `${preset.presetIndex} ${written(preset.presetName)}`,
            })),
          ]}
          onChange={gallery.setPreset}
        />
      )}
    </>
  )
}

/** The same in words, for the head of an export. */
export function useGalleryFilterWords(gallery: Gallery): { label: string; value: string }[] {
  const t = useText()
  const written = useWritten()
  const name = useName()
  const { cameras, presets, people } = useChoices(gallery)
  const camera = cameras.find(({ id }) => id === gallery.cameraId)
  const preset = presets.find(({ id }) => id === gallery.presetId)
  const person = people.find(({ userId }) => userId === gallery.userId)
  return [
    ...(gallery.kind === 'all' ? [] : [{ label: t(words.kind), value: t(words[gallery.kind]) }]),
    ...(gallery.mark === 'all' ? [] : [{ label: t(words.mark), value: t(words[gallery.mark]) }]),
    ...(camera
      ? [{ label: t(words.camera), value: `${camera.number} ${name(camera.name, camera.nameEn)}` }]
      : []),
    ...(preset ? [{ label: t(words.preset), value: written(preset.presetName) }] : []),
    ...(person ? [{ label: t(words.person), value: person.userName }] : []),
  ]
}
