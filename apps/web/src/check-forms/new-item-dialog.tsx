import type { CheckKind } from '@aisle/contract'
import { useMutation } from '@tanstack/react-query'
import { Input, InputNumber, Modal } from 'antd'
import { useId, useState } from 'react'
import { api } from '../lib/api.ts'
import { useText } from '../lib/i18n.ts'
import { toast } from '../ui/toast.tsx'
import { fieldNames } from './item-changes.ts'
import { refreshForms } from './queries.ts'

/** What is to be added: a group, a type of daily records, or an item of a group. */
export type NewThing = { kind: CheckKind; isGroup: boolean; pitemId: string | null }

const usualScore = 5

/** Names what is added; the rest is set in the editor, which opens with it. */
export function NewItemDialog({
  thing,
  onMade,
  onClose,
}: {
  thing: NewThing
  onMade: (itemId: string) => void
  onClose: () => void
}) {
  const t = useText()
  const id = useId()
  const [itemName, setName] = useState('')
  const [itemNameEn, setNameEn] = useState('')
  const [score, setScore] = useState<number | null>(usualScore)
  const isScored = thing.kind === 'evaluation' && !thing.isGroup
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.checkItems.create({
        body: {
          ...thing,
          itemName,
          itemNameEn,
          ...(isScored ? { itemScore: score ?? usualScore } : {}),
        },
      }),
    async onSuccess(made) {
      await refreshForms()
      onMade(made.itemId)
      onClose()
    },
    onError: error => toast.error(error),
  })
  const isReady = itemName.trim() !== '' && (!isScored || (score ?? 0) > 0)
  return (
    <Modal
      open
      title={
        thing.isGroup
          ? t({ zh: '添加分组', en: 'Add a group' })
          : thing.kind === 'daily'
            ? t({ zh: '添加日常记录类型', en: 'Add a type of daily record' })
            : t({ zh: '添加检查项', en: 'Add an item' })
      }
      okText={t({ zh: '添加', en: 'Add' })}
      cancelText={t({ zh: '取消', en: 'Cancel' })}
      okButtonProps={{ disabled: !isReady, loading: isPending }}
      onOk={() => mutate()}
      onCancel={onClose}
    >
      <form
        className="dialog-fields"
        onSubmit={event => {
          event.preventDefault()
          if (isReady && !isPending) mutate()
        }}
      >
        <label htmlFor={`${id}-name`}>{t(fieldNames.itemName)}</label>
        <Input
          id={`${id}-name`}
          autoFocus
          maxLength={60}
          value={itemName}
          onChange={event => setName(event.target.value)}
        />
        <label htmlFor={`${id}-en`}>{t(fieldNames.itemNameEn)}</label>
        <Input
          id={`${id}-en`}
          maxLength={120}
          value={itemNameEn}
          onChange={event => setNameEn(event.target.value)}
        />
        {isScored && (
          <>
            <label htmlFor={`${id}-score`}>{t(fieldNames.itemScore)}</label>
            <InputNumber
              id={`${id}-score`}
              min={0.01}
              max={1000}
              precision={2}
              value={score}
              onChange={setScore}
            />
          </>
        )}
        <button type="submit" hidden />
      </form>
    </Modal>
  )
}
