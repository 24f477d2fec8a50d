import type { Authority, Text } from '@aisle/contract'
import { authorities } from '@aisle/contract'
import { Button } from 'antd'
import { Copy, RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { clockTime } from '../lib/format.ts'
import { useText } from '../lib/i18n.ts'
import { diagnosticsOf, isProblem, messageOf } from '../lib/problem.ts'
import { toast } from './toast.tsx'
import './states.css'

/** True once `ms` have passed while `isOn`: skeletons wait 200 ms, the word about waiting 5 s. */
export function useAfter(ms: number, isOn = true): boolean {
  const [isPast, pass] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => pass(true), ms)
    return () => {
      clearTimeout(timer)
      pass(false)
    }
  }, [ms, isOn])
  return isOn && isPast
}

/**
 * Shows `children` (a skeleton in the final layout) after 200 ms; beyond 5 s says that the query still runs,
 * with a way to give it up where there is one.
 */
export function Loading({ children, onCancel }: { children: ReactNode; onCancel?: () => void }) {
  const t = useText()
  const isShown = useAfter(200)
  const isLong = useAfter(5000)
  return (
    <div className="loading" aria-busy="true" style={isShown ? undefined : { visibility: 'hidden' }}>
      {children}
      {isLong && (
        <p className="loading-long" role="status">
          {t({ zh: '仍在查询', en: 'Still loading' })}
          {onCancel && (
            <Button type="link" size="small" onClick={onCancel}>
              {t({ zh: '取消', en: 'Cancel' })}
            </Button>
          )}
        </p>
      )}
    </div>
  )
}

/** A grey place of the size that the content will have. */
export function Bone({
  width = '100%',
  height = 16,
  radius = 4,
}: {
  width?: number | string
  height?: number | string
  radius?: number
}) {
  return <span className="bone" style={{ width, height, borderRadius: radius }} />
}

/** One sentence why there is nothing, and one thing to do about it. No picture. */
export function EmptyState({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <div className="state">
      <p>{text}</p>
      {action}
    </div>
  )
}

/** What failed, when it was asked for, a way to ask again and the facts for support. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  const t = useText()
  return (
    <div className="state" role="alert">
      <p>{messageOf(error)}</p>
      {isProblem(error) && (
        <p className="state-hint">
          {t({ zh: '请求时间 {time}', en: 'Asked at {time}' }, { time: clockTime(error.at) })}
        </p>
      )}
      <div className="state-actions">
        {onRetry && (
          <Button type="primary" icon={<RotateCw size={14} />} onClick={onRetry}>
            {t({ zh: '重试', en: 'Retry' })}
          </Button>
        )}
        <Button icon={<Copy size={14} />} onClick={() => copyDiagnostics(error)}>
          {t({ zh: '复制诊断信息', en: 'Copy diagnostics' })}
        </Button>
      </div>
    </div>
  )
}

async function copyDiagnostics(error: unknown) {
  try {
    await navigator.clipboard.writeText(diagnosticsOf(error))
    toast.success({ zh: '诊断信息已复制', en: 'Diagnostics copied' })
  } catch {
    toast.error({ zh: '浏览器不允许复制', en: 'The browser does not allow copying' })
  }
}

/** Says which authority is missing for what. */
export function NoPermission({
  title,
  required,
  action,
}: {
  title: Text
  required: readonly Authority[]
  action?: ReactNode
}) {
  const t = useText()
  return (
    <div className="state">
      <p>{t({ zh: '你没有查看「{title}」的权限', en: 'You can’t view {title}' }, { title: t(title) })}</p>
      <p className="state-hint">
        {t({ zh: '需要其中之一：', en: 'Any one of these is needed: ' })}
        {required.map(name => (
          <code key={name} title={t(authorities[name])}>
            {name}
          </code>
        ))}
      </p>
      <p className="state-hint">{t({ zh: '请联系管理员开通', en: 'Ask an administrator for it' })}</p>
      {action}
    </div>
  )
}
