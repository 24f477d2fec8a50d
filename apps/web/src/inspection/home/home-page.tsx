import { type InspectionTotals, kindsOfDay, type ShopDetail } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { LayoutGrid, Play } from 'lucide-react'
import { Link } from 'react-router'
import { useName, useText } from '../../lib/i18n.ts'
import { sharedQueries } from '../../lib/queries.ts'
import { PeriodPicker, usePeriodText } from '../../shell/date-picker/period-picker.tsx'
import { PageBody, usePage } from '../../shell/page.tsx'
import { useScope } from '../../shell/scope.ts'
import { useTones } from '../../shell/view-settings.ts'
import { Tag } from '../../ui/bits.tsx'
import { ExportMenu } from '../../ui/export/export-menu.tsx'
import { type Kpi, KpiStrip } from '../../ui/kpi.tsx'
import { inspectionQueries } from '../queries.ts'
import { useFilterWords } from '../records/figure-filters.tsx'
import { growthOf } from '../records/overview-page.tsx'
import { recordQueries } from '../records/queries.ts'
import { RecordPanel } from '../records/record-panel.tsx'
import { dayTypeNames, words as recordWords } from '../records/text.ts'
import { type Figures, paths, useFigures, useLinks } from '../records/use-figures.ts'
import { withCameras, withWall } from '../wall/panes.ts'
import { AreaVideos } from './area-videos.tsx'
import { homeParts } from './home-export.ts'
import { DayKinds, LosingItems, Makeup, ShopRanking } from './home-panels.tsx'
import { HomeVisits } from './home-visits.tsx'
import { isOpenAt } from './open-hours.ts'
import { homeQueries } from './queries.ts'
import { ShopVideos } from './shop-videos.tsx'
import { words } from './text.ts'
import { TypeShares } from './type-shares.tsx'
import './home.css'

/** The state of one shop or of the chosen area: what an inspector begins the day with. */
export function HomePage() {
  const t = useText()
  const page = usePage()
  const figures = useFigures()
  const links = useLinks(figures)
  const { shop } = useScope()
  const shopId = figures.scope.kind === 'shop' ? figures.scope.shopId : undefined
  const detail = useQuery({ ...inspectionQueries.shop(shopId ?? ''), enabled: shopId !== undefined })
  const dates = usePeriodText()
  const filters = useFilterWords(figures)
  const start = shopId === undefined ? undefined : links(paths.monitor)
  const cameras = useQuery({ ...sharedQueries.cameras(shopId ?? ''), enabled: shopId !== undefined })
  const onWall = withWall(new URLSearchParams(), {
    layout: '2x2',
    panes: withCameras(
      [],
      (cameras.data ?? []).map(camera => camera.id),
    ),
    rotateSeconds: 0,
  })
  const wall = cameras.data?.length
    ? links('/inspection/wall', figures.scope, Object.fromEntries(onWall))
    : undefined

  return (
    <PageBody
      className="home"
      title={shop ? figures.scopeName : page ? t(page.title) : figures.scopeName}
      hint={shopId === undefined ? figures.scopeName : detail.data && <ShopFacts shop={detail.data} />}
      actions={
        <>
          <ExportMenu
            name={page ? t(page.title) : 'Aisle'}
            scope={figures.scopeName}
            period={figures.period}
            filters={filters}
            formats={['xlsx', 'pdf']}
            parts={() => homeParts(figures.query, t)}
          />
          {wall !== undefined && (
            <Link to={wall}>
              <Button icon={<LayoutGrid size={14} />}>{t(words.addToWall)}</Button>
            </Link>
          )}
          {start !== undefined && (
            <Link to={start}>
              <Button type="primary" icon={<Play size={14} />}>
                {t(words.start)}
              </Button>
            </Link>
          )}
        </>
      }
      filters={
        <>
          <PeriodPicker period={figures.period} />
          <span className="filter-dates">{dates(figures.period)}</span>
          <Segmented
            size="small"
            value={figures.dayType}
            options={kindsOfDay.map(value => ({ value, label: t(dayTypeNames[value]) }))}
            onChange={figures.setDayType}
          />
        </>
      }
    >
      <KeyFigures figures={figures} detail={detail.data} />
      {shopId === undefined ? (
        <>
          <ShopRanking figures={figures} links={links} className="span-7" />
          <LosingItems figures={figures} links={links} className="span-5" />
          <AreaVideos figures={figures} links={links} />
        </>
      ) : (
        <>
          <ShopVideos shopId={shopId} links={links} timeZone={detail.data?.timeZone} />
          <LosingItems figures={figures} links={links} className="span-4" />
        </>
      )}
      <DayKinds figures={figures} className="span-4" />
      <TypeShares figures={figures} className="span-4" />
      <Makeup figures={figures} className="span-4" />
      <HomeVisits figures={figures} links={links} isOfShop={shopId !== undefined} />
      {shopId !== undefined && <ShopRanking figures={figures} links={links} className="span-4" />}
    </PageBody>
  )
}

/** Whether the shop is open now, its code, address and manager. */
function ShopFacts({ shop }: { shop: ShopDetail }) {
  const t = useText()
  const name = useName()
  const isOpen = isOpenAt(new Date(), shop)
  const hours = `${shop.openTime}–${shop.closeTime}`
  const facts = [
    shop.code,
    // Addresses are written in Chinese alone.
    name(shop.address, shop.areaPathEn),
    shop.manager === '' ? '' : t({ zh: '店长 {name}', en: 'Manager {name}' }, { name: shop.manager }),
  ]
  return (
    <span className="home-facts">
      <Tag tone={isOpen ? 'positive' : 'neutral'}>{t(isOpen ? words.open : words.closed, { hours })}</Tag>
      <span>{facts.filter(fact => fact !== '').join(' · ') || name(shop.areaPath, shop.areaPathEn)}</span>
    </span>
  )
}

type Counted = 'patrols' | 'evaluations' | 'inspections' | 'dailyRecords'

/** Score first, then what waits: place among the shops, open problems, cameras that do not answer. */
function KeyFigures({ figures, detail }: { figures: Figures; detail: ShopDetail | undefined }) {
  const t = useText()
  const name = useName()
  const links = useLinks(figures)
  const { colour } = useTones()
  const { shop, trail } = useScope()
  const totals = useQuery({ ...recordQueries.totals(figures.query), enabled: figures.isKnown })
  const scores = useQuery({
    ...homeQueries.scores(figures.query),
    enabled: figures.isKnown && shop !== undefined,
  })
  const { checkdate_beg: _, checkdate_end: __, dayType: ___, userId: ____, ...place } = figures.query
  const open = useQuery({ ...homeQueries.openProblems(place), enabled: figures.isKnown })
  const own = shop && scores.data?.find(one => one.shopid === shop.shopid)
  const region = trail[0]

  const counted = (
    key: Counted,
    label: string,
    unit: string,
    now: InspectionTotals,
    then: InspectionTotals | undefined,
  ): Kpi => ({
    key,
    label,
    unit,
    value: now[key],
    compared: then?.[key] ?? null,
    growth: growthOf(now[key], then?.[key]),
    ...hrefOf(links(paths.records)),
  })

  return (
    <RecordPanel id="p1" title={t(recordWords.keyFigures)} query={totals} height={72} isFlush>
      {({ totals: now, previous }) => {
        const then =
          previous && (previous.totals.patrols > 0 || previous.totals.evaluations > 0)
            ? previous.totals
            : undefined
        const waiting = open.data
        const items: Kpi[] = [
          {
            key: 'score',
            label: t(recordWords.score),
            unit: t(recordWords.pointsUnit),
            format: value => value.toFixed(1),
            value: now.score,
            colour: colour('score', now.score),
            compared: then?.score ?? null,
            growth: growthOf(now.score, then?.score),
            ...hrefOf(links(paths.records)),
          },
          ...(shop ? [rankOf(t, own, region ? name(region.name, region.nameEn) : '')] : []),
          counted('evaluations', t(recordWords.evaluations), t(recordWords.timesUnit), now, then),
          counted('patrols', t(recordWords.patrols), t(recordWords.timesUnit), now, then),
          counted('inspections', t(recordWords.inspections), t(recordWords.timesUnit), now, then),
          counted('dailyRecords', t(recordWords.dailyRecords), t(recordWords.recordsUnit), now, then),
          {
            key: 'openProblems',
            label: t(words.openProblems),
            unit: t(recordWords.itemsUnit),
            value: waiting ? waiting.rectification + waiting.pending : null,
            ...(waiting && waiting.overdue > 0
              ? { note: <Tag tone="warning">{t(words.overdue, { n: waiting.overdue })}</Tag> }
              : {}),
            ...hrefOf(links(paths.problems)),
          },
          ...(shop ? [camerasOf(t, detail, hrefOf(links(paths.monitor)))] : []),
        ]
        return <KpiStrip items={items} />
      }}
    </RecordPanel>
  )
}

type Translate = ReturnType<typeof useText>
const hrefOf = (href: string | undefined) => (href === undefined ? {} : { href })

function rankOf(
  t: Translate,
  own: { rank: number | null; rankedShops: number; previousRank: number | null } | undefined,
  area: string,
): Kpi {
  if (!own) return { key: 'rank', label: t(words.rank, { area }), value: null }
  const { rank, rankedShops, previousRank } = own
  const climbed = rank === null || previousRank === null ? null : previousRank - rank
  const moved = climbed === null || climbed === 0 ? words.noChange : climbed > 0 ? words.up : words.down
  return {
    key: 'rank',
    label: t(words.rank, { area }),
    unit: t(words.of, { n: rankedShops }),
    value: rank,
    growth: climbed,
    ...(climbed === null ? {} : { growthText: t(moved, { n: Math.abs(climbed) }) }),
  }
}

/** Its place is kept while the shop is asked for, so that the strip does not jump. */
function camerasOf(t: Translate, detail: ShopDetail | undefined, href: { href?: string }): Kpi {
  if (!detail) return { key: 'cameras', label: t(words.online), value: null, ...href }
  const { onlineCount, cameraCount } = detail
  const away = cameraCount - onlineCount
  return {
    key: 'cameras',
    label: t(words.online),
    unit: t(words.of, { n: cameraCount }),
    value: onlineCount,
    ...(away > 0 ? { note: <Tag tone="error">{t(words.offline, { n: away })}</Tag> } : {}),
    ...href,
  }
}
