import { Modal } from 'antd'
import { useState } from 'react'
import { useName, useText } from '../../lib/i18n.ts'
import { messageOf } from '../../lib/problem.ts'
import { toast } from '../../ui/toast.tsx'
import { markOf, outcomeOf } from './score-model.ts'
import { scoringText as words } from './text.ts'
import type { Scoring } from './use-scoring.ts'

type Unviewed = readonly { id: string; number: string; name: string; nameEn: string }[]
type Props = {
  scoring: Scoring
  unviewed: Unviewed
  onCamera: (id: string) => void
  onClose: () => void
}

/** Asks once before an evaluation is final: what nobody scored, what nobody looked at, with ways back to each. */
export function SubmitDialog({ scoring, unviewed, onCamera, onClose }: Props) {
  const t = useText()
  const name = useName()
  const [isSending, sending] = useState(false)
  const [fault, setFault] = useState<string>()
  const { items, sheet, tally } = scoring
  const states = items.map(item => ({ item, state: outcomeOf(item, markOf(sheet, item.itemId)).state }))
  const unscored = states.filter(({ state }) => state === 'unscored').map(({ item }) => item)
  const incomplete = states.filter(({ state }) => state === 'incomplete').map(({ item }) => item)
  const nothing = tally.score === null
  const isBlocked = nothing || incomplete.length > 0
  const jump = (itemId: string) => {
    scoring.choose(itemId)
    onClose()
  }
  async function send() {
    sending(true)
    try {
      await scoring.submit(unscored.length > 0)
      onClose()
    } catch (error) {
      const isText = typeof error === 'object' && error !== null && 'zh' in error && 'en' in error
      if (isText) toast.error(error)
      else setFault(messageOf(error))
      sending(false)
    }
  }
  const itemButtons = (list: typeof unscored) => (
    <ul className="submit-list">
      {list.map(item => (
        <li key={item.itemId}>
          <button type="button" className="link-button" onClick={() => jump(item.itemId)}>
            {name(item.itemName, item.itemNameEn)}
          </button>
        </li>
      ))}
    </ul>
  )
  return (
    <Modal
      open
      width={440}
      title={t(words.submitAsk)}
      okText={t(unscored.length > 0 ? words.submitAnyway : words.submit)}
      cancelText={t(words.back)}
      okButtonProps={{ disabled: isBlocked, autoFocus: true }}
      confirmLoading={isSending}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <div className="submit-ask">
        {fault && <p role="alert">{fault}</p>}
        {nothing && <p role="alert">{t(words.nothingScored)}</p>}
        {incomplete.length > 0 && (
          <section>
            <h3>{t(words.incompleteItems, { count: incomplete.length })}</h3>
            {itemButtons(incomplete)}
          </section>
        )}
        {unscored.length > 0 && (
          <section>
            <h3>{t(words.unscoredItems, { count: unscored.length })}</h3>
            {itemButtons(unscored)}
          </section>
        )}
        {unviewed.length > 0 && (
          <section>
            <h3>{t(words.unviewedCameras, { count: unviewed.length })}</h3>
            <ul className="submit-list">
              {unviewed.map(camera => (
                <li key={camera.id}>
                  <button
                    type="button"
                    className="link-button"
                    onClick={() => {
                      onCamera(camera.id)
                      onClose()
                    }}
                  >
                    {camera.number} {name(camera.name, camera.nameEn)}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
        {tally.left === 0 && unviewed.length === 0 && <p>{t(words.allDone)}</p>}
        <p className="score-hint">{t(words.submitFinal)}</p>
      </div>
    </Modal>
  )
}
