import { pictureKinds, pictureMarks } from '@aisle/contract'
import { useMemo } from 'react'
import { useName, useText } from '../../lib/i18n.ts'
import { usePeriod } from '../../shell/date-picker/use-period.ts'
import { oneOf, useAddressFilter, wholeNumber, words } from '../../shell/filters.ts'
import { areaSelection, useScope } from '../../shell/scope.ts'
import type { GalleryQuery } from './queries.ts'

export const kindTabs = ['all', ...pictureKinds] as const
export const markTabs = ['all', ...pictureMarks, 'none'] as const
/** Pictures a page (specification of inspection, section 9). */
export const picturesAPage = 20

/** What the gallery is narrowed by; all of it stands in the address. */
export function useGallery() {
  const t = useText()
  const name = useName()
  const { scope, trail, shop, shopId } = useScope()
  const period = usePeriod({ initial: 'last30' })
  const [kind, setKind] = useAddressFilter('kind', oneOf(kindTabs, 'all'), ['page'])
  const [mark, setMark] = useAddressFilter('mark', oneOf(markTabs, 'all'), ['page'])
  const [cameraId, setCamera] = useAddressFilter('camera', words, ['page', 'preset'])
  const [presetId, setPreset] = useAddressFilter('preset', words, ['page'])
  const [planId, setPlan] = useAddressFilter('plan', words, ['page'])
  const [userId, setUser] = useAddressFilter('by', words, ['page'])
  const [page, turnTo] = useAddressFilter('page', wholeNumber(1))
  const { from, to } = period
  const filter = useMemo<GalleryQuery>(
    () => ({
      ...(scope.kind === 'shop' ? { shopId: scope.shopId } : {}),
      ...(scope.kind === 'area' ? areaSelection(trail) : {}),
      begin: from,
      end: to,
      ...(kind === 'all' ? {} : { kind }),
      ...(mark === 'all' ? {} : { mark }),
      ...(cameraId === '' ? {} : { cameraId }),
      ...(presetId === '' ? {} : { presetId }),
      ...(planId === '' ? {} : { planId }),
      ...(userId === '' ? {} : { userId }),
    }),
    [scope, trail, from, to, kind, mark, cameraId, presetId, planId, userId],
  )
  const area = trail.at(-1)
  return {
    filter,
    isKnown: scope.kind !== 'area' || trail.length > 0,
    scope,
    shopId,
    scopeName: shop
      ? name(shop.shopname, shop.shopnameEn)
      : scope.kind === 'area' && area
        ? name(area.name, area.nameEn)
        : t({ zh: '全部门店', en: 'All shops' }),
    period,
    kind,
    setKind,
    mark,
    setMark,
    cameraId,
    setCamera,
    presetId,
    setPreset,
    planId,
    setPlan,
    userId,
    setUser,
    page,
    turnTo,
  }
}
export type Gallery = ReturnType<typeof useGallery>
