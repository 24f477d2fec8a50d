import type { ExportPart, ShopRule } from '@aisle/contract'
import { Alert, Button, InputNumber, Segmented, Select, Table, Upload } from 'antd'
import { Upload as UploadIcon } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { queryClient, sharedQueries } from '../../lib/queries.ts'
import { ExportMenu } from '../../ui/export/export-menu.tsx'
import { paging } from '../../ui/paging.ts'
import { toast } from '../../ui/toast.tsx'
import type { Targets } from './use-business.ts'

type Metric = 'visits' | 'sales'
type Props = {
  targets: Targets
  shops: readonly ShopRule[]
  year: number
  onYear: (year: number) => void
  scopeName: string
}

const monthOf = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}`

/** What each shop should reach in each month; typed here or read from a file, and kept when the page is saved. */
export function TargetsPanel({ targets, shops, year, onYear, scopeName }: Props) {
  const t = useText()
  const name = useName()
  const [metric, choose] = useState<Metric>('visits')
  const [errors, setErrors] = useState<{ row: number; message: string }[]>([])
  const months = Array.from({ length: 12 }, (_, index) => monthOf(year, index + 1))
  const titles = {
    visits: t({ zh: '客流目标', en: 'Visits target' }),
    sales: t({ zh: '销售目标', en: 'Sales target' }),
  }
  const sum = (shop: ShopRule): number | null => {
    const known = months.flatMap(month => targets.targetOf(shop.shopId, month)[metric] ?? [])
    return known.length === 0 ? null : known.reduce((total, value) => total + value, 0)
  }

  async function read(file: File) {
    try {
      const body = new FormData()
      body.append('file', file)
      const { entries, errors: found } = await api.business.readTargets({ body })
      targets.put(entries)
      setErrors(found)
      toast.success(
        {
          zh: '读取 {n} 条目标，保存后生效',
          en: '{n, plural, one {# target} other {# targets}} read. Save to keep them.',
        },
        { n: entries.length },
      )
    } catch (error) {
      toast.error(error)
    }
  }
  async function parts(): Promise<ExportPart[]> {
    const codes = new Map(
      (await queryClient.ensureQueryData(sharedQueries.allShops())).map(shop => [shop.shopid, shop.code]),
    )
    return [
      {
        title: t({ zh: '门店目标', en: 'Targets' }),
        columns: [
          { title: t({ zh: '门店编号', en: 'Shop code' }), kind: 'text' },
          { title: t({ zh: '门店', en: 'Shop' }), kind: 'text' },
          { title: t({ zh: '月份', en: 'Month' }), kind: 'text' },
          { title: titles.visits, unit: t({ zh: '人次', en: 'visits' }), kind: 'number' },
          { title: titles.sales, unit: t({ zh: '元', en: 'CNY' }), kind: 'money' },
        ],
        rows: shops.flatMap(shop =>
          months.map(month => {
            const { visits, sales } = targets.targetOf(shop.shopId, month)
            return [codes.get(shop.shopId) ?? '', name(shop.shopname, shop.shopnameEn), month, visits, sales]
          }),
        ),
      },
    ]
  }
  return (
    <div className="settings-form">
      <div className="field-row">
        <Select
          value={year}
          aria-label={t({ zh: '年份', en: 'Year' })}
          onChange={onYear}
          options={[-1, 0, 1].map(step => {
            const value = new Date().getFullYear() + step
            return { value, label: String(value) }
          })}
        />
        <Segmented
          value={metric}
          onChange={choose}
          options={[
            { value: 'visits' as const, label: t({ zh: '客流（人次）', en: 'Visits' }) },
            { value: 'sales' as const, label: t({ zh: '销售（元）', en: 'Sales (CNY)' }) },
          ]}
        />
        {targets.changedCount > 0 && (
          <span className="applies-hint">
            {t(
              { zh: '{n} 处未保存', en: '{n, plural, one {# change} other {# changes}} not saved' },
              { n: targets.changedCount },
            )}
          </span>
        )}
        <span className="field-spring" />
        <Upload
          accept=".xlsx,.csv"
          showUploadList={false}
          beforeUpload={file => {
            void read(file)
            return false
          }}
        >
          <Button icon={<UploadIcon size={14} />}>{t({ zh: '导入', en: 'Import' })}</Button>
        </Upload>
        <ExportMenu
          name={t({ zh: '门店目标', en: 'Shop targets' })}
          scope={scopeName}
          period={{ from: `${year}-01-01`, to: `${year}-12-31` }}
          formats={['xlsx', 'csv']}
          parts={parts}
        />
      </div>
      {errors.length > 0 && (
        <Alert
          type="warning"
          showIcon
          closable={{ onClose: () => setErrors([]) }}
          title={t(
            { zh: '{n} 行没有读取', en: '{n, plural, one {# row} other {# rows}} not read' },
            { n: errors.length },
          )}
          description={
            <ul>
              {errors.slice(0, 8).map(error => (
                <li key={error.row}>
                  {t({ zh: '第 {row} 行：', en: 'Row {row}: ' }, { row: error.row })}
                  {error.message}
                </li>
              ))}
            </ul>
          }
        />
      )}
      <Table<ShopRule>
        size="small"
        rowKey="shopId"
        loading={targets.query.isPending}
        dataSource={[...shops]}
        pagination={{ ...paging, pageSize: 10, size: 'small' }}
        scroll={{ x: 1240 }}
        columns={[
          {
            title: t({ zh: '门店', en: 'Shop' }),
            key: 'name',
            fixed: 'left',
            width: 140,
            render: (_, shop) => name(shop.shopname, shop.shopnameEn),
          },
          ...months.map((month, index) => ({
            title: t({ zh: '{n} 月', en: '{n}' }, { n: index + 1 }),
            key: month,
            align: 'right' as const,
            render: (_: unknown, shop: ShopRule) => (
              <InputNumber<number>
                size="small"
                className="target-field"
                controls={false}
                min={0}
                {...(metric === 'visits' ? { precision: 0 } : {})}
                value={targets.targetOf(shop.shopId, month)[metric]}
                aria-label={`${name(shop.shopname, shop.shopnameEn)} ${month} ${titles[metric]}`}
                onChange={value =>
                  targets.put([
                    { shopId: shop.shopId, month, ...targets.targetOf(shop.shopId, month), [metric]: value },
                  ])
                }
              />
            ),
          })),
          {
            title: t({ zh: '全年', en: 'Year' }),
            key: 'sum',
            align: 'right' as const,
            render: (_, shop) => sum(shop)?.toLocaleString('en') ?? '—',
          },
        ]}
      />
    </div>
  )
}
