import type { Text, WatchedKind } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { useName, useText } from '../../../../lib/i18n.ts'
import { sharedQueries } from '../../../../lib/queries.ts'
import { warningQueries } from './queries.ts'

/** A shop and a place in it; both are empty until they are chosen. */
export type Place = { shopId: string; nodeId: string }

type Props = { kind: WatchedKind; label: Text; place: Place; onChoose: (place: Place) => void }

/** Chooses a shop, then one of its floors, entrances or zones. */
export function PlaceFields({ kind, label, place: { shopId, nodeId }, onChoose }: Props) {
  const t = useText()
  const name = useName()
  const shops = useQuery(sharedQueries.allShops())
  const places = useQuery({ ...warningQueries.places(shopId, kind), enabled: shopId !== '' })
  return (
    <>
      <Form.Item label={t({ zh: '门店', en: 'Shop' })}>
        <Select
          aria-label={t({ zh: '门店', en: 'Shop' })}
          value={shopId === '' ? null : shopId}
          placeholder={t({ zh: '选择门店', en: 'Choose a shop' })}
          loading={shops.isPending}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={id => onChoose({ shopId: id ?? '', nodeId: '' })}
          options={(shops.data ?? []).map(shop => ({
            value: shop.shopid,
            label: name(shop.shopname, shop.shopnameEn),
          }))}
        />
      </Form.Item>
      <Form.Item label={t(label)}>
        <Select
          aria-label={t(label)}
          value={nodeId === '' ? null : nodeId}
          placeholder={t({ zh: '先选门店', en: 'Choose the shop first' })}
          disabled={shopId === ''}
          loading={places.isFetching}
          onChange={id => onChoose({ shopId, nodeId: id ?? '' })}
          options={(places.data ?? []).map(one => ({
            value: one.nodeId,
            label: name(one.nodeName, one.nodeNameEn),
          }))}
        />
      </Form.Item>
    </>
  )
}
