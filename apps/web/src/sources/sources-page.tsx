import type { IngestLink, IngestSource } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { PageBody } from '../shell/page.tsx'
import { Panel, stateOf } from '../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { LinkTable } from './link-table.tsx'
import { linkWords } from './link-text.ts'
import { NewSourceDialog } from './new-source-dialog.tsx'
import { QuarantineList } from './quarantine-list.tsx'
import { ingestQueries } from './queries.ts'
import { SourceTable } from './source-table.tsx'
import { words } from './text.ts'
import { TokenDialog } from './token-dialog.tsx'
import './sources.css'

/** Programs and devices of others that post to us, and what they posted that nobody understood. */
export function SourcesPage() {
  const t = useText()
  const sources = useQuery(ingestQueries.sources())
  const groups = useQuery(ingestQueries.quarantine())
  const links = useQuery(ingestQueries.links())
  const [edited, edit] = useState<IngestLink | 'new'>()
  const [isNew, setNew] = useState(false)
  const [shown, show] = useState<IngestSource & { token: string }>()
  const state = stateOf(sources, data => data.length === 0)
  const linkState = stateOf(links, data => data.length === 0)
  const alive = sources.data?.filter(({ revokedAt }) => revokedAt === null) ?? []
  const waiting = groups.data?.reduce((sum, group) => sum + group.rows, 0)

  return (
    <PageBody
      className="sources"
      actions={
        <Button type="primary" icon={<Plus size={14} />} onClick={() => setNew(true)}>
          {t(words.newSource)}
        </Button>
      }
    >
      <Panel
        id="p1"
        title={t(words.source)}
        hint={sources.data && String(sources.data.length)}
        state={state}
        isRefreshing={sources.isFetching && sources.data !== undefined}
      >
        {state === 'loading' && <Waiting />}
        {state === 'error' && <ErrorState error={sources.error} onRetry={() => void sources.refetch()} />}
        {state === 'empty' && (
          <EmptyState
            text={t(words.noSources)}
            action={<Button onClick={() => setNew(true)}>{t(words.newSource)}</Button>}
          />
        )}
        {state === 'ready' && sources.data && <SourceTable sources={sources.data} onToken={show} />}
      </Panel>
      <Panel
        id="p3"
        title={t(linkWords.links)}
        hint={links.data?.length ? String(links.data.length) : t(linkWords.linksHint)}
        state={linkState}
        isRefreshing={links.isFetching && links.data !== undefined}
        actions={
          linkState === 'ready' && (
            <Button size="small" icon={<Plus size={14} />} onClick={() => edit('new')}>
              {t(linkWords.newLink)}
            </Button>
          )
        }
      >
        {linkState === 'loading' && <Waiting />}
        {linkState === 'error' && <ErrorState error={links.error} onRetry={() => void links.refetch()} />}
        {linkState === 'empty' &&
          (alive.length > 0 ? (
            <EmptyState
              text={t(linkWords.noLinks)}
              action={<Button onClick={() => edit('new')}>{t(linkWords.newLink)}</Button>}
            />
          ) : (
            <EmptyState text={t(linkWords.needsSource)} />
          ))}
        {linkState === 'ready' && links.data && <LinkTable links={links.data} onEdit={edit} />}
      </Panel>
      <Panel
        id="p2"
        title={t(words.quarantine)}
        hint={waiting ? String(waiting) : t(words.quarantineHint)}
        state={stateOf(groups, data => data.length === 0)}
        isRefreshing={groups.isFetching && groups.data !== undefined}
      >
        {groups.isError && !groups.data ? (
          <ErrorState error={groups.error} onRetry={() => void groups.refetch()} />
        ) : !groups.data ? (
          <Waiting />
        ) : groups.data.length === 0 ? (
          <EmptyState text={t(words.noQuarantine)} />
        ) : (
          <QuarantineList groups={groups.data} />
        )}
      </Panel>
      {isNew && (
        <NewSourceDialog
          onMade={made => {
            setNew(false)
            show(made)
          }}
          onClose={() => setNew(false)}
        />
      )}
      {edited && (
        <LinkDialog
          link={edited === 'new' ? undefined : edited}
          sources={edited === 'new' ? alive : (sources.data ?? [])}
          onClose={() => edit(undefined)}
        />
      )}
      {shown && <TokenDialog source={shown} onClose={() => show(undefined)} />}
    </PageBody>
  )
}

const Waiting = () => (
  <div className="panel-body">
    <Loading>
      <Bone height={160} />
    </Loading>
  </div>
)
