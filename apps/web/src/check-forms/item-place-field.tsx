import type { CheckItem } from '@aisle/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useId } from 'react'
import { api } from '../lib/api.ts'
import { useName, useText } from '../lib/i18n.ts'
import { useWritten } from '../lib/written.ts'
import { useScope } from '../shell/scope.ts'
import { panelAttributes, stateOf } from '../ui/panel.tsx'
import { Bone, ErrorState, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { formQueries, refreshForms } from './queries.ts'

/** Where the item is seen in the shop that the page looks at: as the item says, or as chosen for this shop. */
export function ItemPlaceField({ item }: { item: CheckItem }) {
  const t = useText()
  const { shop, shopId } = useScope()
  return (
    <section className="item-section">
      <h3>{t({ zh: '在门店里的位置', en: 'Where it is seen' })}</h3>
      {shopId === undefined ? (
        <p className="item-note">
          {t({
            zh: '在页头选择一家门店，可以为这家店指定摄像头和预置位。',
            en: 'Choose a shop in the header to tie this item to a camera and preset there.',
          })}
        </p>
      ) : (
        <ShopPlace item={item} shopId={shopId} shopNames={[shop?.shopname ?? '', shop?.shopnameEn ?? '']} />
      )}
    </section>
  )
}

const everywhere = ''

function ShopPlace({
  item,
  shopId,
  shopNames: [zh, en],
}: {
  item: CheckItem
  shopId: string
  shopNames: [zh: string, en: string]
}) {
  const t = useText()
  const name = useName()
  const written = useWritten()
  const id = useId()
  const params = { shopId, itemId: item.itemId }
  const places = useQuery(formQueries.places(shopId, item.kind))
  const videos = useQuery(formQueries.videos(shopId))
  const shared = { onError: (error: unknown) => toast.error(error), onSettled: refreshForms }
  const bind = useMutation({
    mutationFn: (body: { cameraId: string; presetId: string | null }) =>
      api.checkItems.bindPlace({ params, body }),
    ...shared,
  })
  const unbind = useMutation({ mutationFn: () => api.checkItems.unbindPlace({ params }), ...shared })
  const state = places.isError ? stateOf(places) : stateOf(videos)
  const place = places.data?.find(({ itemId }) => itemId === item.itemId)
  const camera = videos.data?.records.find(({ onlyId }) => onlyId === place?.cameraId)
  if (state === 'loading' || places.data === undefined)
    return (
      <Loading>
        <Bone height={72} />
      </Loading>
    )
  if (state === 'error')
    return (
      <ErrorState
        error={places.error ?? videos.error}
        onRetry={() => {
          void places.refetch()
          void videos.refetch()
        }}
      />
    )
  return (
    <div className="item-fields" {...panelAttributes('place', place ? 'ready' : 'empty')}>
      <span className="item-label">{t({ zh: '门店', en: 'Shop' })}</span>
      <span>
        {name(zh, en)}{' '}
        <small className="item-note">
          {place?.isBound
            ? t({ zh: '为本店指定', en: 'chosen for this shop' })
            : place
              ? t({ zh: '按检查项自动匹配', en: 'follows from the item' })
              : t({ zh: '没有匹配的画面', en: 'no camera matches' })}
        </small>
      </span>
      <label htmlFor={`${id}-camera`}>{t({ zh: '摄像头', en: 'Camera' })}</label>
      <Select
        id={`${id}-camera`}
        loading={bind.isPending}
        value={place?.cameraId ?? null}
        placeholder={t({ zh: '选择摄像头', en: 'Choose a camera' })}
        options={(videos.data?.records ?? []).map(video => ({
          value: video.onlyId,
          label: name(video.name, video.nameEn),
        }))}
        onChange={cameraId => cameraId && bind.mutate({ cameraId, presetId: null })}
      />
      <label htmlFor={`${id}-preset`}>{t({ zh: '预置位', en: 'Preset' })}</label>
      <Select
        id={`${id}-preset`}
        disabled={!camera || camera.presets.length === 0}
        value={place?.presetId ?? everywhere}
        options={[
          { value: everywhere, label: t({ zh: '不转到预置位', en: 'No preset' }) },
          ...(camera?.presets ?? []).map(preset => ({
            value: preset.id,
            label: `${preset.presetIndex} · ${written(preset.presetName)}`,
          })),
        ]}
        onChange={presetId =>
          camera &&
          bind.mutate({ cameraId: camera.onlyId, presetId: presetId === everywhere ? null : presetId })
        }
      />
      {place?.isBound && (
        <div className="item-actions">
          <Button type="text" loading={unbind.isPending} onClick={() => unbind.mutate()}>
            {t({ zh: '恢复自动匹配', en: 'Follow the item again' })}
          </Button>
        </div>
      )}
    </div>
  )
}
