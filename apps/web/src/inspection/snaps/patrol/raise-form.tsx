import type { GalleryPicture } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Button, Input, Select } from 'antd'
import { useId, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useName, useText } from '../../../lib/i18n.ts'
import { messageOf } from '../../../lib/problem.ts'
import { Kbd } from '../../../ui/bits.tsx'
import { toast } from '../../../ui/toast.tsx'
import { proposedDue } from '../../forms/raise-fields.tsx'
import { DueField } from '../../problems/due-field.tsx'
import { problemQueries, problemsChanged } from '../../problems/queries.ts'
import { problemText } from '../../problems/text.ts'
import { ownerKey } from '../../problems/use-problem-filters.ts'
import { words } from './text.ts'
import '../../problems/problems.css'

const usualZone = 'Asia/Shanghai'

type Props = {
  picture: GalleryPicture
  /** By which a key brings the pen here. */
  itemFieldId: string
  onRaised: () => void
}

/** A problem that the picture shows: what, who puts it right, until when. Owner and due date stay for the next one. */
export function RaiseForm({ picture, itemFieldId, onRaised }: Props) {
  const t = useText()
  const name = useName()
  const id = useId()
  const [clientKey, renew] = useState(() => crypto.randomUUID())
  const [itemName, setItem] = useState('')
  const [remark, setRemark] = useState('')
  const [owner, setOwner] = useState('')
  const [dueAt, setDueAt] = useState(() => proposedDue(usualZone))
  const [isSending, sending] = useState(false)
  const [fault, setFault] = useState<string>()
  const items = useQuery(problemQueries.items({}))
  const owners = useQuery(problemQueries.owners(picture.shopId))
  const known = owners.data?.find(each => ownerKey(each) === owner)

  async function send() {
    if (itemName.trim() === '') return setFault(t(problemText.needItem))
    sending(true)
    setFault(undefined)
    try {
      const made = await api.problems.raise({
        body: {
          shopId: picture.shopId,
          itemName: itemName.trim(),
          questionType: items.data?.find(each => each.itemName === itemName.trim())?.questionType ?? '',
          remark,
          pictureId: picture.id,
          pictureIds: [picture.id],
          clientKey,
          ...(picture.cameraId === null ? {} : { cameraId: picture.cameraId }),
          ...(picture.presetId === null || picture.presetName === '' ? {} : { presetId: picture.presetId }),
          ...(known ? { [known.kind === 'staff' ? 'ownerStaffId' : 'ownerUserId']: known.id } : {}),
          ...(dueAt ? { dueAt } : {}),
        },
      })
      toast.success(problemText.raised, { item: name(made.itemName, made.itemNameEn) })
      void problemsChanged()
      renew(crypto.randomUUID())
      setItem('')
      setRemark('')
      onRaised()
    } catch (error) {
      setFault(messageOf(error))
    } finally {
      sending(false)
    }
  }

  return (
    <form
      className="problem-step"
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      {fault && (
        <p role="alert" className="problem-fault">
          {fault}
        </p>
      )}
      <div className="problem-field">
        <label htmlFor={itemFieldId}>{t(problemText.item)}</label>
        <AutoComplete
          id={itemFieldId}
          value={itemName}
          placeholder={t(problemText.itemHint)}
          onChange={next => setItem(next.slice(0, 60))}
          options={(items.data ?? [])
            .filter(each => each.itemName.includes(itemName))
            .slice(0, 20)
            .map(each => ({ value: each.itemName, label: name(each.itemName, each.itemNameEn) }))}
        />
      </div>
      <div className="problem-field">
        <label htmlFor={`${id}remark`}>{t(problemText.remark)}</label>
        <Input.TextArea
          id={`${id}remark`}
          rows={2}
          maxLength={500}
          value={remark}
          onChange={event => setRemark(event.target.value)}
        />
      </div>
      <div className="problem-field">
        <label htmlFor={`${id}owner`}>{t(problemText.owner)}</label>
        <Select
          id={`${id}owner`}
          value={known ? owner : ''}
          loading={owners.isFetching}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={setOwner}
          options={[
            { value: '', label: t(problemText.noOwner) },
            ...(owners.data ?? []).map(each => ({ value: ownerKey(each), label: each.name })),
          ]}
        />
      </div>
      <DueField label={t(problemText.due)} value={dueAt} timeZone={usualZone} onChange={setDueAt} />
      <Button htmlType="submit" loading={isSending}>
        {t(words.raise)} <Kbd keys="Enter" />
      </Button>
    </form>
  )
}
