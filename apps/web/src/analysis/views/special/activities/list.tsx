import { type Activity, type ActivityStatus, activityKinds, activityStatuses } from '@aisle/contract'
import { Button, Input, Select, Table, type TableColumnsType } from 'antd'
import { Ban, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useOfferedTable } from '../../../../lib/figures/notebook.ts'
import { fullNumber } from '../../../../lib/format.ts'
import { useLanguage, useName, useText } from '../../../../lib/i18n.ts'
import { can, useSession } from '../../../../lib/session.ts'
import { Tag, type Tone } from '../../../../ui/bits.tsx'
import { ConfirmPopover } from '../../../../ui/confirm.tsx'
import { paging } from '../../../../ui/paging.ts'
import { toast } from '../../../../ui/toast.tsx'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { lastDayOf } from './activities.ts'
import { ActivityForm } from './form.tsx'
import { words } from './text.ts'
import { activitiesChanged, useActivities } from './use-activities.ts'
import './activities.css'

const tones: Record<ActivityStatus, Tone> = {
  planned: 'primary',
  running: 'positive',
  finished: 'neutral',
  cancelled: 'warning',
}
const statuses = Object.keys(activityStatuses) as ActivityStatus[]
const pageSize = 8

/** The activities of the area: put down, changed, called off and deleted here; the one chosen is what the page is about. */
export function ActivityList({ panel, asking, className, onPick }: Special) {
  const t = useText()
  const name = useName()
  const language = useLanguage()
  const { user } = useSession()
  const { query, chosen } = useActivities(asking)
  const [typed, type] = useState('')
  const [status, choose] = useState<ActivityStatus | ''>('')
  const [edited, edit] = useState<Activity | 'new'>()
  const mayEdit = can(user, ['activity.edit'])
  const wanted = typed.trim().toLowerCase()
  const all = query.data ?? []
  const found = all.filter(
    one =>
      (status === '' || one.status === status) &&
      (wanted === '' || `${one.name} ${one.nameEn}`.toLowerCase().includes(wanted)),
  )
  // What goes on and what was lately comes before what is planned.
  const rows = [
    ...found.filter(one => one.status !== 'planned'),
    ...found.filter(one => one.status === 'planned').toReversed(),
  ]
  const whereOf = ({ shopIds, areaIds, shopCount }: Activity) =>
    shopIds.length === 0 && areaIds.length === 0
      ? t({ zh: '全部门店 {count} 家', en: 'All {count} shops' }, { count: shopCount })
      : shopCount === 1
        ? t({ zh: '1 家', en: '1 shop' })
        : t({ zh: '{count} 家', en: '{count} shops' }, { count: shopCount })

  useOfferedTable(
    query.data &&
      (async () => ({
        title: t(panel.title),
        columns: [
          { title: t(words.name), kind: 'text' },
          { title: t(words.kind), kind: 'text' },
          { title: t({ zh: '开始', en: 'From' }), kind: 'text' },
          { title: t({ zh: '结束', en: 'To' }), kind: 'text' },
          { title: t({ zh: '门店', en: 'Shops' }), kind: 'text' },
          { title: t({ zh: '位置', en: 'Place' }), kind: 'text' },
          { title: t({ zh: '投入', en: 'Cost' }), kind: 'money', unit: t({ zh: '元', en: 'CNY' }) },
          { title: t({ zh: '状态', en: 'Status' }), kind: 'text' },
        ],
        rows: rows.map(one => [
          name(one.name, one.nameEn),
          t(activityKinds[one.kind]),
          one.from,
          lastDayOf(one),
          whereOf(one),
          one.place,
          one.cost,
          t(activityStatuses[one.status]),
        ]),
      })),
  )

  const columns: TableColumnsType<Activity> = [
    {
      key: 'name',
      title: t(words.name),
      width: 240,
      render: (_, one) => (
        <button
          type="button"
          className="activity-name"
          aria-pressed={one.id === chosen?.id}
          onClick={() => onPick('activity', { id: one.id, name: one.name })}
        >
          {name(one.name, one.nameEn)}
        </button>
      ),
    },
    { key: 'kind', title: t(words.kind), width: 100, render: (_, one) => t(activityKinds[one.kind]) },
    {
      key: 'days',
      title: t(words.days),
      width: 200,
      sorter: (a, b) => (a.from < b.from ? -1 : 1),
      showSorterTooltip: false,
      render: (_, one) => (one.from === lastDayOf(one) ? one.from : `${one.from} – ${one.to.slice(5)}`),
    },
    {
      key: 'where',
      title: t(words.where),
      width: 150,
      render: (_, one) => [whereOf(one), one.place].filter(part => part !== '').join(' · '),
    },
    {
      key: 'status',
      title: t(words.status),
      width: 90,
      render: (_, one) => <Tag tone={tones[one.status]}>{t(activityStatuses[one.status])}</Tag>,
    },
    {
      key: 'cost',
      title: t(words.cost),
      width: 100,
      align: 'right',
      sorter: (a, b) => (a.cost ?? -1) - (b.cost ?? -1),
      showSorterTooltip: false,
      render: (_, one) => (one.cost === null ? '—' : fullNumber(one.cost, language)),
    },
    ...(mayEdit
      ? [
          {
            key: 'actions',
            title: <span className="visually-hidden">{t({ zh: '操作', en: 'Actions' })}</span>,
            width: 110,
            render: (_: unknown, one: Activity) => <Actions one={one} onEdit={() => edit(one)} />,
          },
        ]
      : []),
  ]
  return (
    <SpecialCard
      panel={panel}
      className={className}
      isFlush
      state={
        query.data ? (all.length === 0 && !mayEdit ? 'empty' : 'ready') : query.isError ? 'error' : 'loading'
      }
      error={query.error}
      onRetry={() => void query.refetch()}
      isRefreshing={query.isFetching && query.data !== undefined}
      nothing={t(words.none)}
    >
      <div className="activity-tools">
        <Select
          size="small"
          aria-label={t(words.status)}
          value={status}
          popupMatchSelectWidth={false}
          options={[
            { value: '' as const, label: t({ zh: '全部状态', en: 'Any status' }) },
            ...statuses.map(id => ({ value: id, label: t(activityStatuses[id]) })),
          ]}
          onChange={choose}
        />
        <Input
          size="small"
          allowClear
          aria-label={t(words.search)}
          placeholder={t(words.search)}
          value={typed}
          onChange={event => type(event.target.value)}
        />
        {mayEdit && (
          <Button
            size="small"
            type="primary"
            icon={<Plus size={14} aria-hidden />}
            onClick={() => edit('new')}
          >
            {t(words.create)}
          </Button>
        )}
      </div>
      <Table
        size="small"
        rowKey="id"
        columns={columns}
        dataSource={rows}
        rowClassName={one => (one.id === chosen?.id ? 'activity-row-chosen' : '')}
        scroll={{ x: 900 }}
        locale={{
          emptyText: t(
            all.length === 0 ? words.none : { zh: '没有符合条件的活动', en: 'No activity matches' },
          ),
        }}
        pagination={{
          ...paging,
          pageSize,
          size: 'small',
          showTotal: count => t({ zh: '共 {count} 个', en: '{count} activities' }, { count }),
        }}
      />
      {edited && (
        <ActivityForm
          activity={edited === 'new' ? undefined : edited}
          onClose={() => edit(undefined)}
          onSaved={({ id, name: saved }) => onPick('activity', { id, name: saved })}
        />
      )}
    </SpecialCard>
  )
}

function Actions({ one, onEdit }: { one: Activity; onEdit: () => void }) {
  const t = useText()
  const name = useName()
  if (!one.mayChange) return null
  const title = name(one.name, one.nameEn)
  const isOpen = one.status === 'planned' || one.status === 'running'
  const label = (word: string) => `${word} ${title}`
  const restore = () =>
    void api.activities
      .restore({ params: { activityId: one.id } })
      .then(activitiesChanged)
      .catch(error => toast.error(error))
  return (
    <span className="activity-actions">
      {isOpen && (
        <button
          type="button"
          className="icon-button"
          aria-label={label(t(words.edit))}
          title={t(words.edit)}
          onClick={onEdit}
        >
          <Pencil size={14} aria-hidden />
        </button>
      )}
      {isOpen && (
        <ConfirmPopover
          question={t(
            {
              zh: '取消「{name}」？已过去的日子仍计入，之后不再计入。',
              en: 'Call off “{name}”? Days that are over still count, later ones do not.',
            },
            { name: title },
          )}
          okText={t(words.callOff)}
          onConfirm={async () => {
            await api.activities.cancel({ params: { activityId: one.id }, body: { version: one.version } })
            await activitiesChanged()
          }}
        >
          <button
            type="button"
            className="icon-button"
            aria-label={label(t(words.callOff))}
            title={t(words.callOff)}
          >
            <Ban size={14} aria-hidden />
          </button>
        </ConfirmPopover>
      )}
      <ConfirmPopover
        name={title}
        onConfirm={async () => {
          await api.activities.remove({ params: { activityId: one.id } })
          await activitiesChanged()
          toast.undo({ zh: '已删除「{name}」', en: '“{name}” was deleted' }, restore, { name: title })
        }}
      >
        <button
          type="button"
          className="icon-button"
          aria-label={label(t(words.remove))}
          title={t(words.remove)}
        >
          <Trash2 size={14} aria-hidden />
        </button>
      </ConfirmPopover>
    </span>
  )
}
