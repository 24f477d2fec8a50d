import { type FactKind, factKindNames, importFileBytes, type UploadedImport } from '@aisle/contract'
import { useMutation } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { Upload } from 'lucide-react'
import { useId, useState } from 'react'
import { api } from '../lib/api.ts'
import { useText } from '../lib/i18n.ts'
import { toast } from '../ui/toast.tsx'
import { ingestChanged } from './queries.ts'
import { kindName, words } from './text.ts'

/** Chooses what a file holds and sends it; nothing is read in by that. */
export function ImportUpload({ onUploaded }: { onUploaded: (file: UploadedImport) => void }) {
  const t = useText()
  const id = useId()
  const [kind, setKind] = useState<FactKind>('counts')
  const [file, setFile] = useState<File>()
  const { mutate, isPending } = useMutation({
    async mutationFn(chosen: File) {
      const form = new FormData()
      form.append('kind', kind)
      form.append('file', chosen, chosen.name)
      return api.imports.upload({ body: form })
    },
    async onSuccess(uploaded) {
      onUploaded(uploaded)
      await ingestChanged()
    },
    onError: error => toast.error(error),
  })
  return (
    <form
      className="import-form"
      onSubmit={event => {
        event.preventDefault()
        if (file && !isPending) mutate(file)
      }}
    >
      <div>
        <label htmlFor={`${id}-kind`}>{t(words.kind)}</label>
        <Select<FactKind>
          id={`${id}-kind`}
          style={{ width: 200 }}
          value={kind}
          options={factKindNames.map(value => ({ value, label: t(kindName(value)) }))}
          onChange={setKind}
        />
      </div>
      <div>
        <label htmlFor={`${id}-file`}>{t(words.chooseFile)}</label>
        <input
          id={`${id}-file`}
          type="file"
          accept=".csv,.txt,.tsv,.xlsx,.ndjson,.jsonl,.json"
          onChange={event => {
            const chosen = event.target.files?.[0]
            if (chosen && chosen.size > importFileBytes) toast.error(words.fileHint)
            else setFile(chosen)
          }}
        />
      </div>
      <Button
        type="primary"
        htmlType="submit"
        icon={<Upload size={14} />}
        disabled={!file}
        loading={isPending}
      >
        {t(words.upload)}
      </Button>
    </form>
  )
}
