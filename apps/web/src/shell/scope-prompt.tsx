import { useText } from '../lib/i18n.ts'
import { panelAttributes } from '../ui/panel.tsx'
import { useFrame } from './chrome.tsx'
import type { Page } from './registry.ts'
import { ScopePanel } from './scope-panel.tsx'

/** A page that needs one shop, while none is chosen: the picker in its place. */
export function ScopePrompt({ page, isUnknown }: { page: Page; isUnknown: boolean }) {
  const t = useText()
  const { width } = useFrame()
  return (
    <div className="page">
      <div className="page-title-row">
        <h1>{t(page.title)}</h1>
      </div>
      <p style={{ color: 'var(--text-2)' }}>
        {isUnknown
          ? t({
              zh: '地址里的门店不存在，或不在你的权限范围内。请另选一家。',
              en: 'The shop in this address does not exist or is outside your scope. Choose another one.',
            })
          : t({ zh: '选择一家门店后打开', en: 'Choose a shop to open this page' })}
      </p>
      <div className="panel scope-prompt" {...panelAttributes('scope', 'ready')}>
        <ScopePanel isNarrow={width === 'phone'} onDone={() => {}} />
      </div>
    </div>
  )
}
