import { sourceTypes } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { percent } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { dayOf } from '../../shell/date-picker/periods.ts'
import { useAddressFilter } from '../../shell/filters.ts'
import { PageBody } from '../../shell/page.tsx'
import { Tag } from '../../ui/bits.tsx'
import { ExportMenu } from '../../ui/export/export-menu.tsx'
import { KpiStrip } from '../../ui/kpi.tsx'
import { RecordPanel } from '../records/record-panel.tsx'
import { words as recordWords } from '../records/text.ts'
import { AbilityTable } from './ability-table.tsx'
import { secondHomeParts } from './platform-export.ts'
import { PlatformFilters } from './platform-filters.tsx'
import { PatrolledToday, ProblemsByShop } from './platform-lists.tsx'
import { platformQueries } from './platform-queries.ts'
import { platformWords as words } from './platform-text.ts'
import { NoCameras, PlatformVideos } from './platform-videos.tsx'
import { usePlatformHome } from './use-platform-home.ts'
import './home.css'

const paneCounts = [4, 9, 16] as const
const stillAskingMs = 3_000
const monitorPath = '/monitorPageWholeally'

const panesIn = (text: string | null): number => paneCounts.find(count => String(count) === text) ?? 4

/** The cameras of the second platform: which answer, what they show and can do, before one is opened. */
export function SecondHomePage() {
  const t = useText()
  const home = usePlatformHome(sourceTypes.shilian)
  const { figures, filter, links } = home
  const [panes, setPanes] = useAddressFilter('panes', panesIn)
  const today = dayOf(new Date())
  const { status: _, ...counted } = filter
  const totals = useQuery({
    ...platformQueries.list({ ...counted, pageNumber: 1, pageSize: 1 }),
    enabled: figures.isKnown,
    // Cameras that were never asked what they can do are being asked; those that are off cannot say.
    refetchInterval: ({ state: { data } }) =>
      data && data.totals.unsure > data.totals.offline ? stillAskingMs : false,
  })
  const shops = totals.data?.shops
  const shopIds = useMemo(() => shops && new Set(shops.map(shop => shop.shopId)), [shops])
  return (
    <PageBody
      className="home"
      hint={figures.scopeName}
      actions={
        <ExportMenu
          name={home.title}
          scope={figures.scopeName}
          filters={home.keyword === '' ? [] : [{ label: t(words.search), value: home.keyword }]}
          formats={['csv']}
          parts={() => secondHomeParts({ filter, place: home.place, today, shopIds }, t)}
        />
      }
      filters={<PlatformFilters home={home} />}
    >
      <RecordPanel id="p1" title={t(recordWords.keyFigures)} query={totals} height={72} isFlush>
        {({ totals: { cameras, online, offline, onlineRate, ptz, unsure } }) => (
          <KpiStrip
            items={[
              {
                key: 'devices',
                label: t(words.devices),
                unit: t(words.channelsUnit),
                value: cameras,
                ...hrefOf(home.withStatus('all')),
              },
              {
                key: 'devicesOnline',
                label: t(words.online),
                unit: t(words.channelsUnit),
                value: online,
                ...(offline > 0 ? { note: <Tag tone="error">{t(words.offline, { n: offline })}</Tag> } : {}),
                ...hrefOf(home.withStatus(offline > 0 ? 'offline' : 'online')),
              },
              { key: 'onlineRate', label: t(words.onlineRate), value: onlineRate, format: percent },
              {
                key: 'channelsPtz',
                label: t(words.ptz),
                unit: t(words.channelsUnit),
                value: ptz,
                ...(unsure > 0 ? { note: <Tag>{t(words.unsure, { n: unsure })}</Tag> } : {}),
              },
            ]}
          />
        )}
      </RecordPanel>
      <PlatformVideos
        title={t(words.channelPictures)}
        hint={n => t(words.picturesHint, { n })}
        filter={filter}
        isKnown={figures.isKnown}
        links={links}
        monitorPath={monitorPath}
        panes={panes}
        choices={paneCounts}
        onChoose={setPanes}
        empty={<NoCameras onClear={home.clear} />}
      />
      <AbilityTable home={home} monitorPath={monitorPath} />
      <PatrolledToday home={home} shopIds={shopIds} today={today} className="span-6" />
      <ProblemsByShop home={home} shopIds={shopIds} className="span-6" />
    </PageBody>
  )
}

const hrefOf = (href: string | undefined) => (href === undefined ? {} : { href })
