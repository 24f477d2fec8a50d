import { mostStops, type RoundSource } from '@aisle/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Modal, Segmented, Select } from 'antd'
import { useId, useMemo, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { messageOf } from '../../lib/problem.ts'
import { sharedQueries } from '../../lib/queries.ts'
import { useWritten } from '../../lib/written.ts'
import { isShopIn, useScope } from '../../shell/scope.ts'
import { useScopeName } from '../problems/problem-export.tsx'
import { patrolText as words } from './patrol-text.ts'
import type { Round } from './use-round.ts'

type Kind = RoundSource['kind']

export const patrolPlans = (query: { shopId?: string } = {}) =>
  queryOptions({
    queryKey: ['patrolPlans', query],
    queryFn: ({ signal }) => api.plans.patrols({ query, signal }),
  })

/** What today's shops are taken from: an area, the favourites, a patrol plan, or picked one by one. */
export function RoundDialog({ round, onClose }: { round: Round; onClose: () => void }) {
  const t = useText()
  const written = useWritten()
  const name = useName()
  const id = useId()
  const { scope } = useScope()
  const scopeName = useScopeName()
  const [kind, choose] = useState<Kind>('favourites')
  const [planId, choosePlan] = useState<string>()
  const [picked, pick] = useState<readonly string[]>(() => round.stops.map(stop => stop.shopId))
  const [fault, setFault] = useState<string>()
  const [isSending, sending] = useState(false)
  const shops = useQuery(sharedQueries.allShops())
  const favourites = useQuery(sharedQueries.favourites())
  const plans = useQuery({ ...patrolPlans(), enabled: kind === 'plan' })
  const plan = plans.data?.find(each => each.id === planId)

  const inArea = useMemo(
    () =>
      (shops.data ?? []).filter(
        shop =>
          scope.kind === 'all' ||
          (scope.kind === 'shop' ? shop.shopid === scope.shopId : isShopIn(shop, scope.level, scope.id)),
      ),
    [shops.data, scope],
  )
  const chosen: Record<Kind, readonly string[]> = {
    area: inArea.map(shop => shop.shopid),
    favourites: (favourites.data ?? []).map(favourite => favourite.shopId),
    plan: [...new Set(plan?.stops.map(stop => stop.shopId))],
    hand: picked,
  }
  const names: Record<Kind, string> = {
    area: scopeName,
    favourites: '',
    plan: plan ? written(plan.name) : '',
    hand: '',
  }
  const ids = chosen[kind]
  const nameOf = new Map((shops.data ?? []).map(shop => [shop.shopid, name(shop.shopname, shop.shopnameEn)]))

  async function begin() {
    sending(true)
    try {
      await round.begin({ source: { kind, name: names[kind] }, shopIds: ids.slice(0, mostStops) })
      onClose()
    } catch (error) {
      setFault(messageOf(error))
      sending(false)
    }
  }
  return (
    <Modal
      open
      centered
      width={520}
      title={t(round.round ? words.change : words.begin)}
      okText={t(words.start)}
      cancelText={t(words.cancel)}
      okButtonProps={{ disabled: ids.length === 0 }}
      confirmLoading={isSending}
      onOk={() => void begin()}
      onCancel={onClose}
    >
      <div className="round-dialog">
        <Segmented<Kind>
          block
          aria-label={t(words.from)}
          value={kind}
          onChange={choose}
          options={[
            { value: 'favourites', label: t(words.favourites) },
            { value: 'area', label: t(words.area) },
            { value: 'plan', label: t(words.plan) },
            { value: 'hand', label: t(words.hand) },
          ]}
        />
        {kind === 'area' && <p>{scopeName || t(words.everywhere)}</p>}
        {kind === 'plan' && (
          <Select
            aria-label={t(words.choosePlan)}
            placeholder={t(plans.data?.length === 0 ? words.noPlans : words.choosePlan)}
            loading={plans.isPending}
            {...(planId === undefined ? {} : { value: planId })}
            onChange={choosePlan}
            options={(plans.data ?? []).map(each => ({ value: each.id, label: written(each.name) }))}
          />
        )}
        {kind === 'hand' && (
          <Select
            id={id}
            mode="multiple"
            aria-label={t(words.chooseShops)}
            placeholder={t(words.chooseShops)}
            showSearch
            optionFilterProp="label"
            value={[...picked]}
            onChange={pick}
            options={(shops.data ?? []).map(shop => ({
              value: shop.shopid,
              label: name(shop.shopname, shop.shopnameEn),
            }))}
          />
        )}
        <p className="tool-hint">
          {t(words.chosen, { n: ids.length })}
          {ids.length > mostStops && ` · ${t(words.tooMany, { n: mostStops })}`}
          {round.round && ` · ${t(words.keepsState)}`}
        </p>
        {ids.length > 0 && kind !== 'hand' && (
          <ol className="round-preview">
            {ids.slice(0, 12).map(shopId => (
              <li key={shopId}>{nameOf.get(shopId) ?? shopId}</li>
            ))}
            {ids.length > 12 && <li>…</li>}
          </ol>
        )}
        {fault && (
          <p role="alert" className="problem-fault">
            {fault}
          </p>
        )}
      </div>
    </Modal>
  )
}
