import type { GalleryPicture } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Pagination } from 'antd'
import { Columns2, FileArchive, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { messageOf } from '../../lib/problem.ts'
import { useSession } from '../../lib/session.ts'
import { PeriodPicker, usePeriodText } from '../../shell/date-picker/period-picker.tsx'
import { PageBody, usePage } from '../../shell/page.tsx'
import { CalendarChart } from '../../ui/chart/calendar-chart.tsx'
import { RankList } from '../../ui/chart/rank-list.tsx'
import { ConfirmPopover } from '../../ui/confirm.tsx'
import { ExportMenu } from '../../ui/export/export-menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { RecordPanel } from '../records/record-panel.tsx'
import { CompareView } from './compare-view.tsx'
import { galleryParts } from './gallery-export.ts'
import { GalleryFilters, useGalleryFilterWords } from './gallery-filters.tsx'
import { PictureWall } from './picture-wall.tsx'
import { galleryChanged, galleryQueries } from './queries.ts'
import { words } from './text.ts'
import { picturesAPage, useGallery } from './use-gallery.ts'
import { mostZipped, zipPictures } from './zip-pictures.ts'
import './snaps.css'

/** All pictures of the shops in scope, to look back, to compare, to keep. */
export function SnapGalleryPage() {
  const t = useText()
  const page = usePage()
  const gallery = useGallery()
  const dates = usePeriodText()
  const filterWords = useGalleryFilterWords(gallery)
  const [chosen, choose] = useState<readonly GalleryPicture[]>([])
  const query = useQuery({
    ...galleryQueries.list({ ...gallery.filter, pageNumber: gallery.page, pageSize: picturesAPage }),
    enabled: gallery.isKnown,
  })
  const counts = useQuery({ ...galleryQueries.counts(gallery.filter), enabled: gallery.isKnown })
  return (
    <PageBody
      className="snaps"
      hint={gallery.scopeName}
      actions={
        <ExportMenu
          name={page ? t(page.title) : 'Aisle'}
          scope={gallery.scopeName}
          period={gallery.period}
          filters={filterWords}
          formats={['xlsx']}
          parts={() => galleryParts(gallery.filter, t)}
        />
      }
      filters={
        <>
          <PeriodPicker period={gallery.period} />
          <span className="filter-dates">{dates(gallery.period)}</span>
          <GalleryFilters gallery={gallery} />
        </>
      }
    >
      <RecordPanel
        id="p1"
        className="span-8"
        title={t(words.wall)}
        hint={query.data && t(words.count, { n: query.data.total })}
        query={query}
        isEmpty={data => data.total === 0}
        height={480}
        actions={chosen.length > 0 && <Chosen chosen={chosen} choose={choose} name={gallery.scopeName} />}
      >
        {data => (
          <>
            <PictureWall pictures={data.records} chosen={chosen} choose={choose} />
            {data.total > picturesAPage && (
              <Pagination
                size="small"
                current={data.current}
                pageSize={picturesAPage}
                total={data.total}
                showSizeChanger={false}
                onChange={gallery.turnTo}
              />
            )}
          </>
        )}
      </RecordPanel>
      <div className="span-4 snap-side-column">
        <RecordPanel
          id="p2"
          title={t(words.calendar)}
          hint={t(words.calendarHint)}
          query={counts}
          isEmpty={data => data.byDay.length === 0}
          height={220}
        >
          {data => (
            <CalendarChart
              days={daysOf(gallery.period.from, gallery.period.to, data.byDay)}
              summary={t(words.count, { n: data.total })}
              onPick={index => {
                const day = daysOf(gallery.period.from, gallery.period.to, data.byDay)[index]?.date
                if (day) gallery.period.setPeriod({ from: day, to: day })
              }}
            />
          )}
        </RecordPanel>
        <RecordPanel
          id="p3"
          title={t(words.ranking)}
          query={counts}
          isEmpty={data => data.byShop.length === 0}
          height={220}
        >
          {data => <ShopRanking rows={data.byShop} />}
        </RecordPanel>
      </div>
    </PageBody>
  )
}

/** Every day of the period, so that a day without pictures is seen as one. */
export function daysOf(from: string, to: string, known: readonly { date: string; count: number }[]) {
  const counts = new Map(known.map(day => [day.date, day.count]))
  const days: { date: string; value: number }[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) {
    const date = new Date(at).toISOString().slice(0, 10)
    days.push({ date, value: counts.get(date) ?? 0 })
  }
  return days
}

function ShopRanking({
  rows,
}: {
  rows: readonly { shopId: string; shopname: string; shopnameEn: string; count: number }[]
}) {
  const name = useName()
  const search = new URLSearchParams(location.search)
  return (
    <RankList
      rows={rows.map(row => {
        search.delete('area')
        search.delete('page')
        search.set('shop', row.shopId)
        return {
          key: row.shopId,
          label: name(row.shopname, row.shopnameEn),
          value: row.count,
          href: `${location.pathname}?${search}`,
        }
      })}
    />
  )
}

/** What can be done with all that are chosen, on whichever page they are. */
function Chosen({
  chosen,
  choose,
  name,
}: {
  chosen: readonly GalleryPicture[]
  choose: (pictures: readonly GalleryPicture[]) => void
  name: string
}) {
  const t = useText()
  const { can } = useSession()
  const [isPacking, packing] = useState(false)
  const [isComparing, comparing] = useState(false)
  const [first, second] = chosen
  async function pack() {
    if (chosen.length > mostZipped) return toast.info(words.zipMost, { n: mostZipped })
    packing(true)
    try {
      await zipPictures(
        chosen.map(picture => picture.id),
        `${t(words.wall)}_${name}_${chosen.length}.zip`,
      )
      toast.success(words.zipDone, { n: chosen.length })
    } catch (error) {
      toast.retry(words.zipFailed, () => void pack(), { reason: messageOf(error) })
    } finally {
      packing(false)
    }
  }
  async function remove() {
    const ids = chosen.map(picture => picture.id).join(',')
    await api.checkShop.delCheckShopFileByIds({ params: { ids } })
    choose([])
    // The way back is offered at once: what is counted anew may take its time.
    void galleryChanged()
    toast.undo(
      words.removed,
      () => {
        api.pictures
          .restore({ params: { ids } })
          .then(galleryChanged)
          .then(() => toast.success(words.restored))
          .catch((error: unknown) => toast.error(error))
      },
      { n: chosen.length },
    )
  }
  return (
    <>
      <span>{t(words.chosen, { n: chosen.length })}</span>
      <Button size="small" type="link" onClick={() => choose([])}>
        {t(words.clear)}
      </Button>
      <Button
        size="small"
        icon={<Columns2 size={14} />}
        disabled={chosen.length !== 2}
        title={t(words.compareTwo)}
        onClick={() => comparing(true)}
      >
        {t(words.compare)}
      </Button>
      {can('export.run') && (
        <Button size="small" icon={<FileArchive size={14} />} loading={isPacking} onClick={() => void pack()}>
          {t(words.zip)}
        </Button>
      )}
      {can('inspect.operate') && (
        <ConfirmPopover name={t(words.removeSome, { n: chosen.length })} onConfirm={remove}>
          <Button size="small" danger icon={<Trash2 size={14} />}>
            {t(words.remove)}
          </Button>
        </ConfirmPopover>
      )}
      {isComparing && first && second && (
        <Modal open width={1000} title={t(words.compare)} footer={null} onCancel={() => comparing(false)}>
          <CompareView pictures={first.takenAt <= second.takenAt ? [first, second] : [second, first]} />
        </Modal>
      )}
    </>
  )
}
