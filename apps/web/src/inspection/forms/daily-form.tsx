import { Button, Select } from 'antd'
import { useId } from 'react'
import { useName, useText } from '../../lib/i18n.ts'
import { panelAttributes } from '../../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { ConflictNote, SaveState } from '../scoring/save-state.tsx'
import { PictureField } from './picture-field.tsx'
import { RemarkField } from './remark-field.tsx'
import { formText as words } from './text.ts'
import type { DailyFormModel } from './use-daily.ts'

const longestNote = 1000

/** A daily record: what kind, what happened, pictures. */
export function DailyForm({ model }: { model: DailyFormModel }) {
  const t = useText()
  const name = useName()
  const id = useId()
  const { sheet } = model
  if (model.failure)
    return (
      <div {...panelAttributes('daily', 'error')}>
        <ErrorState error={model.failure} onRetry={model.retry} />
      </div>
    )
  if (!model.form.data || !model.isReady)
    return (
      <div {...panelAttributes('daily', 'loading')}>
        <Loading>
          <Bone height={160} />
        </Loading>
      </div>
    )
  if (model.types.length === 0)
    return (
      <div {...panelAttributes('daily', 'empty')}>
        <EmptyState text={t(words.noItems)} />
      </div>
    )
  const chosen = model.types.find(type => type.itemId === sheet.typeId)
  return (
    <section className="record-form" aria-label={t(words.daily)} {...panelAttributes('daily', 'ready')}>
      <ConflictNote keeping={model.keeping} resolve={model.resolve} />
      <div className="daily-fields">
        <label htmlFor={id}>{t(words.type)}</label>
        <Select
          id={id}
          value={sheet.typeId ?? null}
          onChange={typeId => model.edit({ typeId: typeId ?? undefined })}
          options={model.types.map(type => ({
            value: type.itemId,
            label: name(type.itemName, type.itemNameEn),
          }))}
        />
        <RemarkField
          value={sheet.content}
          most={longestNote}
          rows={3}
          label={t(words.content)}
          hint={t(words.contentHint)}
          phrases={chosen?.remarkPhrases ?? []}
          onChange={content => model.edit({ content })}
        />
        <PictureField
          ids={sheet.pictureIds}
          taken={model.taken}
          timeZone={model.shop.timeZone}
          onChange={pictureIds => model.edit({ pictureIds })}
          onCapture={model.capture && (() => void model.capture?.())}
        />
      </div>
      <footer className="record-form-foot">
        <SaveState keeping={model.keeping} timeZone={model.shop.timeZone} nothing={words.nothingWritten} />
        <Button
          type="primary"
          disabled={sheet.content.trim() === ''}
          loading={model.isSaving}
          onClick={() => void model.save()}
        >
          {t(words.saveDaily)}
        </Button>
      </footer>
    </section>
  )
}
