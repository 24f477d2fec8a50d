import { type ExportTemplate, type ExportTemplateBody, templateOrder } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Copy, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../lib/api.ts'
import { useText } from '../lib/i18n.ts'
import { queryClient } from '../lib/queries.ts'
import { PeriodPicker } from '../shell/date-picker/period-picker.tsx'
import { PageBody } from '../shell/page.tsx'
import { Tag } from '../ui/bits.tsx'
import { Panel, stateOf } from '../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { JobList } from './job-list.tsx'
import { Preview } from './preview.tsx'
import { exportQueries } from './queries.ts'
import { SchedulePanel } from './schedule-panel.tsx'
import { firstTemplate, TemplateForm } from './template-form.tsx'
import { templateWords as words } from './template-text.ts'
import { usePlace } from './use-place.ts'
import './exports.css'

const inAddress = 'template'
const changed = () => queryClient.invalidateQueries({ queryKey: ['exports', 'templates'] })

/** Files that follow a template that is kept: its columns in its order under its headings, of the places and days chosen. */
export function TemplatePage() {
  const t = useText()
  const place = usePlace()
  const templates = useQuery(exportQueries.templates())
  const [search, setSearch] = useSearchParams()
  const [fresh, begin] = useState<ExportTemplateBody>()
  const asked = search.get(inAddress)
  const chosen = fresh ? undefined : (templates.data?.find(({ id }) => id === asked) ?? templates.data?.[0])

  function choose(id: string) {
    begin(undefined)
    const next = new URLSearchParams(search)
    next.set(inAddress, id)
    setSearch(next, { replace: true })
  }
  async function saved(template: ExportTemplate) {
    await changed()
    choose(template.id)
    toast.success(words.saved, { name: template.name })
  }
  async function remove({ id, name }: ExportTemplate) {
    const params = { templateId: id }
    try {
      await api.exportTemplates.remove({ params })
      await changed()
      toast.undo(words.removed, () => void restore(params), { name })
    } catch (error) {
      toast.error(error)
    }
  }
  async function restore(params: { templateId: string }) {
    try {
      const { id } = await api.exportTemplates.restore({ params })
      await changed()
      choose(id)
    } catch (error) {
      toast.error(error)
    }
  }
  const copyOf = ({ name, note, layout }: ExportTemplate) =>
    begin({ name: t(words.copyOf, { name }).slice(0, 60), note, isShared: false, layout })

  const state = stateOf(templates, data => data.length === 0)
  return (
    <PageBody hint={place.placeName} filters={<PeriodPicker period={place.period} />} className="export-page">
      <Panel
        id="p1"
        title={t(words.templates)}
        hint={t(words.templatesNote)}
        state={state}
        actions={
          <Button size="small" icon={<Plus size={14} aria-hidden />} onClick={() => begin(firstTemplate(t))}>
            {t(words.create)}
          </Button>
        }
      >
        {state === 'loading' && (
          <div className="panel-body">
            <Loading>
              <Bone height={96} />
            </Loading>
          </div>
        )}
        {state === 'error' && <ErrorState error={templates.error} onRetry={() => void templates.refetch()} />}
        {state === 'empty' && <EmptyState text={t(words.none)} />}
        {state === 'ready' && (
          <ul className="panel-body template-cards">
            {templates.data?.map(template => (
              <li key={template.id} data-chosen={template.id === chosen?.id || undefined}>
                <button
                  type="button"
                  className="template-card"
                  aria-pressed={template.id === chosen?.id}
                  onClick={() => choose(template.id)}
                >
                  <strong>{template.name}</strong>
                  <span className="template-note">{template.note}</span>
                </button>
                <footer>
                  <span className="template-about">
                    {t(words.columnCount, { count: template.layout.columns.length })} ·{' '}
                    {template.isMine ? t(words.mine) : template.ownerName}
                  </span>
                  {template.isShared && <Tag>{t(words.shared)}</Tag>}
                  <Button
                    size="small"
                    type="text"
                    aria-label={t(words.copy, { name: template.name })}
                    title={t(words.copy, { name: template.name })}
                    icon={<Copy size={14} aria-hidden />}
                    onClick={() => copyOf(template)}
                  />
                  {template.mayEdit && (
                    <Button
                      size="small"
                      type="text"
                      aria-label={t(words.remove, { name: template.name })}
                      title={t(words.remove, { name: template.name })}
                      icon={<Trash2 size={14} aria-hidden />}
                      onClick={() => void remove(template)}
                    />
                  )}
                </footer>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      {(fresh ?? chosen) && (
        <Edited
          key={fresh ? `new ${fresh.name}` : `${chosen?.id} ${chosen?.version}`}
          initial={fresh ?? bodyOf(chosen)}
          template={chosen}
          asked={place.asked}
          onSaved={saved}
          onCopy={body => begin({ ...body, name: t(words.copyOf, { name: body.name }).slice(0, 60) })}
        />
      )}
      <SchedulePanel
        templates={templates.data ?? []}
        chosen={chosen?.id}
        filters={place.asked.filters}
        placeName={place.placeName}
      />
      <JobList id="p4" kind="template" />
    </PageBody>
  )
}

function bodyOf(template: ExportTemplate | undefined): ExportTemplateBody | undefined {
  return (
    template && {
      name: template.name,
      note: template.note,
      isShared: template.isShared,
      layout: template.layout,
    }
  )
}

/** One template while it is changed, and what a file of it would hold; it can be exported before it is saved. */
function Edited({
  initial,
  template,
  asked,
  onSaved,
  onCopy,
}: {
  initial: ExportTemplateBody | undefined
  template: ExportTemplate | undefined
  asked: ReturnType<typeof usePlace>['asked']
  onSaved(template: ExportTemplate): Promise<void>
  onCopy(body: ExportTemplateBody): void
}) {
  const [kept] = useState(initial)
  const [body, change] = useState(kept)
  if (!body) return null
  const isWhole = body.layout.columns.some(({ kind }) => kind === 'metric') && body.layout.title.trim() !== ''
  const order = isWhole ? templateOrder(body.layout, asked) : undefined
  return (
    <>
      <TemplateForm
        body={body}
        template={template}
        order={order}
        isChanged={!template || body !== kept}
        onChange={change}
        onSaved={onSaved}
        onCopy={() => onCopy(body)}
        onReload={() => void changed()}
      />
      <Preview
        id="p3"
        question={order?.sheets[0]?.question}
        columns={body.layout.columns}
        money={body.layout.money}
        shopCodes={body.layout.shopCodes}
      />
    </>
  )
}
