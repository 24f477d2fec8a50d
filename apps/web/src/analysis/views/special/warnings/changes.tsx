import type { ZoneChange } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Segmented } from 'antd'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { cellOf, useFigure } from '../../../../lib/figures/figure.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { dayText } from '../../../../lib/format.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { useSession } from '../../../../lib/session.ts'
import { Growth } from '../../../../ui/growth.tsx'
import { stateOf } from '../../../../ui/panel.tsx'
import { toast } from '../../../../ui/toast.tsx'
import type { Special } from '../../kinds/special.ts'
import { shopFileQueries } from '../shop/shop-file.tsx'
import { SpecialCard } from '../special-card.tsx'
import { beforeAndAfter } from './around.ts'
import { type Place, PlaceFields } from './place-fields.tsx'
import { useWhere, warningQueries, warningsChanged } from './queries.ts'
import { WatchFields } from './watch-form.tsx'
import './warnings.css'

/** Until a shop is chosen. */
const chainZone = 'Asia/Shanghai'

/** Registers what was changed in a zone and since when. */
export function ChangeForm({ panel, className, asking }: Special) {
  const t = useText()
  const { can } = useSession()
  const given = asking?.scope.kind === 'shop' ? asking.scope.shopId : ''
  const [place, choose] = useState<Place>({ shopId: given, nodeId: '' })
  const shop = useQuery({ ...shopFileQueries.detail(place.shopId), enabled: place.shopId !== '' })
  // The shop's own day: the latest that a change can have begun on.
  const today = dayText(shop.data?.timeZone ?? chainZone)
  const [own, setDate] = useState<string>()
  const date = own ?? today
  const [what, describe] = useState('')
  const [form, setForm] = useState<'change' | 'target'>('change')
  const [isSending, sending] = useState(false)
  const isAllowed = can('warning.handle')
  const { shopId, nodeId: zoneId } = place
  const isWhole = shopId !== '' && zoneId !== '' && date !== '' && date <= today && what.trim() !== ''

  async function save() {
    sending(true)
    try {
      await api.warnings.createChange({ body: { shopId, zoneId, date, what: what.trim() } })
      toast.success({ zh: '已登记调整', en: 'The change is registered' })
      describe('')
    } catch (error) {
      toast.error(error)
    } finally {
      sending(false)
      void warningsChanged()
    }
  }

  return (
    <SpecialCard
      panel={panel}
      className={`${className} warnings`}
      state={isAllowed ? 'ready' : 'forbidden'}
      actions={
        isAllowed && (
          <Segmented
            size="small"
            value={form}
            onChange={setForm}
            options={[
              { value: 'change', label: t({ zh: '登记调整', en: 'Change' }) },
              { value: 'target', label: t({ zh: '目标与阈值', en: 'Target' }) },
            ]}
          />
        )
      }
    >
      {form === 'target' && asking && <WatchFields kind="zone" asking={asking} />}
      {form === 'change' && (
        <Form layout="vertical" className="warning-form" onFinish={() => void save()}>
          <div className="warning-form-row">
            <PlaceFields kind="zone" label={{ zh: '区域', en: 'Zone' }} place={place} onChoose={choose} />
            <Form.Item label={t({ zh: '调整日期', en: 'First day' })} htmlFor="change-date">
              <input
                id="change-date"
                type="date"
                max={today}
                value={date}
                onChange={event => setDate(event.target.value)}
              />
            </Form.Item>
          </div>
          <Form.Item label={t({ zh: '调整内容', en: 'What changed' })} htmlFor="change-what">
            <Input
              id="change-what"
              maxLength={200}
              value={what}
              placeholder={t({ zh: '如：换陈列、加射灯', en: 'for example a new display' })}
              onChange={event => describe(event.target.value)}
            />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={isSending} disabled={!isWhole}>
            {t({ zh: '登记', en: 'Register' })}
          </Button>
        </Form>
      )}
    </SpecialCard>
  )
}

/** Each registered change: whole weeks before it against as many after, so that weekdays weigh the same. */
export function BeforeAndAfter(props: Special) {
  const { panel, className, asking } = props
  const t = useText()
  const where = useWhere(asking)
  const query = useQuery({ ...warningQueries.changes(where ?? {}), enabled: where !== undefined })
  const chosen = asking?.members.zone ?? []
  const changes = (query.data ?? []).filter(({ zoneId }) => chosen.length === 0 || chosen.includes(zoneId))
  return (
    <SpecialCard
      panel={panel}
      className={`${className} warnings`}
      state={stateOf(query, () => changes.length === 0)}
      error={query.error}
      onRetry={() => void query.refetch()}
      nothing={t({
        zh: '还没有登记区域调整。登记后按同样的星期比较前后。',
        en: 'No change of a zone is registered. Once one is, the same weekdays before and after are compared.',
      })}
      hint={t({ zh: '前后各取整周，星期相同', en: 'Whole weeks on either side, so weekdays match' })}
    >
      <div className="watch-scroll">
        <table className="watch-table">
          <thead>
            <tr>
              <th>{t({ zh: '区域与调整', en: 'Zone and change' })}</th>
              <th>{t({ zh: '前后天数', en: 'Days' })}</th>
              <th className="is-number">{t({ zh: '人次前 → 后', en: 'Visits before → after' })}</th>
              <th className="is-number">{t({ zh: '变化', en: 'Change' })}</th>
              <th className="is-number">
                {t({ zh: '体验率前 → 后', en: 'Experience rate before → after' })}
              </th>
              <th>
                <span className="visually-hidden">{t({ zh: '操作', en: 'Actions' })}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {changes.map(change => (
              <ChangeLine key={change.id} change={change} {...props} />
            ))}
          </tbody>
        </table>
      </div>
    </SpecialCard>
  )
}

function ChangeLine({ change, dictionary }: Special & { change: ZoneChange }) {
  const t = useText()
  const name = useName()
  const figure = useFigure()
  const { can } = useSession()
  const spans = beforeAndAfter(change.date, dayText(change.timeZone))
  const metrics = ['visits', 'experienceRate'].filter(id => dictionary.metric(id)?.allowed)
  const answer = useQuestion(
    spans && metrics.length > 0
      ? {
          metrics,
          period: spans.after,
          compare: { type: 'customRange', range: spans.before },
          filters: [
            { member: 'shop', op: 'in', values: [change.shopId] },
            { member: 'zone', op: 'in', values: [change.zoneId] },
          ],
        }
      : undefined,
  )
  const pair = (id: string) => {
    const cell = cellOf(answer.data?.rows[0], id)
    const say = (value: number | null | undefined) =>
      value === null || value === undefined ? '—' : figure.full(value, dictionary.metric(id) ?? {})
    return { text: `${say(cell.compared)} → ${say(cell.current)}`, growth: cell.growth ?? null }
  }
  const visits = pair('visits')
  async function remove() {
    try {
      await api.warnings.removeChange({ params: { changeId: change.id } })
      toast.undo({ zh: '已删除调整记录', en: 'The entry is deleted' }, () => void restore())
    } catch (error) {
      toast.error(error)
    }
    void warningsChanged()
  }
  async function restore() {
    await api.warnings.restoreChange({ params: { changeId: change.id } }).catch(toast.error)
    void warningsChanged()
  }
  return (
    <tr>
      <th scope="row">
        {name(change.zoneName, change.zoneNameEn)} · <span translate="no">{change.what}</span>
        <small>
          {name(change.shopname, change.shopnameEn)} · {change.date} ·{' '}
          <span translate="no">{change.createdBy}</span>
        </small>
      </th>
      <td>
        {spans
          ? t({ zh: '各 {days} 天', en: '{days} each' }, { days: spans.weeks * 7 })
          : t({ zh: '满一周后可比', en: 'after a week' })}
      </td>
      <td className="is-number">{answer.isError ? t({ zh: '读取失败', en: 'failed' }) : visits.text}</td>
      <td className="is-number">{spans ? <Growth value={visits.growth} /> : '—'}</td>
      <td className="is-number">{pair('experienceRate').text}</td>
      <td>
        {can('warning.handle') && (
          <Button
            type="text"
            size="small"
            icon={<Trash2 size={14} />}
            aria-label={t({ zh: '删除调整「{what}」', en: 'Delete “{what}”' }, { what: change.what })}
            onClick={() => void remove()}
          />
        )}
      </td>
    </tr>
  )
}
