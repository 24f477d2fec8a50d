import type { Rotation } from '@aisle/contract'
import { Button, Switch } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { api } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { useWritten } from '../../lib/written.ts'
import { Tag } from '../../ui/bits.tsx'
import { ConfirmPopover } from '../../ui/confirm.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { Written } from '../../ui/written.tsx'
import { refreshRotations } from './queries.ts'
import { draftOf } from './use-plan-form.ts'

type Props = {
  plans: readonly Rotation[]
  openId: string | undefined
  onOpen: (plan: Rotation) => void
  onAdd: () => void
  onRemoved: (id: string) => void
}

/** The plans with their turn, hours, and a switch; a click opens one in the form. */
export function PlanList({ plans, openId, onOpen, onAdd, onRemoved }: Props) {
  const t = useText()
  if (plans.length === 0)
    return (
      <EmptyState
        text={t({ zh: '还没有轮巡方案', en: 'There are no rotation plans yet' })}
        action={
          <Button type="primary" icon={<Plus size={14} />} onClick={onAdd}>
            {t({ zh: '新建方案', en: 'New plan' })}
          </Button>
        }
      />
    )
  return (
    <ul className="plan-list">
      {plans.map(plan => (
        <li key={plan.id} className="plan-line" data-open={plan.id === openId || undefined}>
          <button
            type="button"
            className="plan-open"
            aria-current={plan.id === openId}
            onClick={() => onOpen(plan)}
          >
            <span className="plan-name">
              <strong className="ellipsis">
                <Written text={plan.name} />
              </strong>
              {!plan.own && <Tag>{plan.ownerName}</Tag>}
              {plan.own && plan.isPublic && <Tag tone="primary">{t({ zh: '共享', en: 'Shared' })}</Tag>}
            </span>
            <span className="plan-facts">
              {t(
                {
                  zh: '{groups} 组 · 每屏 {panes} 路 · {seconds} 秒 · {hours}',
                  en: '{groups, plural, one {# group} other {# groups}} · {panes} panes · {seconds} s · {hours}',
                },
                {
                  groups: plan.groups.length,
                  panes: plan.panesPerTurn,
                  seconds: plan.seconds,
                  hours:
                    plan.fromTime === null
                      ? t({ zh: '全天', en: 'all day' })
                      : `${plan.fromTime}–${plan.toTime ?? ''}`,
                },
              )}
            </span>
            {plan.hiddenPanes > 0 && (
              <span className="plan-facts">
                {t(
                  {
                    zh: '{n} 路不在你的权限范围内',
                    en: '{n, plural, one {# camera is} other {# cameras are}} outside your scope',
                  },
                  { n: plan.hiddenPanes },
                )}
              </span>
            )}
          </button>
          {plan.own && <OwnActions plan={plan} onRemoved={onRemoved} />}
        </li>
      ))}
    </ul>
  )
}

function OwnActions({ plan, onRemoved }: { plan: Rotation; onRemoved: (id: string) => void }) {
  const t = useText()
  const written = useWritten()
  async function turn(isOn: boolean) {
    try {
      const { id, ...body } = draftOf(plan)
      await api.rotations.update({ params: { rotationId: plan.id }, body: { ...body, isOn } })
    } catch (error) {
      toast.error(error)
    }
    await refreshRotations()
  }
  return (
    <span className="plan-actions">
      <Switch
        size="small"
        checked={plan.isOn}
        // A plan with hidden panes would lose them by being saved from here.
        disabled={plan.hiddenPanes > 0}
        aria-label={t({ zh: '启用「{name}」', en: 'Turn {name} on' }, { name: written(plan.name) })}
        onChange={isOn => void turn(isOn)}
      />
      <ConfirmPopover
        name={written(plan.name)}
        onConfirm={async () => {
          await api.rotations.remove({ params: { rotationId: plan.id } })
          onRemoved(plan.id)
          await refreshRotations()
        }}
      >
        <button
          type="button"
          className="icon-button"
          aria-label={t({ zh: '删除「{name}」', en: 'Delete {name}' }, { name: written(plan.name) })}
        >
          <Trash2 size={14} aria-hidden />
        </button>
      </ConfirmPopover>
    </span>
  )
}
