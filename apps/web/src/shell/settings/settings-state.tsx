import type { Text } from '@aisle/contract'
import { Button, Modal } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useText } from '../../lib/i18n.ts'
import { Tag, type Tone } from '../../ui/bits.tsx'
import './settings.css'

/** Where a form of settings stands between what is kept and what was typed. */
export type SettingsPhase = 'unchanged' | 'changed' | 'saved'

const names: Record<SettingsPhase, { text: Text; tone: Tone }> = {
  unchanged: { text: { zh: '未修改', en: 'Unchanged' }, tone: 'neutral' },
  changed: { text: { zh: '已修改未保存', en: 'Not saved yet' }, tone: 'warning' },
  saved: { text: { zh: '已保存', en: 'Saved' }, tone: 'positive' },
}

/** The phase of a form: what was typed against what is kept, and whether it was saved here before. */
export function phaseOf(isChanged: boolean, wasSaved: boolean): SettingsPhase {
  return isChanged ? 'changed' : wasSaved ? 'saved' : 'unchanged'
}

export function PhaseTag({ phase }: { phase: SettingsPhase }) {
  const t = useText()
  return (
    <span role="status">
      <Tag tone={names[phase].tone}>{t(names[phase].text)}</Tag>
    </span>
  )
}

type BarProps = {
  phase: SettingsPhase
  isSaving: boolean
  onSave: () => void
  onDiscard: () => void
  /** Puts the built-in or inherited values into the form. */
  onRestore?: (() => void) | undefined
  isDisabled?: boolean
  children?: ReactNode
}

/** Restore, discard, save: only what the phase allows is shown. */
export function SettingsActions({
  phase,
  isSaving,
  onSave,
  onDiscard,
  onRestore,
  isDisabled = false,
  children,
}: BarProps) {
  const t = useText()
  return (
    <>
      {children}
      {onRestore && (
        <Button onClick={onRestore} disabled={isDisabled}>
          {t({ zh: '恢复默认', en: 'Restore defaults' })}
        </Button>
      )}
      {phase === 'changed' && <Button onClick={onDiscard}>{t({ zh: '放弃', en: 'Discard' })}</Button>}
      <Button type="primary" loading={isSaving} disabled={phase !== 'changed' || isDisabled} onClick={onSave}>
        {t({ zh: '保存', en: 'Save' })}
      </Button>
    </>
  )
}

/** Asks before the page is left with changes that are not saved; another filter of the same page is no leaving. */
export function LeaveGuard({ isChanged }: { isChanged: boolean }) {
  const t = useText()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isChanged && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isChanged) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isChanged])
  return (
    <Modal
      open={blocker.state === 'blocked'}
      title={t({ zh: '有修改尚未保存', en: 'There are changes that are not saved' })}
      okText={t({ zh: '放弃修改并离开', en: 'Leave without saving' })}
      cancelText={t({ zh: '留在此页', en: 'Stay here' })}
      okButtonProps={{ danger: true }}
      onOk={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      {t({ zh: '离开后，这些修改不会保留。', en: 'They are lost when you leave.' })}
    </Modal>
  )
}
