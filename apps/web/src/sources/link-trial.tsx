import type { IngestLink, LinkTrial } from '@aisle/contract'
import { Alert, Modal, Spin } from 'antd'
import { useText } from '../lib/i18n.ts'
import { faultName, linkWords as words } from './link-text.ts'

/** What came of reaching out once; while `trial` is not there yet, that it is under way. */
export function LinkTrialDialog({
  link,
  trial,
  onClose,
}: {
  link: IngestLink
  trial: LinkTrial | undefined
  onClose: () => void
}) {
  const t = useText()
  return (
    <Modal open title={link.name} footer={null} onCancel={onClose}>
      <div className="link-trial" role="status" aria-busy={!trial}>
        {!trial && (
          <div>
            <Spin size="small" /> {t(words.trying)}
          </div>
        )}
        {trial && !trial.isReached && (
          <Alert
            type="error"
            showIcon
            title={t(words.notReached)}
            description={trial.fault && t(faultName(trial.fault))}
          />
        )}
        {trial?.isReached && (
          <>
            <Alert
              type="success"
              showIcon
              title={t(words.reachedIt, { ms: trial.tookMs })}
              description={t(link.kind === 'mqtt' ? words.gotMessages : words.gotRows, { n: trial.count })}
            />
            {trial.sample !== '' && (
              <>
                <h3>{t(words.sample)}</h3>
                <pre>{trial.sample}</pre>
              </>
            )}
          </>
        )}
      </div>
    </Modal>
  )
}
