import { panesPerTurn, rotationSeconds } from '@aisle/contract'
import { Button, Input, InputNumber, Segmented, Switch } from 'antd'
import { Plus } from 'lucide-react'
import { useId } from 'react'
import { useText } from '../../lib/i18n.ts'
import { moved, useSortable } from '../../ui/sortable.ts'
import { TimeField } from '../../ui/time-field.tsx'
import { PlanGroup } from './plan-group.tsx'
import { type Draft, faultsOf, type PlanForm } from './use-plan-form.ts'

/** The fields of a plan; groups and the cameras in them are ordered by drag or by arrow keys. */
export function PlanFields({
  form,
  draft,
  isReadOnly,
}: {
  form: PlanForm
  draft: Draft
  isReadOnly: boolean
}) {
  const t = useText()
  const id = useId()
  const faults = faultsOf(draft)
  const setGroups = (groups: Draft['groups']) => form.change({ groups })
  const sort = useSortable(draft.groups.length, (from, to) => setGroups(moved(draft.groups, from, to)))
  return (
    <fieldset className="plan-fields" disabled={isReadOnly}>
      <div className="field">
        <label htmlFor={`${id}name`}>{t({ zh: '名称', en: 'Name' })}</label>
        <Input
          id={`${id}name`}
          value={draft.name}
          maxLength={60}
          status={faults.name ? 'error' : ''}
          onChange={event => form.change({ name: event.target.value })}
        />
        {faults.name && <em role="alert">{t({ zh: '请填写名称', en: 'Give it a name' })}</em>}
      </div>
      <div className="field">
        <span id="panes-per-turn">{t({ zh: '每屏画面', en: 'Panes a turn' })}</span>
        <Segmented
          aria-labelledby="panes-per-turn"
          value={draft.panesPerTurn}
          onChange={panes => form.change({ panesPerTurn: panes })}
          options={panesPerTurn.map(value => ({ value, label: String(value) }))}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}seconds`}>{t({ zh: '停留秒数', en: 'Seconds a turn' })}</label>
        <InputNumber
          id={`${id}seconds`}
          value={draft.seconds}
          min={rotationSeconds.min}
          max={rotationSeconds.max}
          precision={0}
          onChange={seconds => seconds !== null && form.change({ seconds })}
        />
        <small>{t({ zh: '5–600 秒', en: '5–600 s' })}</small>
      </div>
      <div className="field">
        <span>{t({ zh: '轮巡时段', en: 'Active hours' })}</span>
        <span className="field-row">
          <Switch
            checked={draft.fromTime === null}
            checkedChildren={t({ zh: '全天', en: 'All day' })}
            unCheckedChildren={t({ zh: '时段', en: 'Hours' })}
            aria-label={t({ zh: '全天轮巡', en: 'All day' })}
            onChange={isAllDay =>
              form.change(
                isAllDay ? { fromTime: null, toTime: null } : { fromTime: '09:00', toTime: '22:00' },
              )
            }
          />
          {draft.fromTime !== null && (
            <>
              <TimeField
                aria-label={t({ zh: '开始时间', en: 'From' })}
                value={draft.fromTime}
                onChange={fromTime => form.change({ fromTime })}
              />
              –
              <TimeField
                aria-label={t({ zh: '结束时间', en: 'To' })}
                value={draft.toTime ?? ''}
                onChange={toTime => form.change({ toTime })}
              />
            </>
          )}
        </span>
        {faults.hours && (
          <em role="alert">{t({ zh: '开始和结束不能相同', en: 'Begin and end must differ' })}</em>
        )}
      </div>
      <div className="field">
        <span>{t({ zh: '启用 / 共享', en: 'On / shared' })}</span>
        <span className="field-row">
          <Switch
            checked={draft.isOn}
            aria-label={t({ zh: '启用', en: 'On' })}
            checkedChildren={t({ zh: '启用', en: 'On' })}
            unCheckedChildren={t({ zh: '停用', en: 'Off' })}
            onChange={isOn => form.change({ isOn })}
          />
          <Switch
            checked={draft.isPublic}
            aria-label={t({ zh: '共享给所有人', en: 'Shared with everyone' })}
            checkedChildren={t({ zh: '共享', en: 'Shared' })}
            unCheckedChildren={t({ zh: '仅自己', en: 'Only me' })}
            onChange={isPublic => form.change({ isPublic })}
          />
        </span>
      </div>
      <div className="plan-groups-head">
        <h3>{t({ zh: '分组与顺序', en: 'Groups in order' })}</h3>
        <Button
          size="small"
          icon={<Plus size={13} />}
          onClick={() =>
            setGroups([
              ...draft.groups,
              {
                name: t({ zh: '分组 {n}', en: 'Group {n}' }, { n: draft.groups.length + 1 }),
                panes: [],
              },
            ])
          }
        >
          {t({ zh: '加一组', en: 'Add a group' })}
        </Button>
      </div>
      <ol className="plan-groups">
        {draft.groups.map((group, index) => (
          <PlanGroup
            // biome-ignore lint/suspicious/noArrayIndexKey: groups have no other identity while they are typed
            key={index}
            group={group}
            sort={{ row: sort.row(index), handle: sort.handle(index) }}
            isUnnamed={group.name.trim() === ''}
            isOnly={draft.groups.length === 1}
            onChange={next => setGroups(draft.groups.with(index, next))}
            onRemove={() => setGroups(draft.groups.toSpliced(index, 1))}
          />
        ))}
      </ol>
    </fieldset>
  )
}
