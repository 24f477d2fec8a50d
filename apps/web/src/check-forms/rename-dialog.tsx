import type { CheckForm } from '@aisle/contract'
import { Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { fieldNames } from './item-changes.ts'
import { useRenameForm } from './queries.ts'

/** What the form is called on reports and in lists; records keep the name of their day. */
export function RenameDialog({ form, onClose }: { form: CheckForm; onClose: () => void }) {
  const t = useText()
  const id = useId()
  const [name, setName] = useState(form.name)
  const [nameEn, setNameEn] = useState(form.nameEn)
  const { mutate, isPending } = useRenameForm(form)
  return (
    <Modal
      open
      title={t({ zh: '表单名称', en: 'Name of the form' })}
      okText={t({ zh: '保存', en: 'Save' })}
      cancelText={t({ zh: '取消', en: 'Cancel' })}
      okButtonProps={{ disabled: name.trim() === '', loading: isPending }}
      onOk={() => mutate({ name, nameEn }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <div className="dialog-fields">
        <label htmlFor={`${id}-name`}>{t(fieldNames.itemName)}</label>
        <Input
          id={`${id}-name`}
          maxLength={60}
          value={name}
          onChange={event => setName(event.target.value)}
        />
        <label htmlFor={`${id}-en`}>{t(fieldNames.itemNameEn)}</label>
        <Input
          id={`${id}-en`}
          maxLength={120}
          value={nameEn}
          onChange={event => setNameEn(event.target.value)}
        />
      </div>
    </Modal>
  )
}
