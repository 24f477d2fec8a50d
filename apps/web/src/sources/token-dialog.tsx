import type { IngestSource } from '@aisle/contract'
import { Alert, Button, Input, Modal, Space } from 'antd'
import { Copy } from 'lucide-react'
import { useId } from 'react'
import { useText } from '../lib/i18n.ts'
import { toast } from '../ui/toast.tsx'
import { addressOf, words } from './text.ts'

/** A token, the one time that it is shown, and where to send to with it. */
export function TokenDialog({
  source,
  onClose,
}: {
  source: IngestSource & { token: string }
  onClose: () => void
}) {
  const t = useText()
  const id = useId()
  const address = addressOf(source.kind, source.token)
  return (
    <Modal
      open
      title={source.name}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {t(words.done)}
        </Button>
      }
    >
      <Alert type="warning" showIcon title={t(words.tokenOnce)} />
      <div className="source-token">
        <label htmlFor={`${id}-token`}>{t(words.token)}</label>
        <Copied id={`${id}-token`} value={source.token} />
        {address && (
          <>
            <label htmlFor={`${id}-address`}>{t(words.address)}</label>
            <Copied id={`${id}-address`} value={address} />
            <p className="source-hint">{t(words.addressHint)}</p>
          </>
        )}
      </div>
    </Modal>
  )
}

function Copied({ id, value }: { id: string; value: string }) {
  const t = useText()
  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      toast.success(words.copied)
    } catch {
      toast.error({ zh: '浏览器不允许复制', en: 'The browser does not allow copying' })
    }
  }
  return (
    <Space.Compact block>
      <Input id={id} readOnly value={value} onFocus={event => event.target.select()} />
      <Button icon={<Copy size={14} />} onClick={() => void copy()}>
        {t(words.copy)}
      </Button>
    </Space.Compact>
  )
}
