import { algorithms, type Finding } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Input, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { messageOf } from '../../lib/problem.ts'
import { toast } from '../../ui/toast.tsx'
import { proposedDue } from '../forms/raise-fields.tsx'
import { DueField } from '../problems/due-field.tsx'
import { problemQueries, problemsChanged } from '../problems/queries.ts'
import { ownerFields, ownerKey } from '../problems/use-problem-filters.ts'
import '../problems/problems.css'
import { FindingPicture } from './finding-picture.tsx'
import { findingChanged } from './queries.ts'
import { aiText as words } from './text.ts'
import { useFindingWords } from './use-finding-words.ts'

/** Makes a problem of a finding: what it is, who puts it right, until when. Raised twice it is one. */
export function RaiseFinding({ finding, onClose }: { finding: Finding; onClose: () => void }) {
  const t = useText()
  const say = useFindingWords()
  const id = useId()
  const { timeZone, shopId } = finding
  const [itemName, setItem] = useState(() => t(algorithms[finding.algorithm].label))
  const [remark, setRemark] = useState('')
  const [owner, setOwner] = useState('')
  const [dueAt, setDueAt] = useState(() => proposedDue(timeZone))
  const [isSending, sending] = useState(false)
  const [fault, setFault] = useState<string>()
  const owners = useQuery(problemQueries.owners(shopId))
  const isNameless = itemName.trim() === ''

  async function send() {
    if (isNameless) return
    sending(true)
    setFault(undefined)
    try {
      const changed = await api.findings.raise({
        params: { findingId: finding.id },
        body: {
          version: finding.version,
          itemName: itemName.trim(),
          remark,
          ...ownerFields(owner),
          ...(dueAt ? { dueAt } : {}),
        },
      })
      findingChanged(changed)
      void problemsChanged()
      toast.success(words.raisedToast, { what: itemName.trim() })
      onClose()
    } catch (error) {
      setFault(messageOf(error))
      sending(false)
    }
  }
  return (
    <Modal
      open
      centered
      width={480}
      title={t(words.raiseTitle)}
      okText={t(words.raiseTitle)}
      cancelText={t(words.cancel)}
      confirmLoading={isSending}
      okButtonProps={{ disabled: isNameless }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <div className="problem-step">
        {fault && (
          <p role="alert" className="problem-fault">
            {fault}
          </p>
        )}
        <div className="raise-finding">
          <FindingPicture finding={finding} />
          <p className="muted">
            {say.shop(finding)} · {say.camera(finding)} · {say.at(finding.foundAt, timeZone)}
          </p>
        </div>
        <div className="problem-field">
          <label htmlFor={`${id}-item`}>{t(words.itemName)}</label>
          <Input
            id={`${id}-item`}
            value={itemName}
            maxLength={60}
            status={isNameless ? 'error' : ''}
            onChange={event => setItem(event.target.value)}
          />
          {isNameless && <p className="problem-fault">{t(words.needItem)}</p>}
        </div>
        <div className="problem-field">
          <label htmlFor={`${id}-owner`}>{t(words.owner)}</label>
          <Select
            id={`${id}-owner`}
            value={owner}
            onChange={setOwner}
            options={[
              { value: '', label: t(words.nobody) },
              ...(owners.data ?? []).map(each => ({ value: ownerKey(each), label: each.name })),
            ]}
          />
        </div>
        <DueField label={t(words.due)} value={dueAt} timeZone={timeZone} onChange={setDueAt} />
        <div className="problem-field">
          <label htmlFor={`${id}-remark`}>{t(words.remark)}</label>
          <Input.TextArea
            id={`${id}-remark`}
            value={remark}
            maxLength={500}
            autoSize={{ minRows: 2, maxRows: 5 }}
            onChange={event => setRemark(event.target.value)}
          />
        </div>
      </div>
    </Modal>
  )
}
