import { Popconfirm } from 'antd'
import { type ReactElement, useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { toast } from './toast.tsx'

type Props = {
  /** The question, with the name of the thing. Left out: the usual one about deleting `name`. */
  question?: string
  name?: string
  okText?: string
  /** What to do; the popover waits for it and says what went wrong. */
  onConfirm: () => Promise<unknown> | unknown
  isDisabled?: boolean
  children: ReactElement
}

/** Asks once, in a popover on the button, before something is deleted. */
export function ConfirmPopover({
  question,
  name = '',
  okText,
  onConfirm,
  isDisabled = false,
  children,
}: Props) {
  const t = useText()
  const [isRunning, setRunning] = useState(false)
  return (
    <Popconfirm
      title={
        question ??
        t(
          {
            zh: '此操作将删除「{name}」，是否继续？',
            en: 'This action will delete “{name}”. Do you want to continue?',
          },
          { name },
        )
      }
      okText={okText ?? t({ zh: '删除', en: 'Delete' })}
      cancelText={t({ zh: '取消', en: 'Cancel' })}
      okButtonProps={{ danger: true, loading: isRunning }}
      disabled={isDisabled}
      onConfirm={async () => {
        setRunning(true)
        try {
          await onConfirm()
        } catch (error) {
          toast.error(error)
        } finally {
          setRunning(false)
        }
      }}
    >
      {children}
    </Popconfirm>
  )
}
