import {
  type Evidence,
  type EvidenceName,
  evidenceNames,
  type QualityEvent,
  type QualityKind,
  type QualityStatus,
  qualityKindNames,
  qualityStatusNames,
} from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { type Translate, useName } from '../../../../lib/i18n.ts'
import { words as anyWords, oneOf, useAddressFilter, wholeNumber } from '../../../../shell/filters.ts'
import type { Tone } from '../../../../ui/bits.tsx'
import type { Asking } from '../../ask.ts'
import { type DoubtQuery, useWhere, warningQueries } from './queries.ts'

/** Stands for no filter. */
export const all = 'all'
export const tones: Record<QualityStatus, Tone> = {
  open: 'error',
  acknowledged: 'neutral',
  corrected: 'positive',
  excluded: 'positive',
  ticketed: 'primary',
  closed: 'neutral',
}

/** What the list is narrowed by, in the address; the first event stands chosen until another is. */
export function useDoubts(asking: Asking | undefined) {
  const where = useWhere(asking)
  const [kind, setKind] = useAddressFilter(
    'rule',
    oneOf<QualityKind | typeof all>([all, ...qualityKindNames], all),
    ['page', 'event'],
  )
  const [status, setStatus] = useAddressFilter(
    'status',
    oneOf<QualityStatus | typeof all>([all, ...qualityStatusNames], all),
    ['page', 'event'],
  )
  const [page, turnTo] = useAddressFilter('page', wholeNumber(1), ['event'])
  const [event, choose] = useAddressFilter('event', anyWords)
  const devices = asking?.members.device ?? []
  const asked: DoubtQuery = {
    ...where,
    from: asking?.period.from ?? '',
    to: asking?.period.to ?? '',
    ...(devices.length === 0 ? {} : { deviceIds: devices.join(',') }),
    ...(kind === all ? {} : { kind }),
    ...(status === all ? {} : { status }),
  }
  const list = useQuery({ ...warningQueries.doubts(asked, page), enabled: where !== undefined })
  const records = list.data?.records ?? []
  const chosen = event !== '' ? event : records[0]?.id
  const go = (by: 1 | -1) => {
    const next = records[records.findIndex(({ id }) => id === chosen) + by]
    if (next) choose(next.id)
  }
  return {
    asked: where && asked,
    list,
    records,
    chosen,
    choose,
    go,
    kind,
    setKind,
    status,
    setStatus,
    page,
    turnTo,
  }
}

/** Where something was counted. */
export function usePlaceOf() {
  const name = useName()
  return (event: QualityEvent) =>
    [
      name(event.shopname, event.shopnameEn),
      name(event.deviceName, event.deviceNameEn) || (event.deviceId ?? ''),
      event.nodeName === '' ? '' : name(event.nodeName, event.nodeNameEn),
    ]
      .filter(part => part !== '')
      .join(' · ')
}

const shares: ReadonlySet<string> = new Set(['share', 'ratio'])
/** What speaks for the doubt, as figures with their names. */
export function evidenceOf(evidence: Evidence, t: Translate, number: (value: number) => string) {
  return (Object.entries(evidence) as [EvidenceName, number][]).map(([key, value]) => ({
    key,
    label: t(evidenceNames[key]),
    value: shares.has(key)
      ? `${Math.round(value * 100)}%`
      : number(Number.isInteger(value) ? value : Math.round(value * 10) / 10),
  }))
}
