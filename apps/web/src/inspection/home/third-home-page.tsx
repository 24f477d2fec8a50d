import { mostRecordedCameras, type RecordedCamera, sourceTypes } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useMemo } from 'react'
import { percent } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { DayPicker } from '../../shell/date-picker/day-picker.tsx'
import { useDay } from '../../shell/date-picker/use-period.ts'
import { words as typed, useAddressFilter } from '../../shell/filters.ts'
import { PageBody } from '../../shell/page.tsx'
import { Tag } from '../../ui/bits.tsx'
import { CalendarChart } from '../../ui/chart/calendar-chart.tsx'
import { ExportMenu } from '../../ui/export/export-menu.tsx'
import { KpiStrip } from '../../ui/kpi.tsx'
import { RecordPanel } from '../records/record-panel.tsx'
import { words as recordWords } from '../records/text.ts'
import { usePageOf } from '../records/use-page-of.ts'
import { thirdHomeParts } from './platform-export.ts'
import { platformQueries } from './platform-queries.ts'
import { platformWords as words } from './platform-text.ts'
import { NoCameras, PlatformVideos } from './platform-videos.tsx'
import { RecordedTimeline, recordedFigures } from './recorded-panels.tsx'
import { gapLines, monthDays, monthRange } from './recorded-rows.ts'
import { RecordingGaps } from './recording-gaps.tsx'
import { Pager, videosAPage } from './shop-videos.tsx'
import { usePlatformHome } from './use-platform-home.ts'
import './home.css'

const monitorPath = '/huaweiiCloud/monitorPage/monitorPageHuaWeiiCloud'
const rowsShown = 12
const everyCamera = { pageNumber: 1, pageSize: 9999 }

/** The cameras of the third platform, a cloud: is what they record whole, and which hours can be replayed. */
export function ThirdHomePage() {
  const t = useText()
  const name = useName()
  const home = usePlatformHome(sourceTypes.huawei)
  const { figures, links, place, isOneShop } = home
  const day = useDay()
  const [cameraId, setCamera] = useAddressFilter('cameras', typed)
  const [batch, turnTo] = usePageOf([place, cameraId])
  const list = useQuery({
    ...platformQueries.list({ ...place, ...everyCamera }),
    enabled: figures.isKnown,
  })
  const recorded = useQuery({
    ...platformQueries.recordings({
      ...place,
      ...(cameraId === '' ? {} : { cameraId }),
      ...monthRange(day.day),
      day: day.day,
      pageNumber: batch,
    }),
    enabled: figures.isKnown,
  })
  const { data } = recorded
  const byShop = useMemo(() => ({ ...place, sort: 'shop' as const }), [place])
  const batches = Math.ceil((data?.total ?? 0) / mostRecordedCameras)
  const labelOf = (camera: Pick<RecordedCamera, 'number' | 'name' | 'nameEn' | 'shopname' | 'shopnameEn'>) =>
    `${camera.number} ${name(camera.name, camera.nameEn)}${
      isOneShop ? '' : ` · ${name(camera.shopname, camera.shopnameEn)}`
    }`
  const chosen = list.data?.records.find(({ id }) => id === cameraId)
  const month = new Map(data?.byDay.map(({ date, coverage }) => [date, coverage]))
  const gaps = gapLines(data?.records ?? [])
  const [laneNumber, showLane] = usePageOf([place, cameraId, batch])
  const lane = laneNumber - 1
  return (
    <PageBody
      className="home"
      hint={figures.scopeName}
      actions={
        <ExportMenu
          name={home.title}
          scope={figures.scopeName}
          period={{ from: day.day, to: day.day }}
          filters={chosen ? [{ label: t(words.camera), value: labelOf(chosen) }] : []}
          formats={['csv']}
          parts={() => thirdHomeParts({ place, day: day.day, cameraId }, t)}
        />
      }
      filters={
        <>
          <DayPicker day={day} />
          <Select
            size="small"
            showSearch={{ optionFilterProp: 'label' }}
            className="home-search"
            aria-label={t(words.camera)}
            value={cameraId}
            onChange={setCamera}
            options={[
              { value: '', label: t(words.everyCamera) },
              ...(list.data?.records ?? []).map(camera => ({ value: camera.id, label: labelOf(camera) })),
            ]}
          />
          {data && batches > 1 && (
            <span className="home-pager">
              {t(words.counted, {
                first: (batch - 1) * mostRecordedCameras + 1,
                last: Math.min(data.total, batch * mostRecordedCameras),
                total: data.total,
              })}
              <Pager at={batch - 1} pages={batches} turn={at => turnTo(at + 1)} />
            </span>
          )}
        </>
      }
    >
      <RecordPanel id="p1" title={t(recordWords.keyFigures)} query={list} height={72} isFlush>
        {({ totals }) => (
          <KpiStrip
            items={[
              {
                key: 'devices',
                label: t(words.devices),
                unit: t(words.channelsUnit),
                value: totals.cameras,
              },
              {
                key: 'devicesOnline',
                label: t(words.online),
                unit: t(words.channelsUnit),
                value: totals.online,
                ...(totals.offline > 0
                  ? { note: <Tag tone="error">{t(words.offline, { n: totals.offline })}</Tag> }
                  : {}),
              },
              ...(data ? recordedFigures(t, data, day.day) : []),
            ]}
          />
        )}
      </RecordPanel>
      <PlatformVideos
        title={t(words.cloudLive)}
        hint={n => t(words.liveHint, { n })}
        filter={byShop}
        isKnown={figures.isKnown}
        links={links}
        monitorPath={monitorPath}
        className="span-8"
        panes={videosAPage}
        hasAddress
        empty={<NoCameras />}
      />
      <RecordPanel
        id="p3"
        className="span-4"
        title={t(words.calendar)}
        query={recorded}
        isEmpty={answer => answer.total === 0}
        height={260}
      >
        {() => (
          <CalendarChart
            days={monthDays(day.day, month)}
            format={percent}
            low={50}
            picked={day.day}
            categoryName={t(words.day)}
            summary={t(words.calendarSummary, { month: day.day.slice(0, 7) })}
            onPick={index => day.setDay(`${day.day.slice(0, 8)}${String(index + 1).padStart(2, '0')}`)}
          />
        )}
      </RecordPanel>
      <RecordPanel
        id="p4"
        className="span-8"
        title={t(words.timeline)}
        hint={data && t(words.timelineHint, { n: data.records.length })}
        query={recorded}
        isEmpty={answer => answer.total === 0}
        height={320}
        actions={
          <Pager
            at={lane}
            pages={Math.ceil((data?.records.length ?? 0) / rowsShown)}
            turn={at => showLane(at + 1)}
          />
        }
      >
        {({ records }) => (
          <RecordedTimeline
            cameras={records.slice(lane * rowsShown, (lane + 1) * rowsShown)}
            day={day.day}
            labelOf={labelOf}
            links={links}
          />
        )}
      </RecordPanel>
      <RecordPanel
        id="p5"
        className="span-4"
        title={t(words.gaps)}
        hint={data && t(words.gapsHint, { n: gaps.filter(({ kind }) => kind === 'gap').length })}
        query={recorded}
        isEmpty={answer => answer.total === 0}
        height={320}
      >
        {({ records }) => (
          <RecordingGaps cameras={records} isOneShop={isOneShop} isToday={day.isToday} links={links} />
        )}
      </RecordPanel>
    </PageBody>
  )
}
