import { Button } from 'antd'
import { Download, FileText } from 'lucide-react'
import { useState } from 'react'
import { chinese, useLanguage, useName, useText } from '../../lib/i18n.ts'
import { panelAttributes } from '../../ui/panel.tsx'
import { toast } from '../../ui/toast.tsx'
import { savePictures } from '../capture/save-files.ts'
import type { Scoring } from '../scoring/use-scoring.ts'
import { checklistText as words } from './text.ts'
import type { Checklist } from './use-checklist.ts'
import '../capture/capture.css'

/** 取证图片: the pictures of this sheet with the item each belongs to. */
export function EvidenceStrip({ scoring, checklist }: { scoring: Scoring; checklist: Checklist }) {
  const t = useText()
  const name = useName()
  const language = useLanguage()
  const { evidence, lastId } = checklist
  const [isSaving, saving] = useState(false)
  async function download() {
    saving(true)
    try {
      const { shopname, shopnameEn } = scoring.shop
      await savePictures(
        evidence.map(({ item, pictureId }) => ({
          name: `${name(item.itemName, item.itemNameEn).replace(/[\\/:*?"<>|]/g, '_')}.jpg`,
          url: `/api/pictures/${pictureId}/content`,
          at: new Date(),
        })),
        `${name(shopname, shopnameEn)}_${t(words.evidence)}.zip`,
      )
    } catch (error) {
      toast.error(error)
    } finally {
      saving(false)
    }
  }
  return (
    <section className="strip" {...panelAttributes('p5', evidence.length === 0 ? 'empty' : 'ready')}>
      <header className="strip-header">
        <h2>{t(words.evidence)}</h2>
        <span className="tool-hint">{evidence.length}</span>
        <span className="toolbar-gap" />
        {evidence.length > 0 && (
          <Button
            size="small"
            icon={<Download size={14} />}
            loading={isSaving}
            onClick={() => void download()}
          >
            {t(words.downloadZip)}
          </Button>
        )}
        {lastId !== undefined && (
          <Button
            size="small"
            icon={<FileText size={14} />}
            href={`/api/pictures/evaluations/${lastId}/report.pdf?language=${language === chinese ? 'zh' : 'en'}`}
            target="_blank"
            rel="noreferrer"
          >
            {t(words.lastReport)}
          </Button>
        )}
      </header>
      {evidence.length === 0 && <p className="strip-empty">{t(words.noEvidence)}</p>}
      <ul className="strip-row">
        {evidence.map(({ item, pictureId }) => (
          <li key={`${item.itemId}-${pictureId}`} className="picture-tile">
            <button
              type="button"
              aria-label={name(item.itemName, item.itemNameEn)}
              onClick={() => scoring.choose(item.itemId)}
            >
              <img src={`/api/pictures/${pictureId}/thumbnail`} alt="" loading="lazy" />
              <span className="tile-corner ellipsis">{name(item.itemName, item.itemNameEn)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
