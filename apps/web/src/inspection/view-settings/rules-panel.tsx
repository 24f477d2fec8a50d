import type { ShopRule } from '@aisle/contract'
import { InputNumber, Select, Switch, Table } from 'antd'
import { useId } from 'react'
import { useName, useText } from '../../lib/i18n.ts'
import { paging } from '../../ui/paging.ts'
import { TimeField } from '../../ui/time-field.tsx'
import { HolidayTable } from './holiday-table.tsx'
import type { Rules } from './use-business.ts'

const days = [
  { value: 1, zh: '周一', en: 'Monday' },
  { value: 6, zh: '周六', en: 'Saturday' },
  { value: 7, zh: '周日', en: 'Sunday' },
]

/** Opening hours of the chain and of each shop, when a business day ends, when a week begins, floor areas, holidays. */
export function RulesPanel({
  rules,
  shops,
  mayChangeChain,
  mayChangeCut,
}: {
  rules: Rules
  shops: readonly ShopRule[]
  mayChangeChain: boolean
  mayChangeCut: boolean
}) {
  const t = useText()
  const { chain } = rules
  if (!chain) return null
  return (
    <div className="settings-form">
      <section>
        <h3>{t({ zh: '总部口径', en: 'Rules of the chain' })}</h3>
        <fieldset className="chain-rule" disabled={!mayChangeChain}>
          <Time
            label={t({ zh: '默认开门', en: 'Opens' })}
            value={chain.openTime}
            onChange={openTime => rules.changeChain({ openTime })}
          />
          <Time
            label={t({ zh: '默认打烊', en: 'Closes' })}
            value={chain.closeTime}
            onChange={closeTime => rules.changeChain({ closeTime })}
          />
          <Time
            label={t({ zh: '营业日切换', en: 'Business day ends' })}
            value={chain.dayCut}
            disabled={!mayChangeCut}
            onChange={dayCut => rules.changeChain({ dayCut })}
          />
          <div className="chain-field">
            <span>{t({ zh: '每周开始', en: 'Week begins' })}</span>
            <Select
              value={chain.weekStart}
              disabled={!mayChangeChain}
              aria-label={t({ zh: '每周开始', en: 'Week begins' })}
              onChange={weekStart => rules.changeChain({ weekStart })}
              options={days.map(({ value, ...text }) => ({ value, label: t(text) }))}
            />
          </div>
        </fieldset>
        {mayChangeChain && !mayChangeCut && (
          <p className="applies-hint">
            {t({
              zh: '营业日切换在有数据之前设定；已有数据按现在的时间计日，不能再改',
              en: 'The end of the business day is set before there are figures: what was counted is dated by it, so it stays',
            })}
          </p>
        )}
        {!mayChangeChain && (
          <p className="applies-hint">
            {t({
              zh: '只有能看到全部门店的人可以改总部口径',
              en: 'Only someone who sees every shop changes these',
            })}
          </p>
        )}
      </section>
      <section>
        <h3>{t({ zh: '门店营业时间与面积', en: 'Hours and floor area of shops' })}</h3>
        <ShopRules rules={rules} shops={shops} />
      </section>
      <section>
        <h3>{t({ zh: '节假日', en: 'Holidays' })}</h3>
        <HolidayTable mayChange={mayChangeChain} />
      </section>
    </div>
  )
}

function Time({
  label,
  value,
  disabled = false,
  onChange,
}: {
  label: string
  value: string
  disabled?: boolean
  onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <div className="chain-field">
      <label htmlFor={id}>{label}</label>
      <TimeField id={id} value={value} disabled={disabled} onChange={onChange} />
    </div>
  )
}

function ShopRules({ rules, shops }: { rules: Rules; shops: readonly ShopRule[] }) {
  const t = useText()
  const name = useName()
  const time = (shop: ShopRule, field: 'openTime' | 'closeTime', label: string) => (
    <TimeField
      aria-label={`${name(shop.shopname, shop.shopnameEn)} ${label}`}
      disabled={shop.followsDefault}
      value={shop.followsDefault ? (rules.chain?.[field] ?? shop[field]) : shop[field]}
      onChange={next => rules.changeShop(shop.shopId, { [field]: next })}
    />
  )
  return (
    <Table<ShopRule>
      size="small"
      rowKey="shopId"
      dataSource={[...shops]}
      pagination={{ ...paging, pageSize: 10, size: 'small' }}
      scroll={{ x: 520 }}
      columns={[
        {
          title: t({ zh: '门店', en: 'Shop' }),
          key: 'name',
          fixed: 'left',
          render: (_, shop) => name(shop.shopname, shop.shopnameEn),
        },
        {
          title: t({ zh: '沿用默认', en: 'As the chain' }),
          key: 'follows',
          width: 90,
          render: (_, shop) => (
            <Switch
              size="small"
              checked={shop.followsDefault}
              aria-label={`${name(shop.shopname, shop.shopnameEn)} ${t({ zh: '沿用默认', en: 'As the chain' })}`}
              onChange={followsDefault => rules.changeShop(shop.shopId, { followsDefault })}
            />
          ),
        },
        {
          title: t({ zh: '开门', en: 'Opens' }),
          key: 'open',
          width: 110,
          render: (_, shop) => time(shop, 'openTime', t({ zh: '开门', en: 'Opens' })),
        },
        {
          title: t({ zh: '打烊', en: 'Closes' }),
          key: 'close',
          width: 110,
          render: (_, shop) => time(shop, 'closeTime', t({ zh: '打烊', en: 'Closes' })),
        },
        {
          title: t({ zh: '面积 (㎡)', en: 'Area (m²)' }),
          key: 'area',
          width: 110,
          align: 'right',
          render: (_, shop) => (
            <InputNumber
              size="small"
              value={shop.areaM2}
              min={1}
              max={1_000_000}
              aria-label={`${name(shop.shopname, shop.shopnameEn)} ${t({ zh: '面积', en: 'area' })}`}
              onChange={areaM2 => rules.changeShop(shop.shopId, { areaM2 })}
            />
          ),
        },
      ]}
    />
  )
}
