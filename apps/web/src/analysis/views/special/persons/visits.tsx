import type { VisitWithStops } from '@aisle/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Footprints } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { useSession } from '../../../../lib/session.ts'
import { Tag } from '../../../../ui/bits.tsx'
import { stateOf } from '../../../../ui/panel.tsx'
import type { Asking } from '../../ask.ts'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { useLinks } from '../use-links.ts'
import { Pager } from './pager.tsx'
import { aPage, personQueries, whereOf } from './queries.ts'
import { personOf } from './use-person.ts'
import './persons.css'

/** The visits of one person, latest first. */
export function useVisits(asking: Asking | undefined, personId: string | undefined) {
  const { can } = useSession()
  const about = JSON.stringify([personId, asking && whereOf(asking)])
  const [at, turn] = useState({ about, page: 1 })
  const page = at.about === about ? at.page : 1
  const found = useQuery({
    ...personQueries.visits(personId ?? '', {
      ...(asking ? whereOf(asking) : { from: '', to: '' }),
      pageNumber: page,
      pageSize: aPage,
    }),
    enabled: asking !== undefined && personId !== undefined && can('customer.face'),
    placeholderData: keepPreviousData,
  })
  return { found, page, turn: (next: number) => turn({ about, page: next }) }
}

/** When a person came, how long it stayed and where it stopped: a line of visits. */
export function VisitTimeline({ panel, asking, className }: Special) {
  const t = useText()
  const { can } = useSession()
  const personId = personOf(asking)
  const { found, page, turn } = useVisits(asking, personId)
  const nothing =
    personId === undefined
      ? t({ zh: '选择人员后显示其到访', en: 'Visits appear once a person is chosen' })
      : t({
          zh: '该人员在所选日期没有到访，可放宽日期',
          en: 'No visits of this person in these days. Widen the dates',
        })
  const isUnasked = asking !== undefined && personId === undefined
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={
        !can('customer.face') ? 'forbidden' : isUnasked ? 'empty' : stateOf(found, ({ total }) => total === 0)
      }
      error={found.error}
      onRetry={() => void found.refetch()}
      isRefreshing={found.isFetching && found.data !== undefined}
      nothing={nothing}
    >
      <VisitLine visits={found.data?.records ?? []} />
      <Pager page={page} total={found.data?.total ?? 0} onTurn={turn} />
    </SpecialCard>
  )
}

export function VisitLine({ visits }: { visits: readonly VisitWithStops[] }) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const links = useLinks()
  return (
    <ol className="visit-line">
      {visits.map(visit => {
        const { shop, entrance, at, dwellSeconds, stops, trackId, personId, isNew, sinceDays, date } = visit
        const way =
          trackId === null
            ? undefined
            : links(
                'user_track_x',
                { kind: 'shop', shopId: shop.id },
                {
                  person: personId,
                  way: `${shop.id}.${trackId}`,
                  from: date,
                  to: date,
                },
              )
        return (
          <li key={`${visit.shopId} ${visit.visitId}`} data-new={isNew || undefined}>
            <div className="visit-head">
              <time dateTime={at}>
                {format.date(new Date(at), shop.timeZone)} {format.hourMinute(new Date(at), shop.timeZone)}
              </time>
              <span>{name(shop.name, shop.nameEn)}</span>
              {isNew && <Tag tone="positive">{t({ zh: '新客', en: 'New' })}</Tag>}
              {way && (
                <Link to={way} className="faces-button">
                  <Footprints size={13} aria-hidden />
                  {t({ zh: '看动线', en: 'See the way' })}
                </Link>
              )}
            </div>
            <div className="visit-about">
              {[
                t({ zh: '停留 {time}', en: 'stayed {time}' }, { time: format.duration(dwellSeconds * 1000) }),
                entrance && name(entrance.name, entrance.nameEn),
                sinceDays > 0 &&
                  t(
                    {
                      zh: '距上次 {days} 天',
                      en: '{days, plural, one {# day} other {# days}} since the last',
                    },
                    { days: sinceDays },
                  ),
              ]
                .filter(Boolean)
                .join(' · ')}
            </div>
            {stops.length > 0 && (
              <ul className="visit-stops">
                {stops.map(stop => (
                  <li key={`${stop.zone.id} ${stop.at}`}>
                    {name(stop.zone.name, stop.zone.nameEn)} {format.duration(stop.dwellSeconds * 1000)}
                  </li>
                ))}
              </ul>
            )}
          </li>
        )
      })}
    </ol>
  )
}
