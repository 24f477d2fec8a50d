import type { IngestSource } from '@aisle/contract'
import { Button, Table } from 'antd'
import { Ban, KeyRound } from 'lucide-react'
import { api } from '../lib/api.ts'
import { useFormat } from '../lib/format.ts'
import { useText } from '../lib/i18n.ts'
import { Tag } from '../ui/bits.tsx'
import { ConfirmPopover } from '../ui/confirm.tsx'
import { paging } from '../ui/paging.ts'
import { ingestChanged } from './queries.ts'
import { kindName, words } from './text.ts'

/** Sources with what they may post and when they last did; their tokens are changed and taken away here. */
export function SourceTable({
  sources,
  onToken,
}: {
  sources: readonly IngestSource[]
  onToken: (source: IngestSource & { token: string }) => void
}) {
  const t = useText()
  const format = useFormat()
  const speaksOf = ({ allShops, areaIds, shopIds }: IngestSource) =>
    allShops
      ? t(words.everyShop)
      : [
          ...(areaIds.length > 0 ? [t(words.areas, { n: areaIds.length })] : []),
          ...(shopIds.length > 0 ? [t(words.shops, { n: shopIds.length })] : []),
        ].join(' · ')
  return (
    <Table<IngestSource>
      size="small"
      rowKey="id"
      dataSource={[...sources]}
      pagination={{ ...paging, pageSize: 20 }}
      scroll={{ x: 820 }}
      columns={[
        { title: t(words.name), dataIndex: 'name', fixed: 'left', width: 180, ellipsis: true },
        { title: t(words.kind), width: 140, render: (_, row) => t(kindName(row.kind)) },
        { title: t(words.speaksOf), width: 140, render: (_, row) => speaksOf(row) },
        { title: t(words.token), width: 100, render: (_, row) => <code>…{row.tokenEnd}</code> },
        {
          title: t(words.lastUsed),
          width: 120,
          render: (_, row) =>
            row.lastUsedAt === null ? t(words.never) : format.moment(new Date(row.lastUsedAt)),
        },
        {
          title: t(words.state),
          width: 90,
          render: (_, row) =>
            row.revokedAt === null ? (
              <Tag tone="positive">{t(words.active)}</Tag>
            ) : (
              <Tag tone="neutral">{t(words.revoked)}</Tag>
            ),
        },
        {
          key: 'actions',
          width: 200,
          align: 'end',
          render: (_, row) =>
            row.revokedAt === null && (
              <>
                <ConfirmPopover
                  question={t(words.askRotate, { name: row.name })}
                  okText={t(words.rotate)}
                  onConfirm={async () => {
                    onToken(await api.ingestSources.rotate({ params: { sourceId: row.id } }))
                    await ingestChanged()
                  }}
                >
                  <Button type="text" size="small" icon={<KeyRound size={14} />}>
                    {t(words.rotate)}
                  </Button>
                </ConfirmPopover>
                <ConfirmPopover
                  question={t(words.askRevoke, { name: row.name })}
                  okText={t(words.revoke)}
                  onConfirm={async () => {
                    await api.ingestSources.revoke({ params: { sourceId: row.id } })
                    await ingestChanged()
                  }}
                >
                  <Button type="text" size="small" danger icon={<Ban size={14} />}>
                    {t(words.revoke)}
                  </Button>
                </ConfirmPopover>
              </>
            ),
        },
      ]}
    />
  )
}
