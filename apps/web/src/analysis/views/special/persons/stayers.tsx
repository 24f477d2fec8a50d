import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { useText } from '../../../../lib/i18n.ts'
import { useSession } from '../../../../lib/session.ts'
import { stateOf } from '../../../../ui/panel.tsx'
import { ErrorState } from '../../../../ui/states.tsx'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { useLinks } from '../use-links.ts'
import { KeywordField } from './gallery.tsx'
import { Pager } from './pager.tsx'
import { FacesButton, pictureKey, usePictures } from './pictures.tsx'
import { Portrait } from './portrait.tsx'
import { aPage, personQueries, traitsOf, whereOf } from './queries.ts'
import { useVisits, VisitLine } from './visits.tsx'
import { decade, genderWords, identityWords } from './words.ts'
import './persons.css'

/** Who stayed longest in all, and the visits of the one that is chosen. */
export function Stayers({ panel, asking, className }: Special) {
  const t = useText()
  const format = useFormat()
  const links = useLinks()
  const { can } = useSession()
  const mayLook = can('customer.face')
  const [keyword, search] = useState('')
  const [page, turn] = useState(1)
  const [chosen, choose] = useState<string>()
  const found = useQuery({
    ...personQueries.list({
      ...(asking ? { ...whereOf(asking), ...traitsOf(asking) } : { from: '', to: '' }),
      dwellBands: asking?.members.dwellBand?.join(','),
      frequencyBands: asking?.members.frequencyBand?.join(','),
      keyword,
      sort: 'dwell',
      pageNumber: page,
      pageSize: aPage,
    }),
    enabled: asking !== undefined && mayLook,
    placeholderData: keepPreviousData,
  })
  const people = found.data?.records ?? []
  const person = people.find(({ personId }) => personId === chosen) ?? people[0]
  const visits = useVisits(asking, person?.personId)
  const pictures = usePictures(people.map(({ last }) => last))
  const file = person && links('snapshotDetail', { kind: 'all' }, { person: person.personId })
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={mayLook ? stateOf(found, ({ total }) => total === 0) : 'forbidden'}
      error={found.error}
      onRetry={() => void found.refetch()}
      isRefreshing={found.isFetching && found.data !== undefined}
      height={360}
      nothing={t({
        zh: '该条件下没有识别到的顾客，可放宽日期或筛选',
        en: 'No customer was recognised for this. Widen the dates or filters',
      })}
      hint={t({ zh: '按累计停留排序', en: 'Longest stay in all first' })}
      actions={
        <>
          <FacesButton />
          <KeywordField
            value={keyword}
            onSearch={words => {
              search(words)
              turn(1)
            }}
          />
        </>
      }
    >
      <div className="stay-list">
        <div>
          <ul className="person-rows">
            {people.map(one => (
              <li key={one.personId}>
                <button
                  type="button"
                  className="person-row"
                  aria-pressed={one.personId === person?.personId}
                  onClick={() => choose(one.personId)}
                >
                  <span aria-hidden>
                    <Portrait
                      personId={one.personId}
                      gender={one.gender}
                      picture={pictures.get(pictureKey(one.last))}
                      name={one.personId}
                    />
                  </span>
                  <span>
                    <strong>#{one.personId}</strong>
                    <small>
                      {t(identityWords[one.identity])} · {t(genderWords[one.gender])} · {t(decade(one.age))}
                    </small>
                  </span>
                  <span className="person-row-end">
                    {format.duration(one.dwellSeconds * 1000)}
                    <small>
                      {t(
                        { zh: '{visits} 次，当日 {same}', en: '{visits} visits, {same} on the last day' },
                        { visits: one.visits, same: one.sameDayVisits },
                      )}
                    </small>
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <Pager page={page} total={found.data?.total ?? 0} onTurn={turn} isSimple />
        </div>
        <div>
          {file && (
            <p className="visit-about">
              <Link to={file}>{t({ zh: '打开人员详情', en: 'Open this person' })}</Link>
            </p>
          )}
          {visits.found.isError && (
            <ErrorState error={visits.found.error} onRetry={() => void visits.found.refetch()} />
          )}
          <VisitLine visits={visits.found.data?.records ?? []} />
          {visits.found.data && visits.found.data.total > aPage && (
            <Pager page={visits.page} total={visits.found.data.total} onTurn={visits.turn} isSimple />
          )}
        </div>
      </div>
    </SpecialCard>
  )
}
