import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { useText } from '../../../../lib/i18n.ts'
import { createStore } from '../../../../lib/store.ts'

/** Why ways of single persons are looked at: said once, written down with every opening. Forgotten with the page. */
export const openingReason = createStore('')

const usual = [
  { zh: '客户服务', en: 'Customer service' },
  { zh: '寻找失物', en: 'Lost property' },
  { zh: '安全事件', en: 'Safety incident' },
  { zh: '数据核查', en: 'Checking data' },
] as const
const other = 'other'

/** Asks for the reason before anything is opened. */
export function ReasonForm({ onSay }: { onSay?: () => void }) {
  const t = useText()
  const [chosen, choose] = useState<string>(t(usual[0]))
  const [typed, type] = useState('')
  const reason = (chosen === other ? typed : chosen).trim()
  const label = t({ zh: '查看事由', en: 'Reason for looking' })
  return (
    <form
      className="way-ask"
      onSubmit={event => {
        event.preventDefault()
        if (reason.length < 2) return
        openingReason.set(reason)
        onSay?.()
      }}
    >
      <p>
        {t({
          zh: '个人动线属敏感数据：每次查看连同事由写入审计日志。',
          en: 'The way of a single person is sensitive: each opening is written to the audit log with its reason.',
        })}
      </p>
      <Select
        aria-label={label}
        value={chosen}
        options={[
          ...usual.map(text => ({ value: t(text), label: t(text) })),
          { value: other, label: t({ zh: '其他事由…', en: 'Another reason…' }) },
        ]}
        onChange={choose}
      />
      {chosen === other && (
        <Input
          aria-label={label}
          placeholder={t({ zh: '请填写事由', en: 'Say why' })}
          maxLength={200}
          style={{ width: 220 }}
          value={typed}
          onChange={event => type(event.target.value)}
        />
      )}
      <Button type="primary" htmlType="submit" disabled={reason.length < 2}>
        {t({ zh: '查看动线', en: 'See the way' })}
      </Button>
    </form>
  )
}
