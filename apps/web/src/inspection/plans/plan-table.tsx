import type { Plan } from '@aisle/contract'
import { Button, Switch, Table, type TableColumnsType } from 'antd'
import { History, Pencil } from 'lucide-react'
import type { Key } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { StatusDot, Tag } from '../../ui/bits.tsx'
import { paging } from '../../ui/paging.ts'
import { Written } from '../../ui/written.tsx'
import { daysText, timesText } from './schedule-words.ts'
import { outcomeNames, words } from './text.ts'

/** Plans of a page of the list. */
export const pageSize = 20

type Props = {
  plans: readonly Plan[]
  total: number
  pageNumber: number
  turnTo: (page: number) => void
  mayPlan: boolean
  chosen: readonly string[]
  choose: (ids: readonly string[]) => void
  onEdit: (plan: Plan) => void
  onOpen: (plan: Plan) => void
  onSwitch: (plan: Plan, isOn: boolean) => void
}

/** Plans with what they last did and do next, switched in place, chosen for what is done to several. */
export function PlanTable(props: Props) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const { mayPlan, onEdit, onOpen, onSwitch } = props
  const columns: TableColumnsType<Plan> = [
    {
      key: 'shop',
      title: t(words.shop),
      width: 130,
      render: (_, plan) => name(plan.shopname, plan.shopnameEn),
    },
    {
      key: 'camera',
      title: t(words.camera),
      width: 150,
      render: (_, plan) => (
        <>
          <StatusDot tone={plan.cameraStatus === 'offline' ? 'error' : 'positive'} /> {plan.cameraNumber}{' '}
          {name(plan.cameraName, plan.cameraNameEn)}
        </>
      ),
    },
    {
      key: 'preset',
      title: t(words.preset),
      width: 110,
      render: (_, plan) =>
        plan.presetName === '' ? t(words.asItStands) : <Written text={plan.presetName} />,
    },
    { key: 'times', title: t(words.times), render: (_, plan) => timesText(t, plan.schedule) },
    { key: 'days', title: t(words.days), width: 120, render: (_, plan) => daysText(t, plan.schedule) },
    {
      key: 'last',
      title: t(words.last),
      width: 170,
      render: (_, { lastRun, failuresInARow, timeZone }) =>
        lastRun === null ? (
          <span className="muted-text">{t(words.never)}</span>
        ) : (
          <span
            className="plan-last"
            title={failuresInARow > 1 ? t(words.failures, { n: failuresInARow }) : undefined}
          >
            <time>{format.moment(new Date(lastRun.dueAt), timeZone)}</time>
            <Tag tone={outcomeNames[lastRun.outcome].tone}>{t(outcomeNames[lastRun.outcome].text)}</Tag>
          </span>
        ),
    },
    {
      key: 'next',
      title: t(words.next),
      width: 110,
      render: (_, { nextRunAt, timeZone }) =>
        nextRunAt === null ? '—' : <time>{format.moment(new Date(nextRunAt), timeZone)}</time>,
    },
    {
      key: 'on',
      title: t(words.on),
      width: 64,
      render: (_, plan) => (
        <Switch
          size="small"
          aria-label={t(words.on)}
          checked={plan.status === 'enabled'}
          disabled={!mayPlan}
          onChange={isOn => onSwitch(plan, isOn)}
        />
      ),
    },
    {
      key: 'actions',
      width: 88,
      render: (_, plan) => (
        <>
          <Button
            type="text"
            size="small"
            icon={<History size={14} />}
            aria-label={t(words.runs)}
            title={t(words.runs)}
            onClick={() => onOpen(plan)}
          />
          {mayPlan && (
            <Button
              type="text"
              size="small"
              icon={<Pencil size={14} />}
              aria-label={t(words.edit)}
              title={t(words.edit)}
              onClick={() => onEdit(plan)}
            />
          )}
        </>
      ),
    },
  ]
  return (
    <Table
      size="small"
      rowKey="id"
      columns={columns}
      dataSource={props.plans}
      scroll={{ x: 1080 }}
      {...(mayPlan
        ? {
            rowSelection: {
              selectedRowKeys: [...props.chosen],
              preserveSelectedRowKeys: true,
              onChange: (keys: Key[]) => props.choose(keys.map(String)),
            },
          }
        : {})}
      pagination={{
        ...paging,
        current: props.pageNumber,
        pageSize,
        total: props.total,
        onChange: props.turnTo,
      }}
    />
  )
}
