import { Checkbox, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { toast } from '../../ui/toast.tsx'
import { wallText as words } from './text.ts'

type Named = { name: string; isPublic: boolean }
type Props = {
  title: string
  initial?: Named
  onSave: (named: Named) => Promise<void>
  onCancel: () => void
}

/** Name of a wall, and whether everyone sees it. */
export function WallName({ title, initial, onSave, onCancel }: Props) {
  const t = useText()
  const field = useId()
  const [name, setName] = useState(initial?.name ?? '')
  const [isPublic, setPublic] = useState(initial?.isPublic ?? false)
  const [isMissing, setMissing] = useState(false)
  const [isSaving, setSaving] = useState(false)
  async function save() {
    if (name.trim() === '') {
      setMissing(true)
      return
    }
    setSaving(true)
    try {
      await onSave({ name: name.trim(), isPublic })
    } catch (error) {
      toast.error(error)
      setSaving(false)
    }
  }
  return (
    <Modal
      open
      width={400}
      title={title}
      okText={t(words.save)}
      confirmLoading={isSaving}
      onOk={() => void save()}
      onCancel={onCancel}
    >
      <div className="wall-form">
        <label htmlFor={field}>{t(words.name)}</label>
        <Input
          id={field}
          autoFocus
          maxLength={60}
          value={name}
          status={isMissing ? 'error' : ''}
          aria-invalid={isMissing}
          aria-describedby={`${field}-fault`}
          onChange={event => {
            setName(event.target.value)
            setMissing(false)
          }}
          onPressEnter={event => {
            if (!event.nativeEvent.isComposing) void save()
          }}
        />
        <p id={`${field}-fault`} className="form-fault" role="alert">
          {isMissing && t(words.nameNeeded)}
        </p>
        <Checkbox checked={isPublic} onChange={event => setPublic(event.target.checked)}>
          {t(words.isPublic)}
        </Checkbox>
      </div>
    </Modal>
  )
}
