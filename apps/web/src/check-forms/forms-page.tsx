import { type CheckItem, type CheckKind, checkKinds } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Segmented } from 'antd'
import { FolderPlus, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { useName, useText } from '../lib/i18n.ts'
import { useFrame } from '../shell/chrome.tsx'
import { oneOf, useAddressFilter, words as wordsFilter } from '../shell/filters.ts'
import { PageBody } from '../shell/page.tsx'
import { Panel, stateOf } from '../ui/panel.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import { FormTree } from './form-tree.tsx'
import { ItemEditor } from './item-editor.tsx'
import { NewItemDialog, type NewThing } from './new-item-dialog.tsx'
import { formQueries } from './queries.ts'
import { RenameDialog } from './rename-dialog.tsx'
import { linesOf } from './tree-moves.ts'
import './check-forms.css'

const kindNames = {
  evaluation: { zh: '评估', en: 'Evaluation' },
  inspection: { zh: '巡检', en: 'Inspection' },
  daily: { zh: '日常记录', en: 'Daily records' },
} as const

/** What is looked at in the shops of the chain: the trees of evaluations and inspections, the types of daily records. */
export function FormsPage() {
  const t = useText()
  const name = useName()
  const { width } = useFrame()
  const [kind, setKind] = useAddressFilter<CheckKind>('kind', oneOf(checkKinds, 'evaluation'), ['item'])
  const [itemId, select] = useAddressFilter('item', wordsFilter)
  const [hasArchived, showArchived] = useState(false)
  const [making, make] = useState<NewThing>()
  const [isRenaming, rename] = useState(false)
  const query = useQuery(formQueries.form(kind, hasArchived))
  const form = query.data
  const state = stateOf(query, data => data.items.length === 0)
  const item: CheckItem | undefined = form && linesOf(form).find(line => line.itemId === itemId)
  const isPhone = width === 'phone'
  const editor = form && item && (
    <ItemEditor key={item.itemId} item={item} form={form} onGone={() => select('')} />
  )

  return (
    <PageBody
      className="check-forms"
      hint={
        form &&
        `${name(form.name, form.nameEn)} · ${t({ zh: '第 {n} 版', en: 'version {n}' }, { n: form.version })}`
      }
      actions={
        <>
          <Button icon={<Pencil size={14} />} disabled={!form} onClick={() => rename(true)}>
            {t({ zh: '表单名称', en: 'Name of the form' })}
          </Button>
          <Button
            type="primary"
            icon={kind === 'daily' ? <Plus size={14} /> : <FolderPlus size={14} />}
            disabled={!form}
            onClick={() => make({ kind, isGroup: kind !== 'daily', pitemId: null })}
          >
            {kind === 'daily'
              ? t({ zh: '添加类型', en: 'Add a type' })
              : t({ zh: '添加分组', en: 'Add a group' })}
          </Button>
        </>
      }
      filters={
        <>
          <Segmented<CheckKind>
            value={kind}
            options={checkKinds.map(value => ({ value, label: t(kindNames[value]) }))}
            onChange={setKind}
          />
          <Checkbox checked={hasArchived} onChange={event => showArchived(event.target.checked)}>
            {t({ zh: '显示已归档', en: 'Show archived' })}
          </Checkbox>
        </>
      }
    >
      <Panel
        id="p1"
        className="span-7"
        title={t({ zh: '检查项', en: 'Items' })}
        hint={
          form &&
          t(
            kind === 'evaluation'
              ? { zh: '{n} 项 · 共 {points} 分', en: '{n} items · {points} points' }
              : { zh: '{n} 项', en: '{n} items' },
            { n: form.itemCount, points: form.totalScore },
          )
        }
        state={state}
        isRefreshing={query.isFetching && form !== undefined}
      >
        {state === 'loading' && (
          <div className="panel-body">
            <Loading>
              <Bone height={360} />
            </Loading>
          </div>
        )}
        {state === 'error' && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {state === 'empty' && (
          <EmptyState text={t({ zh: '这张表还没有内容', en: 'There is nothing in this form yet' })} />
        )}
        {form && state === 'ready' && (
          <FormTree form={form} selectedId={itemId} onSelect={select} onAdd={make} />
        )}
      </Panel>
      {!isPhone && (
        <Panel
          id="p2"
          className="span-5"
          title={item ? name(item.itemName, item.itemNameEn) : t({ zh: '检查项设置', en: 'Item' })}
          state={item ? 'ready' : 'empty'}
        >
          {editor ?? (
            <EmptyState
              text={t({ zh: '选择左侧的一项来修改', en: 'Choose an item on the left to change it' })}
            />
          )}
        </Panel>
      )}
      {isPhone && item && (
        <Sheet title={name(item.itemName, item.itemNameEn)} onClose={() => select('')}>
          {editor}
        </Sheet>
      )}
      {making && <NewItemDialog thing={making} onMade={select} onClose={() => make(undefined)} />}
      {form && isRenaming && <RenameDialog form={form} onClose={() => rename(false)} />}
    </PageBody>
  )
}
