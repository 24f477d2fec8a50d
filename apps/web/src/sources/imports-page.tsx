import type { UploadedImport } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { PageBody } from '../shell/page.tsx'
import { Panel, stateOf } from '../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import { ImportColumns } from './import-columns.tsx'
import { ImportTable } from './import-table.tsx'
import { ImportUpload } from './import-upload.tsx'
import { ingestQueries } from './queries.ts'
import { words } from './text.ts'
import './sources.css'

/** Files of facts: uploaded, tried, read in, with how far that is and what was rejected. */
export function ImportsPage() {
  const t = useText()
  const [pageNumber, turnTo] = useState(1)
  const [file, setFile] = useState<UploadedImport>()
  const imports = useQuery(ingestQueries.imports(pageNumber))
  const run = imports.data?.records.find(({ id }) => id === file?.id)

  return (
    <PageBody className="imports">
      <Panel id="p1" state="ready" title={t(words.file)} hint={t(words.fileHint)}>
        <ImportUpload onUploaded={setFile} />
        {file && <ImportColumns key={file.id} file={file} run={run} onClose={() => setFile(undefined)} />}
      </Panel>
      <Panel
        id="p2"
        title={t(words.imports)}
        state={stateOf(imports, data => data.total === 0)}
        isRefreshing={imports.isFetching && imports.data !== undefined}
      >
        {imports.isError && !imports.data ? (
          <ErrorState error={imports.error} onRetry={() => void imports.refetch()} />
        ) : !imports.data ? (
          <div className="panel-body">
            <Loading>
              <Bone height={160} />
            </Loading>
          </div>
        ) : imports.data.total === 0 ? (
          <EmptyState text={t(words.noImports)} />
        ) : (
          <ImportTable imports={imports.data} onTurn={turnTo} />
        )}
      </Panel>
    </PageBody>
  )
}
