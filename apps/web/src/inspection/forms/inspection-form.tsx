import type { CheckItem, CheckItemNode } from '@aisle/contract'
import { Button } from 'antd'
import { useName, useText } from '../../lib/i18n.ts'
import { panelAttributes } from '../../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { ConflictNote, SaveState } from '../scoring/save-state.tsx'
import type { Finding } from './inspection-model.ts'
import { PictureField } from './picture-field.tsx'
import { RaiseFields } from './raise-fields.tsx'
import { RemarkField } from './remark-field.tsx'
import { formText as words } from './text.ts'
import type { InspectionFormModel } from './use-inspection.ts'

const results = ['normal', 'abnormal', 'na'] as const
const looks = { normal: 'pass', abnormal: 'deduct', na: 'na' } as const

/** The items of an inspection with what was found at each. */
export function InspectionForm({ model }: { model: InspectionFormModel }) {
  const t = useText()
  const { counts } = model
  if (model.failure)
    return (
      <div {...panelAttributes('inspection', 'error')}>
        <ErrorState error={model.failure} onRetry={model.retry} />
      </div>
    )
  if (!model.form.data || !model.isReady)
    return (
      <div {...panelAttributes('inspection', 'loading')}>
        <Loading>
          <Bone height={200} />
        </Loading>
      </div>
    )
  if (model.items.length === 0)
    return (
      <div {...panelAttributes('inspection', 'empty')}>
        <EmptyState text={t(words.noItems)} />
      </div>
    )
  return (
    <section
      className="record-form"
      aria-label={t(words.inspection)}
      {...panelAttributes('inspection', 'ready')}
    >
      <header className="record-form-head">
        <span>{t(words.checked, { done: counts.done, all: counts.all })}</span>
        <span className="count-deduct">{t(words.abnormalCount, { count: counts.abnormal })}</span>
        <button
          type="button"
          className="link-button"
          disabled={counts.done === counts.all}
          onClick={model.restNormal}
        >
          {t(words.restNormal)}
        </button>
      </header>
      <ConflictNote keeping={model.keeping} resolve={model.resolve} />
      {model.form.data.items.map(group => (
        <ItemGroup key={group.itemId} model={model} group={group} />
      ))}
      <footer className="record-form-foot">
        <SaveState keeping={model.keeping} timeZone={model.shop.timeZone} nothing={words.nothingWritten} />
        <Button
          type="primary"
          disabled={counts.done === 0}
          loading={model.isSaving}
          onClick={() => void model.save()}
        >
          {t(words.saveInspection)}
        </Button>
      </footer>
    </section>
  )
}

function ItemGroup({ model, group }: { model: InspectionFormModel; group: CheckItemNode }) {
  const name = useName()
  const items = group.isGroup ? group.children : [group]
  return (
    <section>
      {group.isGroup && <h3 className="record-group">{name(group.itemName, group.itemNameEn)}</h3>}
      <ul>
        {items.map(item => (
          <li key={item.itemId}>
            <ItemRow model={model} item={item} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ItemRow({ model, item }: { model: InspectionFormModel; item: CheckItem }) {
  const t = useText()
  const name = useName()
  const finding = model.sheet.findings[item.itemId]
  const isOpen = model.openId === item.itemId && finding !== undefined
  const label = name(item.itemName, item.itemNameEn)
  return (
    <div className="score-row" data-current={isOpen || undefined}>
      <div className="score-line">
        <button
          type="button"
          className="score-name"
          aria-expanded={isOpen}
          disabled={!finding}
          onClick={() => model.open(isOpen ? undefined : item.itemId)}
        >
          {label}
        </button>
        <fieldset className="verdict" aria-label={label}>
          {results.map(each => (
            <button
              key={each}
              type="button"
              className={`verdict-${looks[each]}`}
              aria-pressed={finding?.result === each}
              onClick={() => model.judge(item, each)}
            >
              {t(words[each])}
            </button>
          ))}
        </fieldset>
      </div>
      {isOpen && <Details model={model} item={item} finding={finding} />}
    </div>
  )
}

function Details({
  model,
  item,
  finding,
}: {
  model: InspectionFormModel
  item: CheckItem
  finding: Finding
}) {
  const edit = (changes: Partial<Finding>) => model.edit(item.itemId, { ...finding, ...changes })
  return (
    <div className="score-open-row">
      <RemarkField
        value={finding.remark}
        phrases={item.remarkPhrases}
        onChange={remark => edit({ remark })}
      />
      <PictureField
        ids={finding.pictureIds}
        taken={model.taken}
        timeZone={model.shop.timeZone}
        onChange={pictureIds => edit({ pictureIds })}
        onCapture={model.mayCapture ? () => void model.captureFor(item.itemId) : undefined}
      />
      {finding.result === 'abnormal' && (
        <RaiseFields
          raise={finding.raise}
          owners={model.owners}
          timeZone={model.shop.timeZone}
          onChange={raise => edit({ raise })}
        />
      )}
    </div>
  )
}
