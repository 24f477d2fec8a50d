import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../../../lib/format.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { useSession } from '../../../../lib/session.ts'
import { useStore } from '../../../../lib/store.ts'
import { useAddressFilter, words } from '../../../../shell/filters.ts'
import { Tag } from '../../../../ui/bits.tsx'
import { type PanelState, stateOf } from '../../../../ui/panel.tsx'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { KeywordField } from './gallery.tsx'
import { Pager } from './pager.tsx'
import { FacesButton, facesShown } from './pictures.tsx'
import { Portrait } from './portrait.tsx'
import { aPage, personQueries, traitsOf, whereOf } from './queries.ts'
import { useChosenWay } from './use-person.ts'
import { type OpenedWay, useWayOfPage } from './use-way.ts'
import { identityTone, identityWords } from './words.ts'
import './persons.css'

/** Visits that ceilings followed; one is chosen to be walked again. */
export function TrackedVisits({ panel, asking, className }: Special) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const { can } = useSession()
  const [keyword, search] = useAddressFilter('q', words)
  const [way, choose] = useChosenWay()
  const query = {
    ...(asking
      ? {
          ...whereOf(asking),
          identities: traitsOf(asking).identities,
          floorIds: asking.members.floor?.join(','),
          personIds: asking.members.person?.join(','),
        }
      : { from: '', to: '' }),
    keyword: keyword.trim(),
  }
  const about = JSON.stringify(query)
  const [at, turn] = useState({ about, page: 1 })
  const page = at.about === about ? at.page : 1
  const found = useQuery({
    ...personQueries.tracked({ ...query, pageNumber: page, pageSize: aPage }),
    enabled: asking !== undefined && can('track.view'),
    placeholderData: keepPreviousData,
  })
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={can('track.view') ? stateOf(found, ({ total }) => total === 0 && keyword === '') : 'forbidden'}
      error={found.error}
      onRetry={() => void found.refetch()}
      isRefreshing={found.isFetching && found.data !== undefined}
      height={420}
      nothing={t({
        zh: '所选日期没有动线，可换日期或门店。此图需要：顶视追踪设备',
        en: 'No ways are known for this day. Choose other days or shops. It needs: ceiling sensors that follow people',
      })}
      actions={<KeywordField value={keyword} onSearch={search} />}
    >
      <ul className="person-rows">
        {found.data?.records.map(one => (
          <li key={`${one.shopId} ${one.trackId}`}>
            <button
              type="button"
              className="person-row"
              aria-pressed={way?.trackId === one.trackId && way.shopId === one.shopId}
              onClick={() => choose(`${one.shopId}.${one.trackId}`)}
            >
              <span aria-hidden>
                <Portrait personId={one.personId} gender="unknown" name={one.personId} />
              </span>
              <span>
                <strong>#{one.personId}</strong>{' '}
                {one.identity !== 'customer' && (
                  <Tag tone={identityTone[one.identity]}>{t(identityWords[one.identity])}</Tag>
                )}
                <small>
                  {[
                    name(one.shop.name, one.shop.nameEn),
                    ...one.floors.map(floor => name(floor.name, floor.nameEn)),
                  ].join(' · ')}
                </small>
              </span>
              <span className="person-row-end">
                {format.moment(new Date(one.at), one.shop.timeZone)}
                <small>
                  {t(
                    {
                      zh: '{zones} 区 · {time}',
                      en: '{zones, plural, one {# zone} other {# zones}} · {time}',
                    },
                    { zones: one.zones, time: format.duration(one.seconds * 1000) },
                  )}
                </small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.data?.total === 0 && (
        <p>
          {t(
            {
              zh: '没有编号以「{keyword}」开头的动线',
              en: 'No way of a photo id that begins with “{keyword}”',
            },
            { keyword },
          )}
        </p>
      )}
      <Pager
        page={page}
        total={found.data?.total ?? 0}
        onTurn={next => turn({ about, page: next })}
        isSimple
      />
    </SpecialCard>
  )
}

/** Of a piece about the opened way: quiet until it is opened. */
function stateOfWay({ way, isAsked, found }: OpenedWay, isForbidden: boolean, isEmpty: boolean): PanelState {
  if (isForbidden) return 'forbidden'
  if (way === undefined || !isAsked) return 'empty'
  if (found.data) return isEmpty ? 'empty' : 'ready'
  return found.isError ? 'error' : 'loading'
}

/** Where somebody stopped on the opened way, and for how long. */
export function StopByStop({ panel, className }: Special) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const { can } = useSession()
  const opened = useWayOfPage()
  const track = opened.way && opened.found.data
  const stops = track?.stops ?? []
  const longest = Math.max(1, ...stops.map(({ dwellSeconds }) => dwellSeconds))
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={stateOfWay(opened, !can('track.view'), stops.length === 0)}
      error={opened.found.error}
      onRetry={() => void opened.found.refetch()}
      nothing={
        track
          ? t({ zh: '此次到访没有停留记录', en: 'No stops are known of this visit' })
          : t({ zh: '打开一条动线后显示', en: 'Appears once a way is opened' })
      }
    >
      <ol className="stop-list">
        {stops.map(stop => (
          <li key={`${stop.zone.id} ${stop.at}`}>
            <time dateTime={stop.at}>{format.hourMinute(new Date(stop.at), track?.shop.timeZone)}</time>
            <span>
              {name(stop.zone.name, stop.zone.nameEn)}
              <i
                className="stop-bar"
                style={{ width: `${Math.max(2, (stop.dwellSeconds / longest) * 100)}%` }}
              />
            </span>
            <span>{format.duration(stop.dwellSeconds * 1000)}</span>
          </li>
        ))}
      </ol>
    </SpecialCard>
  )
}

/** Where the face of the one who is followed was caught on the way. */
export function WayCaptures({ panel, className }: Special) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const { can } = useSession()
  const isShown = useStore(facesShown)
  const opened = useWayOfPage()
  const track = opened.way && opened.found.data
  const captures = track?.captures ?? []
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={stateOfWay(opened, !can('track.view') || !can('customer.face'), captures.length === 0)}
      error={opened.found.error}
      onRetry={() => void opened.found.refetch()}
      nothing={
        track
          ? t({ zh: '沿途没有抓拍', en: 'No face was caught on the way' })
          : t({ zh: '打开一条动线后显示', en: 'Appears once a way is opened' })
      }
      actions={captures.length > 0 && <FacesButton />}
    >
      <ul className="person-cards">
        {captures.map(one => (
          <li key={one.at}>
            <span className="person-card">
              <Portrait
                personId={track?.personId ?? '0'}
                gender="unknown"
                picture={isShown ? (one.picture ?? undefined) : undefined}
                name={t(
                  { zh: '{at} 的抓拍', en: 'Captured {at}' },
                  { at: format.clock(new Date(one.at), track?.shop.timeZone) },
                )}
              />
              <span className="person-card-words">
                <time dateTime={one.at} className="person-id">
                  {format.clock(new Date(one.at), track?.shop.timeZone)}
                </time>
                <span className="ellipsis">
                  {[
                    one.place && name(one.place.name, one.place.nameEn),
                    one.device && name(one.device.name, one.device.nameEn),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
            </span>
          </li>
        ))}
      </ul>
    </SpecialCard>
  )
}
