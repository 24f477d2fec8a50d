import type { ExportPart } from '@aisle/contract'
import type { Translate } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { openProblems } from './platform-lists.tsx'
import { type PlatformFilter, type PlatformPlace, platformQueries } from './platform-queries.ts'
import { platformWords as words } from './platform-text.ts'
import { gapLines, monthRange } from './recorded-rows.ts'

const everything = { pageNumber: 1, pageSize: 9999 }
const text = (title: string) => ({ title, kind: 'text' as const })
const number = (title: string) => ({ title, kind: 'number' as const })
const rate = (title: string) => ({ title, kind: 'percent' as const })
const time = (title: string) => ({ title, kind: 'time' as const })
const named = (t: Translate, zh: string, en: string) => t({ zh, en: en === '' ? zh : en })

type Second = {
  filter: PlatformFilter
  place: PlatformPlace
  today: string
  shopIds: ReadonlySet<string> | undefined
}

/** The home of the second platform as tables, with all channels and shops. */
export async function secondHomeParts(
  { filter, place, today, shopIds }: Second,
  t: Translate,
): Promise<ExportPart[]> {
  const [{ records, totals }, patrolled, problems] = await Promise.all([
    queryClient.fetchQuery(platformQueries.list({ ...filter, ...everything })),
    queryClient.fetchQuery(platformQueries.patrolled(place, today)),
    queryClient.fetchQuery(platformQueries.problems(place)),
  ])
  const yes = (has: boolean) => t(has ? words.yes : words.no)
  return [
    {
      title: t({ zh: '关键指标', en: 'Key figures' }),
      columns: [
        number(t(words.devices)),
        number(t(words.online)),
        rate(t(words.onlineRate)),
        number(t(words.ptz)),
      ],
      rows: [[totals.cameras, totals.online, totals.onlineRate, totals.ptz]],
    },
    {
      title: t(words.abilities),
      columns: [
        text(t(words.channel)),
        text(t(words.shop)),
        text(t(words.status)),
        time(t(words.lastOnline)),
        text(t(words.panTilt)),
        text(t(words.presets)),
        text(t(words.recordings)),
      ],
      rows: records.map(camera => [
        `${camera.number} ${named(t, camera.name, camera.nameEn)}`,
        named(t, camera.shopname, camera.shopnameEn),
        t({ online: words.isOnline, offline: words.isOffline, unknown: words.isUnknown }[camera.status]),
        camera.lastOnlineAt,
        yes(camera.capabilities.ptz),
        camera.presetIndexes.join(' '),
        yes(camera.capabilities.playback),
      ]),
    },
    {
      title: t(words.patrolledToday),
      columns: [
        text(t(words.shop)),
        number(t({ zh: '巡店次数', en: 'Patrols' })),
        time(t({ zh: '最近巡店', en: 'Last patrol' })),
      ],
      rows: patrolled.records
        .filter(shop => shopIds?.has(shop.shopid))
        .map(shop => [named(t, shop.shopname, shop.shopnameEn), shop.patrols, shop.lastPatrol]),
    },
    {
      title: t(words.problemsByShop),
      columns: [
        text(t(words.shop)),
        number(t(words.problemsHint)),
        number(t({ zh: '累计问题', en: 'Problems in all' })),
      ],
      rows: openProblems(problems.byShop, shopIds).map(shop => [
        named(t, shop.shopname, shop.shopnameEn),
        shop.open,
        shop.problems,
      ]),
    },
  ]
}

/** The home of the third platform as tables: every camera of the place, group by group as they are asked for. */
export async function thirdHomeParts(
  { place, day, cameraId }: { place: PlatformPlace; day: string; cameraId: string },
  t: Translate,
): Promise<ExportPart[]> {
  const asked = { ...place, ...(cameraId === '' ? {} : { cameraId }), ...monthRange(day), day }
  const first = await queryClient.fetchQuery(platformQueries.recordings({ ...asked, pageNumber: 1 }))
  const answers = [first]
  for (let pageNumber = 2; (pageNumber - 1) * first.size < first.total; pageNumber++)
    answers.push(await queryClient.fetchQuery(platformQueries.recordings({ ...asked, pageNumber })))
  const cameras = answers.flatMap(({ records }) => records)
  const label = (camera: (typeof cameras)[number]) => [
    `${camera.number} ${named(t, camera.name, camera.nameEn)}`,
    named(t, camera.shopname, camera.shopnameEn),
  ]
  const labels = [text(t(words.channel)), text(t(words.shop))]
  return [
    {
      title: t(words.calendar),
      columns: [
        ...labels,
        text(t(words.day)),
        number(t(words.seconds)),
        number(t(words.due)),
        number(t(words.cloudSeconds)),
        number(t(words.deviceSeconds)),
      ],
      rows: cameras.flatMap(camera =>
        camera.days.map(each => [
          ...label(camera),
          each.date,
          each.seconds,
          each.dueSeconds,
          each.cloudSeconds,
          each.deviceSeconds,
        ]),
      ),
    },
    {
      title: `${t(words.timeline)} ${day}`,
      columns: [...labels, text(t(words.recordings)), time(t(words.from)), time(t(words.to))],
      rows: cameras.flatMap(camera =>
        camera.spans.map(span => [
          ...label(camera),
          t({ cloud: words.cloud, device: words.storedOnDevice }[span.source]),
          span.from,
          span.to,
        ]),
      ),
    },
    {
      title: `${t(words.gaps)} ${day}`,
      columns: [
        ...labels,
        time(t(words.from)),
        time(t(words.to)),
        number(t(words.length)),
        text(t(words.status)),
      ],
      rows: gapLines(cameras).map(({ camera, kind, from, to, minutes }) => [
        ...label(camera),
        kind === 'gap' ? new Date(from).toISOString() : null,
        kind === 'gap' ? new Date(to).toISOString() : null,
        kind === 'gap' ? minutes : null,
        kind === 'none'
          ? t(words.noRecordings)
          : kind === 'unknown' && camera.failure
            ? t(camera.failure)
            : t(words.gap),
      ]),
    },
  ]
}
