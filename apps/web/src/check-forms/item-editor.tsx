import type { CheckForm, CheckItem } from '@aisle/contract'
import { useMutation } from '@tanstack/react-query'
import { Button, Input, InputNumber, Segmented, Select, Tabs } from 'antd'
import { Archive, Save } from 'lucide-react'
import { useId, useState } from 'react'
import { api } from '../lib/api.ts'
import { useText } from '../lib/i18n.ts'
import { toast } from '../ui/toast.tsx'
import { fieldNames, groupNames, scoringNames } from './item-changes.ts'
import { ItemPlaceField } from './item-place-field.tsx'
import { ItemVersions } from './item-versions.tsx'
import { refreshForms, useTreeEdits } from './queries.ts'
import { StandardPicture } from './standard-picture.tsx'

type Edited = Pick<
  CheckItem,
  | 'itemName'
  | 'itemNameEn'
  | 'itemScore'
  | 'scoring'
  | 'deductions'
  | 'cameraGroup'
  | 'presetName'
  | 'itemDuration'
  | 'remarkPhrases'
>
const severities = ['minor', 'medium', 'severe'] as const
const severityNames = {
  minor: { zh: '轻微', en: 'Minor' },
  medium: { zh: '一般', en: 'Medium' },
  severe: { zh: '严重', en: 'Severe' },
} as const

type Props = { item: CheckItem; form: CheckForm; onGone: () => void }

/** One item or group: its fields, its standard picture, where it is seen in the shop of the page, how it was edited. */
export function ItemEditor({ item, form, onGone }: Props) {
  const t = useText()
  return (
    <Tabs
      className="item-editor"
      items={[
        {
          key: 'fields',
          label: t({ zh: '设置', en: 'Settings' }),
          children: <Fields item={item} onGone={onGone} />,
        },
        ...(item.isGroup || item.kind === 'daily' || item.archived
          ? []
          : [
              {
                key: 'picture',
                label: t({ zh: '标准图与位置', en: 'Standard and place' }),
                children: (
                  <>
                    <StandardPicture item={item} />
                    <ItemPlaceField item={item} />
                  </>
                ),
              },
            ]),
        {
          key: 'versions',
          label: t({ zh: '修改记录', en: 'History' }),
          children: <ItemVersions item={item} form={form} />,
        },
      ]}
    />
  )
}

function Fields({ item, onGone }: Pick<Props, 'item' | 'onGone'>) {
  const t = useText()
  const id = useId()
  const { archive, restore } = useTreeEdits()
  const [changes, change] = useState<Partial<Edited>>({})
  const edited: Edited = { ...item, ...changes }
  const isScored = item.kind === 'evaluation' && !item.isGroup
  const isLooked = item.kind !== 'daily' && !item.isGroup
  const isDirty = Object.keys(changes).length > 0
  const wrong = problemOf(edited, isScored)
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.checkItems.update({
        params: { itemId: item.itemId },
        body: { ...fieldsOf(changes, edited), version: item.version },
      }),
    onSuccess: () => {
      change({})
      toast.success({ zh: '已保存「{name}」', en: 'Saved “{name}”' }, { name: edited.itemName })
    },
    onError: error => toast.error(error),
    onSettled: refreshForms,
  })
  const set = (more: Partial<Edited>) => change(before => ({ ...before, ...more }))
  const field = (name: keyof typeof fieldNames) => ({
    label: <label htmlFor={`${id}-${name}`}>{t(fieldNames[name])}</label>,
    id: `${id}-${name}`,
  })
  const fieldOf = {
    itemName: field('itemName'),
    itemNameEn: field('itemNameEn'),
    itemScore: field('itemScore'),
    cameraGroup: field('cameraGroup'),
    presetName: field('presetName'),
    itemDuration: field('itemDuration'),
    remarkPhrases: field('remarkPhrases'),
  }

  if (item.archived)
    return (
      <div className="item-fields">
        <p>
          {t({
            zh: '这一项已归档，不再出现在表单里；以前的记录不变。恢复后才能修改。',
            en: 'This is archived and in no form any more; records made with it stay. Restore it to change it.',
          })}
        </p>
        <div className="item-actions">
          <Button type="primary" loading={restore.isPending} onClick={() => restore.mutate(item)}>
            {t({ zh: '恢复', en: 'Restore' })}
          </Button>
        </div>
      </div>
    )
  return (
    <form
      className="item-fields"
      onSubmit={event => {
        event.preventDefault()
        if (isDirty && !wrong && !isPending) mutate()
      }}
    >
      {fieldOf.itemName.label}
      <Input
        id={fieldOf.itemName.id}
        maxLength={60}
        value={edited.itemName}
        onChange={event => set({ itemName: event.target.value })}
      />
      {fieldOf.itemNameEn.label}
      <Input
        id={fieldOf.itemNameEn.id}
        maxLength={120}
        value={edited.itemNameEn}
        onChange={event => set({ itemNameEn: event.target.value })}
      />
      {isScored && (
        <>
          {fieldOf.itemScore.label}
          <InputNumber
            id={fieldOf.itemScore.id}
            min={0.01}
            max={1000}
            precision={2}
            value={edited.itemScore}
            onChange={value => set({ itemScore: value ?? 0 })}
          />
          <span className="item-label">{t(fieldNames.scoring)}</span>
          <Segmented<CheckItem['scoring']>
            value={edited.scoring}
            options={(['full', 'partial'] as const).map(value => ({
              value,
              label: t(scoringNames[value]),
            }))}
            onChange={scoring =>
              set({
                scoring,
                deductions: scoring === 'full' ? null : (edited.deductions ?? usual(edited.itemScore)),
              })
            }
          />
          {edited.scoring === 'partial' && (
            <>
              <span className="item-label">{t(fieldNames.deductions)}</span>
              <span className="item-severities">
                {severities.map(severity => (
                  <label key={severity} htmlFor={`${id}-${severity}`}>
                    {t(severityNames[severity])}
                    <InputNumber
                      id={`${id}-${severity}`}
                      size="small"
                      min={0.01}
                      max={edited.itemScore}
                      precision={2}
                      value={edited.deductions?.[severity] ?? null}
                      onChange={value =>
                        set({
                          deductions: {
                            ...(edited.deductions ?? usual(edited.itemScore)),
                            [severity]: value ?? 0,
                          },
                        })
                      }
                    />
                  </label>
                ))}
              </span>
            </>
          )}
        </>
      )}
      {isLooked && (
        <>
          {fieldOf.cameraGroup.label}
          <Select
            id={fieldOf.cameraGroup.id}
            allowClear
            value={edited.cameraGroup}
            placeholder={t({ zh: '不限', en: 'Anywhere' })}
            options={(['entrance', 'checkout', 'floor', 'back'] as const).map(value => ({
              value,
              label: t(groupNames[value]),
            }))}
            onChange={value => set({ cameraGroup: value ?? null })}
          />
          {fieldOf.presetName.label}
          <Input
            id={fieldOf.presetName.id}
            maxLength={40}
            value={edited.presetName}
            placeholder={t({ zh: '与摄像头预置位同名', en: 'As the preset of the camera is called' })}
            onChange={event => set({ presetName: event.target.value })}
          />
          {fieldOf.itemDuration.label}
          <InputNumber
            id={fieldOf.itemDuration.id}
            min={0}
            max={3600}
            precision={0}
            value={edited.itemDuration}
            onChange={value => set({ itemDuration: value ?? 0 })}
          />
          {fieldOf.remarkPhrases.label}
          <Select
            id={fieldOf.remarkPhrases.id}
            mode="tags"
            open={false}
            suffixIcon={null}
            maxCount={12}
            value={edited.remarkPhrases}
            placeholder={t({ zh: '输入后回车，最多 12 条', en: 'Type and press Enter, 12 at most' })}
            tokenSeparators={['；', ';']}
            onChange={(remarkPhrases: string[]) => set({ remarkPhrases })}
          />
        </>
      )}
      <div className="item-actions">
        {wrong && isDirty && <span className="item-wrong">{t(wrong)}</span>}
        <Button
          danger
          type="text"
          icon={<Archive size={14} />}
          loading={archive.isPending}
          onClick={() => archive.mutate(item, { onSuccess: onGone })}
        >
          {t({ zh: '归档', en: 'Archive' })}
        </Button>
        {isDirty && <Button onClick={() => change({})}>{t({ zh: '放弃', en: 'Discard' })}</Button>}
        <Button
          type="primary"
          htmlType="submit"
          icon={<Save size={14} />}
          disabled={!isDirty || wrong !== undefined}
          loading={isPending}
        >
          {t({ zh: '保存', en: 'Save' })}
        </Button>
      </div>
    </form>
  )
}

/** What a severity costs until somebody says otherwise: a fifth, two fifths, four fifths of the points. */
function usual(score: number): { minor: number; medium: number; severe: number } {
  const share = (fifths: number) => Math.max(0.01, Math.round(score * fifths * 20) / 100)
  return { minor: share(1), medium: share(2), severe: share(4) }
}

/** The fields that were changed; deductions go along with a changed score, which they must not exceed. */
function fieldsOf(changes: Partial<Edited>, edited: Edited): Partial<Edited> {
  return 'itemScore' in changes && edited.deductions
    ? { ...changes, scoring: edited.scoring, deductions: edited.deductions }
    : changes
}

function problemOf(edited: Edited, isScored: boolean) {
  if (edited.itemName.trim() === '') return { zh: '请填写名称', en: 'Give it a name' }
  if (!isScored) return undefined
  if (edited.itemScore <= 0) return { zh: '分值要大于 0', en: 'It must be worth more than nothing' }
  const costs = edited.scoring === 'partial' && edited.deductions ? Object.values(edited.deductions) : []
  if (costs.some(cost => cost <= 0 || cost > edited.itemScore))
    return {
      zh: '每档扣分要大于 0，且不超过分值',
      en: 'Each deduction costs more than nothing and at most the points',
    }
  return undefined
}
