import { Button, Modal } from 'antd'
import { type FormEvent, useState } from 'react'
import { api } from '../lib/api.ts'
import { useText } from '../lib/i18n.ts'
import { messageOf } from '../lib/problem.ts'
import { toast } from '../ui/toast.tsx'
import { PasswordField } from './password-field.tsx'
import { passwordFault } from './password-rule.ts'
import { base64 } from './sign-in.ts'
import './field.css'

type Faults = { old?: string; fresh?: string; again?: string; all?: string }

/** Changes the password of the signed-in user; other sessions of the account end. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [old, setOld] = useState('')
  const [fresh, setFresh] = useState('')
  const [again, setAgain] = useState('')
  const [faults, fail] = useState<Faults>({})
  const [isRunning, setRunning] = useState(false)

  function faultsNow(): Faults {
    const rule = passwordFault(fresh)
    return {
      ...(old === '' ? { old: t({ zh: '请输入当前密码', en: 'Enter the current password' }) } : {}),
      ...(rule ? { fresh: t(rule) } : {}),
      ...(again !== fresh ? { again: t({ zh: '两次输入不一致', en: 'The two entries differ' }) } : {}),
    }
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    const found = faultsNow()
    fail(found)
    if (Object.keys(found).length > 0) return
    setRunning(true)
    try {
      await api.auth.password({ body: { oldPassword: base64(old), newPassword: base64(fresh) } })
      toast.success({
        zh: '密码已修改，其他设备上的登录已退出',
        en: 'Password changed. Other devices were signed out.',
      })
      onClose()
    } catch (error) {
      fail({ all: messageOf(error) })
    } finally {
      setRunning(false)
    }
  }
  return (
    <Modal
      open
      width={420}
      title={t({ zh: '修改密码', en: 'Change password' })}
      footer={null}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <form onSubmit={submit} noValidate style={{ display: 'grid', gap: 16, paddingTop: 8 }}>
        <PasswordField
          id="old-password"
          label={t({ zh: '当前密码', en: 'Current password' })}
          value={old}
          onChange={setOld}
          autoComplete="current-password"
          error={faults.old}
          autoFocus
        />
        <div className="field">
          <PasswordField
            id="new-password"
            label={t({ zh: '新密码', en: 'New password' })}
            value={fresh}
            onChange={setFresh}
            autoComplete="new-password"
            error={faults.fresh}
          />
          <p className="field-hint">
            {t({
              zh: '6–20 位，数字、字母、其他符号至少两种，不能与最近 3 次相同',
              en: '6–20 characters, two of digits, letters and other signs, not one of the last 3',
            })}
          </p>
        </div>
        <PasswordField
          id="new-password-again"
          label={t({ zh: '再输一次', en: 'New password again' })}
          value={again}
          onChange={setAgain}
          autoComplete="new-password"
          error={faults.again}
        />
        {faults.all && (
          <p className="form-error" role="alert">
            {faults.all}
          </p>
        )}
        <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 8 }}>
          <Button onClick={onClose}>{t({ zh: '取消', en: 'Cancel' })}</Button>
          <Button type="primary" htmlType="submit" loading={isRunning}>
            {t({ zh: '修改', en: 'Change' })}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
