import type { Problem, ProblemOwner } from '@aisle/contract'
import { useQueries } from '@tanstack/react-query'
import { Input, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { messageOf } from '../../lib/problem.ts'
import { toast } from '../../ui/toast.tsx'
import { DueField } from './due-field.tsx'
import { problemQueries, problemsChanged } from './queries.ts'
import { problemText as words } from './text.ts'
import { ownerFields, ownerKey } from './use-problem-filters.ts'

const keep = 'keep'
const nobody = 'nobody'

/** Puts someone in charge of one problem or of many, and sets until when. */
export function AssignDialog({ problems, onClose }: { problems: readonly Problem[]; onClose: () => void }) {
  const t = useText()
  const id = useId()
  const first = problems[0]
  const shopIds = [...new Set(problems.map(problem => problem.shopId))]
  const lists = useQueries({ queries: shopIds.map(shopId => problemQueries.owners(shopId)) })
  const owners = sharedOwners(lists.map(list => list.data ?? []))
  const isLoading = lists.some(list => list.isPending)
  const [owner, setOwner] = useState(keep)
  const [dueAt, setDueAt] = useState(problems.length === 1 ? (first?.dueAt ?? undefined) : undefined)
  const [isDueChanged, changeDue] = useState(false)
  const [remark, setRemark] = useState('')
  const [isSending, sending] = useState(false)

  async function send() {
    sending(true)
    const body = {
      ...ownerChange(owner),
      ...(isDueChanged ? { dueAt: dueAt ?? null } : {}),
      remark,
    }
    const results = await Promise.allSettled(
      problems.map(({ id: problemId, version }) =>
        api.problems.change({ params: { problemId }, body: { ...body, version } }),
      ),
    )
    void problemsChanged()
    const failed = results.filter(result => result.status === 'rejected')
    const done = problems.length - failed.length
    if (done > 0) toast.success(words.assigned, { n: done })
    if (failed[0]) toast.error(words.assignFailed, { n: failed.length, reason: messageOf(failed[0].reason) })
    if (failed.length === 0) onClose()
    else sending(false)
  }
  return (
    <Modal
      open
      centered
      width={460}
      title={t(words.assignTitle, { n: problems.length })}
      okText={t(words.confirm)}
      cancelText={t(words.cancel)}
      okButtonProps={{ disabled: owner === keep && !isDueChanged }}
      confirmLoading={isSending}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <div className="problem-step">
        <div className="problem-field">
          <label htmlFor={`${id}-owner`}>{t(words.owner)}</label>
          <Select
            id={`${id}-owner`}
            value={owner}
            loading={isLoading}
            showSearch
            optionFilterProp="label"
            onChange={setOwner}
            options={[
              { value: keep, label: t(words.keep) },
              { value: nobody, label: t(words.noOwner) },
              ...owners.map(each => ({ value: ownerKey(each), label: each.name })),
            ]}
          />
        </div>
        {shopIds.length > 1 && <p className="tool-hint">{t(words.perShop)}</p>}
        <DueField
          label={t(words.due)}
          value={dueAt}
          timeZone={first?.timeZone ?? 'Asia/Shanghai'}
          onChange={next => {
            setDueAt(next)
            changeDue(true)
          }}
        />
        <div className="problem-field">
          <label htmlFor={`${id}-remark`}>{t(words.stepRemark)}</label>
          <Input.TextArea
            id={`${id}-remark`}
            rows={2}
            maxLength={500}
            value={remark}
            onChange={event => setRemark(event.target.value)}
          />
        </div>
        <p className="tool-hint">{t(words.reminders)}</p>
      </div>
    </Modal>
  )
}

/** Who may be put in charge in all of the shops. */
function sharedOwners(lists: readonly (readonly ProblemOwner[])[]): ProblemOwner[] {
  const [own = [], ...others] = lists
  return own.filter(owner =>
    others.every(list => list.some(each => each.kind === owner.kind && each.id === owner.id)),
  )
}

function ownerChange(owner: string) {
  if (owner === keep) return {}
  if (owner === nobody) return { ownerUserId: null, ownerStaffId: null }
  return ownerFields(owner)
}
