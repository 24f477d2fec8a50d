import {
  type FlowRule,
  limitsOf,
  type RuleInput,
  type RuleKind,
  type RuleLimit,
  ruleKinds,
  ruleLimits,
  type WarningSeverity,
  warningKinds,
  warningSeverities,
} from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, InputNumber, Modal, Select, Switch } from 'antd'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { isProblem } from '../../../../lib/problem.ts'
import { sharedQueries } from '../../../../lib/queries.ts'
import { useSession } from '../../../../lib/session.ts'
import { Tag } from '../../../../ui/bits.tsx'
import { ConfirmPopover } from '../../../../ui/confirm.tsx'
import { stateOf } from '../../../../ui/panel.tsx'
import { EmptyState } from '../../../../ui/states.tsx'
import { toast } from '../../../../ui/toast.tsx'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { warningQueries, warningsChanged } from './queries.ts'
import { severityTones, useLimitWords, words } from './words.ts'
import './warnings.css'

/** Limits that raise warnings: what they are, how often they did, and the form to set them. */
export function Rules({ panel, className }: Special) {
  const t = useText()
  const name = useName()
  const limits = useLimitWords()
  const { can } = useSession()
  const mayHandle = can('warning.handle')
  const query = useQuery(warningQueries.rules())
  const [edited, edit] = useState<FlowRule | 'new'>()

  const bodyOf = ({ limits: own, ...rule }: FlowRule): RuleInput => ({
    name: rule.name,
    kind: rule.kind,
    limits: own,
    hours: rule.hours,
    shopIds: rule.shopIds,
    severity: rule.severity,
    userIds: rule.userIds,
    isActive: rule.isActive,
  })
  async function change(run: () => Promise<unknown>) {
    try {
      await run()
    } catch (error) {
      toast.error(isProblem(error) && error.code === 409 ? words.faster : error)
    }
    void warningsChanged()
  }
  const turn = (rule: FlowRule, isActive: boolean) =>
    change(() =>
      api.warnings.updateRule({
        params: { ruleId: rule.id },
        body: { ...bodyOf(rule), isActive, version: rule.version },
      }),
    )
  const remove = (rule: FlowRule) =>
    change(async () => {
      await api.warnings.removeRule({ params: { ruleId: rule.id } })
      toast.undo(
        { zh: '已删除「{name}」', en: 'Deleted “{name}”' },
        () => void change(() => api.warnings.restoreRule({ params: { ruleId: rule.id } })),
        { name: name(rule.name, rule.nameEn) },
      )
    })

  return (
    <SpecialCard
      panel={panel}
      className={`${className} warnings`}
      state={stateOf(query)}
      error={query.error}
      onRetry={() => void query.refetch()}
      actions={
        mayHandle && (
          <Button size="small" icon={<Plus size={14} aria-hidden />} onClick={() => edit('new')}>
            {t({ zh: '新建规则', en: 'New rule' })}
          </Button>
        )
      }
    >
      {query.data?.length === 0 && (
        <EmptyState
          text={t({
            zh: '还没有规则。新建规则后，超限会在五分钟内生成预警并通知处理人。',
            en: 'No rules yet. A rule raises a warning within five minutes and tells whoever handles it.',
          })}
        />
      )}
      <ul className="rule-list">
        {(query.data ?? []).map(rule => (
          <li key={rule.id} className={rule.isActive ? '' : 'is-off'}>
            <span className="warning-what">
              <strong>
                <Tag tone={severityTones[rule.severity]}>{t(warningSeverities[rule.severity])}</Tag>{' '}
                {name(rule.name, rule.nameEn)}
              </strong>
              <span>
                {limits(rule.kind, rule.limits)}
                {rule.hours && ` · ${rule.hours.from}–${rule.hours.to}`} ·{' '}
                {rule.shopIds.length === 0
                  ? t(words.noShops)
                  : t(
                      { zh: '{count} 家门店', en: '{count, plural, one {# shop} other {# shops}}' },
                      { count: rule.shopIds.length },
                    )}
              </span>
              <span>
                {t(
                  { zh: '近 30 天 {raised} 条，待处理 {open} 条', en: '{raised} in 30 days, {open} open' },
                  { raised: rule.raised, open: rule.open },
                )}
              </span>
            </span>
            {mayHandle && rule.canChange && (
              <span className="rule-tools">
                <Switch
                  size="small"
                  checked={rule.isActive}
                  aria-label={t({ zh: '启用「{name}」', en: 'Use “{name}”' }, { name: rule.name })}
                  onChange={isActive => void turn(rule, isActive)}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<Pencil size={14} />}
                  aria-label={t({ zh: '编辑「{name}」', en: 'Edit “{name}”' }, { name: rule.name })}
                  onClick={() => edit(rule)}
                />
                <ConfirmPopover name={name(rule.name, rule.nameEn)} onConfirm={() => remove(rule)}>
                  <Button
                    type="text"
                    size="small"
                    icon={<Trash2 size={14} />}
                    aria-label={t({ zh: '删除「{name}」', en: 'Delete “{name}”' }, { name: rule.name })}
                  />
                </ConfirmPopover>
              </span>
            )}
          </li>
        ))}
      </ul>
      {edited && <RuleForm rule={edited === 'new' ? undefined : edited} onClose={() => edit(undefined)} />}
    </SpecialCard>
  )
}

const initialLimits = (kind: RuleKind) =>
  Object.fromEntries(limitsOf[kind].map(name => [name, ruleLimits[name].initial]))

function RuleForm({ rule, onClose }: { rule: FlowRule | undefined; onClose: () => void }) {
  const t = useText()
  const say = useName()
  const shops = useQuery(sharedQueries.allShops())
  const people = useQuery(warningQueries.people())
  const [draft, write] = useState<RuleInput>(
    rule
      ? { ...rule, limits: rule.limits }
      : {
          name: '',
          kind: 'crowding',
          limits: initialLimits('crowding'),
          hours: null,
          shopIds: [],
          severity: 'middle',
          userIds: [],
          isActive: true,
        },
  )
  const [isTold, tell] = useState(false)
  const [isSending, sending] = useState(false)
  const set = (more: Partial<RuleInput>) => write(now => ({ ...now, ...more }))
  const missing = limitsOf[draft.kind].find(name => draft.limits[name] === undefined)
  const badHours = draft.hours !== null && draft.hours.from >= draft.hours.to
  const hasName = draft.name.trim() !== ''

  async function save() {
    tell(true)
    if (!hasName || missing || badHours) return
    sending(true)
    const body: RuleInput = {
      name: draft.name.trim(),
      kind: draft.kind,
      limits: Object.fromEntries(limitsOf[draft.kind].map(name => [name, draft.limits[name]])),
      hours: draft.hours,
      shopIds: draft.shopIds,
      severity: draft.severity,
      userIds: draft.userIds,
      isActive: draft.isActive,
    }
    try {
      if (rule)
        await api.warnings.updateRule({
          params: { ruleId: rule.id },
          body: { ...body, version: rule.version },
        })
      else await api.warnings.createRule({ body })
      toast.success({ zh: '规则已保存，几分钟内生效', en: 'Saved. It takes effect within minutes' })
      onClose()
    } catch (error) {
      toast.error(isProblem(error) && error.code === 409 ? words.faster : error)
    } finally {
      sending(false)
      void warningsChanged()
    }
  }

  return (
    <Modal
      open
      title={rule ? t({ zh: '编辑规则', en: 'Edit the rule' }) : t({ zh: '新建规则', en: 'New rule' })}
      okText={t({ zh: '保存', en: 'Save' })}
      cancelText={t({ zh: '取消', en: 'Cancel' })}
      confirmLoading={isSending}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Form layout="vertical" className="warning-form">
        <Form.Item
          label={t({ zh: '名称', en: 'Name' })}
          htmlFor="rule-name"
          validateStatus={isTold && !hasName ? 'error' : ''}
          help={isTold && !hasName ? t({ zh: '请输入规则名称', en: 'Give the rule a name' }) : null}
        >
          <Input
            id="rule-name"
            maxLength={60}
            value={draft.name}
            onChange={event => set({ name: event.target.value })}
          />
        </Form.Item>
        <div className="warning-form-row">
          <Form.Item label={t({ zh: '类型', en: 'Kind' })}>
            <Select<RuleKind>
              aria-label={t({ zh: '类型', en: 'Kind' })}
              value={draft.kind}
              onChange={kind => set({ kind, limits: { ...initialLimits(kind), ...draft.limits } })}
              options={ruleKinds.map(value => ({ value, label: t(warningKinds[value]) }))}
            />
          </Form.Item>
          <Form.Item label={t({ zh: '等级', en: 'Severity' })}>
            <Select<WarningSeverity>
              aria-label={t({ zh: '等级', en: 'Severity' })}
              value={draft.severity}
              onChange={severity => set({ severity })}
              options={(Object.keys(warningSeverities) as WarningSeverity[]).map(value => ({
                value,
                label: t(warningSeverities[value]),
              }))}
            />
          </Form.Item>
        </div>
        <div className="warning-form-row">
          {limitsOf[draft.kind].map((name: RuleLimit) => (
            <Form.Item
              key={name}
              label={t(ruleLimits[name].label)}
              htmlFor={`rule-${name}`}
              validateStatus={isTold && draft.limits[name] === undefined ? 'error' : ''}
              help={
                isTold && draft.limits[name] === undefined
                  ? t({ zh: '请输入数值', en: 'Give a number' })
                  : null
              }
            >
              <InputNumber
                id={`rule-${name}`}
                precision={0}
                min={ruleLimits[name].min}
                max={ruleLimits[name].max}
                value={draft.limits[name] ?? null}
                onChange={value => {
                  const { [name]: _, ...rest } = draft.limits
                  set({ limits: typeof value === 'number' ? { ...rest, [name]: value } : rest })
                }}
              />
            </Form.Item>
          ))}
        </div>
        {draft.kind !== 'offTarget' && (
          <Form.Item
            label={t({ zh: '时段', en: 'Hours' })}
            validateStatus={isTold && badHours ? 'error' : ''}
            help={
              isTold && badHours ? t({ zh: '结束须晚于开始', en: 'The end must be after the begin' }) : null
            }
          >
            <span className="warning-hours">
              <Select
                aria-label={t({ zh: '时段', en: 'Hours' })}
                value={draft.hours ? 'own' : 'open'}
                onChange={value => set({ hours: value === 'own' ? { from: '10:00', to: '22:00' } : null })}
                options={[
                  { value: 'open', label: t({ zh: '营业时间内', en: 'While the shop is open' }) },
                  { value: 'own', label: t({ zh: '指定时段', en: 'Between' }) },
                ]}
              />
              {draft.hours && (
                <>
                  <input
                    type="time"
                    aria-label={t({ zh: '开始', en: 'From' })}
                    value={draft.hours.from}
                    onChange={event =>
                      set({ hours: { to: draft.hours?.to ?? '22:00', from: event.target.value } })
                    }
                  />
                  –
                  <input
                    type="time"
                    aria-label={t({ zh: '结束', en: 'To' })}
                    value={draft.hours.to}
                    onChange={event =>
                      set({ hours: { from: draft.hours?.from ?? '10:00', to: event.target.value } })
                    }
                  />
                </>
              )}
            </span>
          </Form.Item>
        )}
        <Form.Item label={t({ zh: '门店', en: 'Shops' })}>
          <Select
            mode="multiple"
            aria-label={t({ zh: '门店', en: 'Shops' })}
            placeholder={t(words.noShops)}
            value={draft.shopIds}
            loading={shops.isPending}
            maxTagCount={3}
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            onChange={shopIds => set({ shopIds })}
            options={(shops.data ?? []).map(shop => ({
              value: shop.shopid,
              label: say(shop.shopname, shop.shopnameEn),
            }))}
          />
        </Form.Item>
        <Form.Item label={t({ zh: '通知谁', en: 'Who is told' })}>
          <Select
            mode="multiple"
            aria-label={t({ zh: '通知谁', en: 'Who is told' })}
            placeholder={t({ zh: '负责该门店预警的人', en: 'Whoever handles warnings of the shop' })}
            value={draft.userIds}
            loading={people.isPending}
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            onChange={userIds => set({ userIds })}
            options={(people.data ?? []).map(one => ({ value: one.userId, label: one.userName }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
