import { Modal, Switch } from 'antd'
import { useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { useStore } from '../lib/store.ts'
import { Kbd } from '../ui/bits.tsx'
import { activeHotkeys, type Hotkey, setSingleKeys, singleKeysStore } from '../ui/hotkeys.ts'
import './hotkey-sheet.css'

/** The keys that work on the page under it, by heading, and the switch that turns single keys off. */
export function HotkeySheet({ onClose }: { onClose: () => void }) {
  const t = useText()
  const isOn = useStore(singleKeysStore)
  // The page under the sheet stays as it is, so its keys are read once.
  const [groups] = useState(() => {
    const found = new Map<string, Hotkey[]>()
    for (const hotkey of activeHotkeys()) {
      if (!hotkey.text) continue
      const title = t(hotkey.group ?? { zh: '本页', en: 'This page' })
      found.set(title, [...(found.get(title) ?? []), hotkey])
    }
    return [...found]
  })
  return (
    <Modal
      open
      title={t({ zh: '快捷键', en: 'Keyboard shortcuts' })}
      footer={null}
      width={720}
      onCancel={onClose}
    >
      <div className="key-sheet">
        {groups.map(([title, hotkeys]) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {hotkeys.map(hotkey => (
                <div key={hotkey.keys.join(' ')}>
                  <dt>
                    {hotkey.keys.map(keys => (
                      <Kbd key={keys} keys={keys} />
                    ))}
                  </dt>
                  <dd>{hotkey.text && t(hotkey.text)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label className="key-switch" htmlFor="single-keys">
        <Switch id="single-keys" checked={isOn} onChange={setSingleKeys} />
        {t({
          zh: '启用单键快捷键（Esc 与带 Ctrl / ⌘ 的始终有效）',
          en: 'Single-key shortcuts (Esc and keys with Ctrl / ⌘ always work)',
        })}
      </label>
    </Modal>
  )
}
