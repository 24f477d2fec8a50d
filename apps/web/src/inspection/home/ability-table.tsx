import type { PlatformCamera } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Table, type TableColumnsType } from 'antd'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { Tag, type Tone } from '../../ui/bits.tsx'
import { paging } from '../../ui/paging.ts'
import { rawOf } from '../platform/raw-speed.ts'
import { RecordPanel } from '../records/record-panel.tsx'
import { paths } from '../records/use-figures.ts'
import { usePageOf } from '../records/use-page-of.ts'
import { speeds } from '../steering/use-steering.ts'
import { platformQueries } from './platform-queries.ts'
import { platformWords as words } from './platform-text.ts'
import { NoCameras } from './platform-videos.tsx'
import type { PlatformHome } from './use-platform-home.ts'

const pageSize = 10
const states = {
  online: { tone: 'positive', text: words.isOnline },
  offline: { tone: 'error', text: words.isOffline },
  unknown: { tone: 'neutral', text: words.isUnknown },
} as const satisfies Record<string, { tone: Tone; text: object }>

/** What each channel can do, as its platform said. */
export function AbilityTable({ home, monitorPath }: { home: PlatformHome; monitorPath: string }) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const { filter, links, isOneShop } = home
  const [pageNumber, turnTo] = usePageOf(filter)
  const query = useQuery({
    ...platformQueries.list({ ...filter, pageNumber, pageSize }),
    enabled: home.figures.isKnown,
  })
  const ability = (has: boolean, { capabilities }: PlatformCamera) =>
    capabilities.certain ? (
      <Tag tone={has ? 'positive' : 'neutral'}>{t(has ? words.yes : words.no)}</Tag>
    ) : (
      <Tag title={t(words.uncertain)}>{t(words.isUnknown)}</Tag>
    )
  const columns: TableColumnsType<PlatformCamera> = [
    {
      key: 'channel',
      title: t(words.channel),
      fixed: 'left',
      width: 170,
      render: (_cell, camera) => {
        const label = `${camera.number} ${name(camera.name, camera.nameEn)}`
        const address = links(monitorPath, { kind: 'shop', shopId: camera.shopId }, { camera: camera.id })
        return address ? <Link to={address}>{label}</Link> : label
      },
    },
    ...(isOneShop
      ? []
      : [
          {
            key: 'shop',
            title: t(words.shop),
            width: 140,
            render: (_cell: unknown, camera: PlatformCamera) => {
              const address = links(paths.shopHome, { kind: 'shop', shopId: camera.shopId })
              const label = name(camera.shopname, camera.shopnameEn)
              return address ? <Link to={address}>{label}</Link> : label
            },
          },
        ]),
    {
      key: 'status',
      title: t(words.status),
      width: 90,
      render: (_cell, { status }) => <Tag tone={states[status].tone}>{t(states[status].text)}</Tag>,
    },
    {
      key: 'lastOnline',
      title: t(words.lastOnline),
      width: 120,
      render: (_cell, { lastOnlineAt, timeZone }) =>
        lastOnlineAt === null ? (
          '—'
        ) : (
          <time dateTime={lastOnlineAt}>{format.moment(new Date(lastOnlineAt), timeZone)}</time>
        ),
    },
    {
      key: 'ptz',
      title: t(words.panTilt),
      width: 110,
      render: (_cell, camera) => ability(camera.capabilities.ptz, camera),
    },
    {
      key: 'speed',
      title: t(words.speed),
      width: 130,
      render: (_cell, { capabilities }) =>
        capabilities.ptz ? t(words.speedLevel, { raw: String(rawOf(speeds.mid)), level: speeds.mid }) : '—',
    },
    { key: 'streams', title: t(words.streams), width: 120, render: () => t(words.streamNames) },
    {
      key: 'presets',
      title: `${t(words.presets)} (${t(words.presetsUnit)})`,
      width: 190,
      render: (_cell, { presetIndexes, capabilities }) =>
        capabilities.presets || presetIndexes.length > 0
          ? presetIndexes.length === 0
            ? '0'
            : presetIndexes.join(', ')
          : '—',
    },
    {
      key: 'recordings',
      title: t(words.recordings),
      width: 100,
      render: (_cell, camera) => ability(camera.capabilities.playback, camera),
    },
  ]
  return (
    <RecordPanel
      id="p3"
      title={t(words.abilities)}
      hint={query.data && `${query.data.total} ${t(words.channelsUnit)}`}
      query={query}
      height={400}
      isFlush
    >
      {data =>
        data.total === 0 ? (
          <NoCameras onClear={home.clear} />
        ) : (
          <Table
            size="small"
            rowKey="id"
            columns={columns}
            dataSource={data.records}
            scroll={{ x: isOneShop ? 1030 : 1170 }}
            pagination={{
              ...paging,
              current: data.current,
              pageSize,
              total: data.total,
              onChange: turnTo,
            }}
          />
        )
      }
    </RecordPanel>
  )
}
