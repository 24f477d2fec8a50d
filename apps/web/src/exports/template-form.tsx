import type {
  ExportOrder,
  ExportTemplate,
  ExportTemplateBody,
  LayoutColumn,
  TemplateLayout,
  Text,
} from '@aisle/contract'
import { granularities, templateGrains } from '@aisle/contract'
import { Button, Checkbox, Input, Segmented, Select } from 'antd'
import { Copy, Save } from 'lucide-react'
import { useState } from 'react'
import { api } from '../lib/api.ts'
import { useText } from '../lib/i18n.ts'
import { isProblem } from '../lib/problem.ts'
import { useSession } from '../lib/session.ts'
import { Panel } from '../ui/panel.tsx'
import { toast } from '../ui/toast.tsx'
import { Field, FormatField, MoneyField, SubmitButton } from './export-form.tsx'
import { scheduleWords as scheduled, weekdays } from './schedule-text.ts'
import { ShopCodesField } from './shop-codes.tsx'
import { ColumnList, useColumnName } from './template-columns.tsx'
import { templateWords as words } from './template-text.ts'
import { words as common } from './text.ts'

/** What a new template begins with. */
export function firstTemplate(t: (text: Text) => string): ExportTemplateBody {
  const column = (kind: LayoutColumn['kind'], name: string): LayoutColumn => ({ kind, name, heading: '' })
  return {
    name: t(words.fresh),
    note: '',
    isShared: false,
    layout: {
      title: t(words.fresh),
      columns: [
        column('time', 'time'),
        column('groupId', 'shop'),
        column('group', 'shop'),
        column('metric', 'visits'),
      ],
      isPlain: false,
      granularity: 'day',
      format: 'xlsx',
      money: 'yuan',
      weekStart: 1,
      shopCodes: [],
      split: 'none',
      pattern: '{name}_{shop}{day}',
    },
  }
}

/** The layout of one template: its columns, what its rows are, its files, who sees it. */
export function TemplateForm({
  body,
  template,
  order,
  isChanged,
  onChange,
  onSaved,
  onCopy,
  onReload,
}: {
  body: ExportTemplateBody
  /** What is kept of it; undefined while it is new. */
  template: ExportTemplate | undefined
  order: ExportOrder | undefined
  isChanged: boolean
  onChange(body: ExportTemplateBody): void
  onSaved(template: ExportTemplate): Promise<void>
  onCopy(): void
  /** Shows what is kept now instead of what was changed here. */
  onReload(): void
}) {
  const t = useText()
  const { can } = useSession()
  const nameOf = useColumnName()
  const [isBusy, setBusy] = useState(false)
  const [isLate, setLate] = useState(false)
  const [areCodesWrong, setCodesWrong] = useState(false)
  const isFixed = template !== undefined && !template.mayEdit
  const { layout } = body
  const set = (change: Partial<ExportTemplateBody>) => onChange({ ...body, ...change })
  const lay = (change: Partial<TemplateLayout>) => set({ layout: { ...layout, ...change } })
  const hasMetric = layout.columns.some(({ kind }) => kind === 'metric')
  const missing = [
    ...(body.name.trim() === '' ? [t(words.name)] : []),
    ...(layout.title.trim() === '' ? [t(words.title)] : []),
    ...(hasMetric ? [] : [t(words.missingMetric)]),
    ...(areCodesWrong ? [t(words.codes)] : []),
  ]
  const isTimed = layout.columns.some(({ kind }) => kind === 'time')
  const groups = [
    ...new Set(
      layout.columns.flatMap(({ kind, name }) =>
        kind === 'metric' || kind === 'time' ? [] : [nameOf({ kind: 'group', name })],
      ),
    ),
    ...(isTimed ? [t(granularities[layout.granularity])] : []),
  ]

  async function save() {
    setBusy(true)
    try {
      const kept = template
        ? await api.exportTemplates.update({
            params: { templateId: template.id },
            body: { ...body, version: template.version },
          })
        : await api.exportTemplates.create({ body })
      await onSaved(kept)
    } catch (error) {
      if (isProblem(error) && error.reason === 'changed') setLate(true)
      else toast.error(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel
      id="p2"
      title={t(words.mapping)}
      state="ready"
      hint={
        isFixed ? t(words.foreign, { name: template.ownerName }) : isChanged ? t(words.unsaved) : undefined
      }
      actions={
        <>
          {isFixed ? (
            <Button icon={<Copy size={14} aria-hidden />} onClick={onCopy}>
              {t(words.saveCopy)}
            </Button>
          ) : (
            <Button
              icon={<Save size={14} aria-hidden />}
              loading={isBusy}
              disabled={!isChanged || areCodesWrong || order === undefined || body.name.trim() === ''}
              onClick={() => void save()}
            >
              {t(words.save)}
            </Button>
          )}
          <SubmitButton order={areCodesWrong ? undefined : order} />
        </>
      }
    >
      <div className="panel-body export-form">
        {isLate && (
          <div role="alert" className="template-missing">
            <p>{t(words.faster)}</p>
            <Button size="small" onClick={onCopy}>
              {t(words.keepMine)}
            </Button>{' '}
            <Button size="small" onClick={onReload}>
              {t(words.takeTheirs)}
            </Button>
          </div>
        )}
        {missing.length > 0 && (
          <p role="alert" className="template-missing">
            {t(words.missing, { what: missing.join(t({ zh: '、', en: ', ' })) })}
          </p>
        )}
        <div className="template-fields">
          <TextField
            label={t(words.name)}
            max={60}
            value={body.name}
            isFixed={isFixed}
            onChange={name => set({ name })}
          />
          <TextField
            label={t(words.note)}
            max={200}
            value={body.note}
            isFixed={isFixed}
            onChange={note => set({ note })}
          />
          <TextField
            label={t(words.title)}
            max={100}
            value={layout.title}
            isFixed={isFixed}
            onChange={title => lay({ title })}
          />
          <FormatField value={layout.format} isFixed={isFixed} onChange={format => lay({ format })} />
          <MoneyField value={layout.money} isFixed={isFixed} onChange={money => lay({ money })} />
          <Field label={t(words.split)}>
            <Segmented<TemplateLayout['split']>
              aria-label={t(words.split)}
              disabled={isFixed}
              value={layout.split}
              options={[
                { value: 'none', label: t(words.one) },
                { value: 'shop', label: t(words.perShop) },
                { value: 'day', label: t(words.perDay) },
              ]}
              onChange={split => lay({ split })}
            />
          </Field>
          {layout.split !== 'none' && (
            <Field label={t(common.pattern)}>
              <Input
                aria-label={t(common.pattern)}
                disabled={isFixed}
                value={layout.pattern}
                maxLength={100}
                onChange={({ target }) => lay({ pattern: target.value })}
              />
              <small>{t(common.patternNote)}</small>
            </Field>
          )}
          <Field label={t(scheduled.weekStart)}>
            <Select<number>
              aria-label={t(scheduled.weekStart)}
              disabled={isFixed}
              value={layout.weekStart}
              options={weekdays.map((day, index) => ({ value: index + 1, label: t(day) }))}
              onChange={weekStart => lay({ weekStart })}
            />
          </Field>
          {isTimed && (
            <Field label={t(common.granularity)}>
              <Select<TemplateLayout['granularity']>
                aria-label={t(common.granularity)}
                disabled={isFixed}
                value={layout.granularity}
                options={templateGrains.map(id => ({ value: id, label: t(granularities[id]) }))}
                onChange={granularity => lay({ granularity })}
              />
            </Field>
          )}
          <Checkbox
            disabled={isFixed}
            checked={layout.isPlain}
            onChange={({ target }) => lay({ isPlain: target.checked })}
          >
            {t(words.plain)}
          </Checkbox>
          {can('query.publish') && (
            <Checkbox
              // Somebody else's stays shared: it would be gone for whoever took it back.
              disabled={isFixed || template?.isMine === false}
              checked={body.isShared}
              onChange={({ target }) => set({ isShared: target.checked })}
            >
              {t(words.share)}
            </Checkbox>
          )}
        </div>
        <div className="template-fields">
          <Field label={t(words.columns)}>
            <ColumnList columns={layout.columns} isFixed={isFixed} onChange={columns => lay({ columns })} />
            <small>
              {hasMetric
                ? t(words.row, { what: groups.length > 0 ? groups.join(' × ') : t(words.total) })
                : t(words.needsMetric)}
            </small>
          </Field>
          {(layout.shopCodes.length > 0 || layout.columns.some(({ kind }) => kind === 'code')) && (
            <ShopCodesField
              codes={layout.shopCodes}
              isFixed={isFixed}
              onChange={shopCodes => {
                setCodesWrong(shopCodes === undefined)
                if (shopCodes) lay({ shopCodes })
              }}
            />
          )}
        </div>
      </div>
    </Panel>
  )
}

function TextField({
  label,
  value,
  max,
  isFixed,
  onChange,
}: {
  label: string
  value: string
  max: number
  isFixed: boolean
  onChange(value: string): void
}) {
  return (
    <Field label={label}>
      <Input
        aria-label={label}
        value={value}
        maxLength={max}
        disabled={isFixed}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}
