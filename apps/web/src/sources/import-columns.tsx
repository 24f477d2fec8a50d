import type { FactImport, UploadedImport } from '@aisle/contract'
import { useMutation } from '@tanstack/react-query'
import { AutoComplete, Button, Input, Table } from 'antd'
import { useId, useState } from 'react'
import { api } from '../lib/api.ts'
import { useText } from '../lib/i18n.ts'
import { toast } from '../ui/toast.tsx'
import { ingestChanged } from './queries.ts'
import { importStates, kindName, words } from './text.ts'

/** Where each field of an uploaded file stands; then it is tried, and read in. */
export function ImportColumns({
  file,
  run,
  onClose,
}: {
  file: UploadedImport
  /** How far it is by now. */
  run: FactImport | undefined
  onClose: () => void
}) {
  const t = useText()
  const id = useId()
  const [mapping, setMapping] = useState<Readonly<Record<string, string>>>(file.mapping)
  const [timeZone, setZone] = useState(file.timeZone)
  const { mutate, isPending } = useMutation({
    mutationFn: (isDryRun: boolean) => {
      const given = Object.fromEntries(Object.entries(mapping).filter(([, column]) => column !== ''))
      return api.imports.run({ params: { importId: file.id }, body: { mapping: given, timeZone, isDryRun } })
    },
    onSuccess: () => ingestChanged(),
    onError: error => toast.error(error),
  })
  const isTable = file.columns.length > 0
  const isRunning = run?.state === 'waiting' || run?.state === 'running'
  const missing = isTable ? file.fields.filter(field => field.isRequired && !mapping[field.name]) : []
  const options = file.columns.map(value => ({ value }))
  return (
    <>
      <p className="import-actions">
        <strong>{file.fileName}</strong> · {t(kindName(file.kind))}
        {run && (
          <span className="source-hint">
            {t(importStates[run.state])}
            {run.state === 'done' &&
              ` · ${t(run.isDryRun ? words.wouldBeNew : words.accepted)} ${run.accepted} · ${t(words.duplicates)} ${run.duplicates} · ${t(words.rejected)} ${run.rejectedCount}`}
          </span>
        )}
      </p>
      {isTable && (
        <>
          <div className="import-sample">
            <Table
              size="small"
              pagination={false}
              rowKey={row => row.key}
              title={() => t(words.sample)}
              dataSource={file.sample.map((cells, index) => ({ key: String(index), cells }))}
              columns={file.columns.map((title, index) => ({
                title,
                key: String(index),
                ellipsis: true,
                width: 140,
                render: (_, row) => row.cells[index],
              }))}
              scroll={{ x: file.columns.length * 140 }}
            />
          </div>
          <fieldset className="import-columns" aria-label={t(words.columns)}>
            {file.fields.map(field => (
              <div key={field.name} className="import-column">
                <label htmlFor={`${id}-${field.name}`} title={field.name}>
                  {field.name}
                  {field.isRequired && ' *'}
                </label>
                <AutoComplete
                  id={`${id}-${field.name}`}
                  allowClear
                  status={field.isRequired && !mapping[field.name] ? 'error' : ''}
                  placeholder={t(words.notMapped)}
                  value={mapping[field.name] ?? ''}
                  options={options}
                  onChange={(column: string | undefined) =>
                    setMapping({ ...mapping, [field.name]: column ?? '' })
                  }
                />
              </div>
            ))}
            <div className="import-column">
              <label htmlFor={`${id}-zone`}>{t(words.timeZone)}</label>
              <Input id={`${id}-zone`} value={timeZone} onChange={event => setZone(event.target.value)} />
            </div>
          </fieldset>
          <p className="import-actions source-hint">{t(words.constantHint)}</p>
        </>
      )}
      <div className="import-actions">
        <Button disabled={isRunning || missing.length > 0} loading={isPending} onClick={() => mutate(true)}>
          {t(words.dryRun)}
        </Button>
        <Button
          type="primary"
          disabled={isRunning || missing.length > 0}
          loading={isPending}
          onClick={() => mutate(false)}
        >
          {t(words.runImport)}
        </Button>
        <Button onClick={onClose}>{t(words.close)}</Button>
      </div>
    </>
  )
}
