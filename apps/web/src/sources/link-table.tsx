import type { IngestLink, LinkTrial } from '@aisle/contract'
import { Button, Dropdown, Table } from 'antd'
import { Ellipsis, Pause, Pencil, Play, Plug, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../lib/api.ts'
import { useFormat } from '../lib/format.ts'
import { useText } from '../lib/i18n.ts'
import { Tag } from '../ui/bits.tsx'
import { ConfirmPopover } from '../ui/confirm.tsx'
import { paging } from '../ui/paging.ts'
import { toast } from '../ui/toast.tsx'
import { faultName, linkStateNames, whatOf, linkWords as words } from './link-text.ts'
import { LinkTrialDialog } from './link-trial.tsx'
import { ingestChanged } from './queries.ts'
import { kindName, words as shared } from './text.ts'

/** Connections with how they fare; they are tried, changed, paused and removed here. */
export function LinkTable({
  links,
  onEdit,
}: {
  links: readonly IngestLink[]
  onEdit: (link: IngestLink) => void
}) {
  const t = useText()
  const [tried, setTried] = useState<{ link: IngestLink; trial?: LinkTrial }>()

  async function tryIt(link: IngestLink) {
    setTried({ link })
    try {
      const trial = await api.ingestLinks.try({ params: { linkId: link.id } })
      setTried(shown => (shown?.link.id === link.id ? { link, trial } : shown))
    } catch (error) {
      setTried(undefined)
      toast.error(error)
    }
  }
  async function pause({ id: linkId, state }: IngestLink) {
    try {
      await api.ingestLinks.pause({ params: { linkId }, body: { isPaused: state !== 'paused' } })
      await ingestChanged()
    } catch (error) {
      toast.error(error)
    }
  }

  return (
    <>
      <Table<IngestLink>
        size="small"
        rowKey="id"
        dataSource={[...links]}
        pagination={{ ...paging, pageSize: 20 }}
        scroll={{ x: 960 }}
        columns={[
          {
            title: t(shared.name),
            fixed: 'left',
            width: 180,
            render: (_, link) => (
              <span className="link-cell">
                <span>{link.name}</span>
                <small>{link.sourceName}</small>
              </span>
            ),
          },
          {
            title: t(words.format),
            width: 130,
            render: (_, link) => (
              <span className="link-cell">
                <span>{t(kindName(link.format))}</span>
                <small>{t(link.kind === 'mqtt' ? words.mqtt : words.pull)}</small>
              </span>
            ),
          },
          {
            title: t(words.end),
            width: 230,
            render: (_, link) => (
              <span className="link-cell">
                <code>{link.url}</code>
                <small>{whatOf(link)}</small>
              </span>
            ),
          },
          { title: t(words.state), width: 210, render: (_, link) => <State link={link} /> },
          { title: t(words.heard), width: 120, render: (_, link) => <Heard link={link} /> },
          {
            key: 'actions',
            width: 160,
            align: 'end',
            render: (_, link) => (
              <span className="link-actions">
                <Button
                  type="text"
                  size="small"
                  icon={<Plug size={14} />}
                  disabled={link.state === 'revoked'}
                  onClick={() => void tryIt(link)}
                >
                  {t(words.try)}
                </Button>
                <Dropdown
                  trigger={['click']}
                  autoFocus
                  menu={{
                    items: [
                      {
                        key: 'edit',
                        icon: <Pencil size={14} />,
                        label: t(words.edit),
                        onClick: () => onEdit(link),
                      },
                      {
                        key: 'pause',
                        icon: link.state === 'paused' ? <Play size={14} /> : <Pause size={14} />,
                        label: t(link.state === 'paused' ? words.resume : words.pause),
                        onClick: () => void pause(link),
                      },
                    ],
                  }}
                >
                  <Button
                    type="text"
                    size="small"
                    icon={<Ellipsis size={14} />}
                    aria-label={`${t(words.edit)} · ${link.name}`}
                  />
                </Dropdown>
                <ConfirmPopover
                  question={t(words.askRemove, { name: link.name })}
                  okText={t(words.remove)}
                  onConfirm={async () => {
                    await api.ingestLinks.remove({ params: { linkId: link.id } })
                    await ingestChanged()
                  }}
                >
                  <Button
                    type="text"
                    size="small"
                    danger
                    icon={<Trash2 size={14} />}
                    aria-label={`${t(words.remove)} · ${link.name}`}
                  />
                </ConfirmPopover>
              </span>
            ),
          },
        ]}
      />
      {tried && <LinkTrialDialog link={tried.link} trial={tried.trial} onClose={() => setTried(undefined)} />}
    </>
  )
}

function State({ link: { state, fault, nextAt } }: { link: IngestLink }) {
  const t = useText()
  const format = useFormat()
  const { name, tone } = linkStateNames[state]
  return (
    <span className="link-cell">
      <span>
        <Tag tone={tone}>{t(name)}</Tag>
      </span>
      {fault && (
        <>
          <small title={t(faultName(fault))}>{t(faultName(fault))}</small>
          {nextAt && <small>{t(words.nextTry, { at: format.moment(new Date(nextAt)) })}</small>}
        </>
      )}
    </span>
  )
}

function Heard({ link: { heardAt, reachedAt } }: { link: IngestLink }) {
  const t = useText()
  const format = useFormat()
  return (
    <span className="link-cell">
      <span>{heardAt === null ? t(shared.never) : format.moment(new Date(heardAt))}</span>
      {reachedAt && heardAt && (
        <small>{t(words.reachedHint, { at: format.moment(new Date(reachedAt)) })}</small>
      )}
    </span>
  )
}
