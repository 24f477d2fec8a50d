import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, InputNumber, Popover } from 'antd'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useNotOpenYet } from '../../../../lib/figures/closed-words.ts'
import { cellOf, useFigure } from '../../../../lib/figures/figure.ts'
import { useFigures } from '../../../../lib/figures/use-figures.ts'
import { useText } from '../../../../lib/i18n.ts'
import { toast } from '../../../../ui/toast.tsx'
import { questionOf } from '../../ask.ts'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { fullnessOf, insideOf } from './inside-now.ts'
import './screens.css'

const everyMs = 15_000
const capacityOf = (shopId: string) => ['analysis', 'capacity', shopId]

const signs = {
  free: { zh: '畅通', en: 'Room inside' },
  near: { zh: '接近上限', en: 'Nearly full' },
  full: { zh: '已达上限', en: 'Full' },
} as const

/** People inside now against the number allowed, on a ground of green, amber or red. */
export function Inside({ panel, asking, dictionary, className }: Special) {
  const t = useText()
  const figure = useFigure()
  const notOpenYet = useNotOpenYet()
  const shopId = asking?.scope.kind === 'shop' ? asking.scope.shopId : undefined
  const figures = useFigures(
    asking
      ? questionOf(panel, asking, dictionary.knows)
      : { metrics: ['entries'], period: { preset: 'today' } },
    { everyMs },
  )
  const limit = useQuery({
    queryKey: capacityOf(shopId ?? ''),
    queryFn: ({ signal }) => api.business.capacity({ params: { shopId: shopId ?? '' }, signal }),
    enabled: shopId !== undefined,
    refetchInterval: 60_000,
  })
  const [row] = figures.answer?.rows ?? []
  const [came, left] = [cellOf(row, 'entries').current, cellOf(row, 'exits').current]
  const inside = insideOf(came, left)
  const capacity = limit.data?.capacity ?? null
  const fullness = fullnessOf(inside, capacity)
  const write = (value: number | null) => (value === null ? '—' : figure.full(value, {}))
  return (
    <SpecialCard
      panel={panel}
      className={`${className} inside-card`}
      // Before the first count of the day the number allowed stands there all the same.
      state={!asking ? 'loading' : figures.state === 'empty' ? 'ready' : figures.state}
      error={figures.error}
      onRetry={figures.again}
      actions={
        shopId && limit.data?.mayChange ? <LimitButton shopId={shopId} capacity={capacity} /> : undefined
      }
    >
      <div className="inside" data-fullness={fullness ?? 'unknown'}>
        <p className="inside-sign">
          {fullness
            ? t(signs[fullness])
            : capacity === null
              ? t({ zh: '未设上限', en: 'No limit is set' })
              : (notOpenYet(figures.answer?.meta.hours, asking?.period) ??
                t({ zh: '今日尚无计数', en: 'Nothing counted yet today' }))}
        </p>
        <p className="inside-value">
          <b>{write(inside)}</b>
          <span>{capacity === null ? t({ zh: '人', en: 'people' }) : `/ ${write(capacity)}`}</span>
        </p>
        {capacity !== null && inside !== null && (
          <div className="inside-bar" aria-hidden>
            <i style={{ width: `${Math.min(100, (inside * 100) / capacity)}%` }} />
          </div>
        )}
        <dl>
          <div>
            <dt>{t({ zh: '今日进', en: 'Came in' })}</dt>
            <dd>{write(came)}</dd>
          </div>
          <div>
            <dt>{t({ zh: '今日出', en: 'Went out' })}</dt>
            <dd>{write(left)}</dd>
          </div>
          {capacity !== null && inside !== null && (
            <div>
              <dt>{t({ zh: '还可进', en: 'Room for' })}</dt>
              <dd>{write(Math.max(0, capacity - inside))}</dd>
            </div>
          )}
        </dl>
      </div>
    </SpecialCard>
  )
}

function LimitButton({ shopId, capacity }: { shopId: string; capacity: number | null }) {
  const t = useText()
  const [isOpen, open] = useState(false)
  const label = t({ zh: '设置允许人数', en: 'Set the number allowed' })
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={open}
      destroyOnHidden
      title={label}
      content={<LimitForm shopId={shopId} capacity={capacity} onDone={() => open(false)} />}
    >
      <button type="button" className="icon-button" aria-label={label} title={label}>
        <Pencil size={15} aria-hidden />
      </button>
    </Popover>
  )
}

type FormProps = { shopId: string; capacity: number | null; onDone: () => void }

function LimitForm({ shopId, capacity, onDone }: FormProps) {
  const t = useText()
  const client = useQueryClient()
  const [value, type] = useState<number | null>(capacity)
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.business.saveCapacity({ params: { shopId }, body: { capacity: value } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: capacityOf(shopId) })
      onDone()
    },
    onError: error => toast.error(error),
  })
  return (
    <form
      className="limit-form"
      onSubmit={event => {
        event.preventDefault()
        mutate()
      }}
    >
      <InputNumber
        min={1}
        max={1_000_000}
        precision={0}
        value={value}
        onChange={type}
        autoFocus
        aria-label={t({ zh: '店内同时允许的人数', en: 'People allowed inside at once' })}
        placeholder={t({ zh: '不限', en: 'No limit' })}
      />
      <Button type="primary" htmlType="submit" loading={isPending}>
        {t({ zh: '保存', en: 'Save' })}
      </Button>
      <p>
        {t({
          zh: '达到八成变黄，达到上限变红；留空为不限',
          en: 'Amber from 80%, red at the limit. Leave it empty for none.',
        })}
      </p>
    </form>
  )
}
