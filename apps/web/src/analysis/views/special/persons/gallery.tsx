import type { PersonRow } from '@aisle/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { useSession } from '../../../../lib/session.ts'
import { useAddressFilter, wholeNumber, words } from '../../../../shell/filters.ts'
import { Tag } from '../../../../ui/bits.tsx'
import { stateOf } from '../../../../ui/panel.tsx'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { useLinks } from '../use-links.ts'
import { Pager } from './pager.tsx'
import { FacesButton, pictureKey, usePictures } from './pictures.tsx'
import { Portrait } from './portrait.tsx'
import { aPage, personQueries, traitsOf, whereOf } from './queries.ts'
import { decade, genderWords, identityTone, identityWords } from './words.ts'
import './persons.css'

/** Who was seen, one card a person; each leads to that person's page. */
export function PersonGallery({ panel, asking, className }: Special) {
  const t = useText()
  const { can } = useSession()
  const mayLook = can('customer.face')
  const [keyword, search] = useAddressFilter('q', words, ['page'])
  const [wanted, turn] = useAddressFilter('page', wholeNumber(1))
  const filter = asking && { ...whereOf(asking), ...traitsOf(asking), keyword: keyword.trim() }
  // Another filter begins with its first page.
  const [about, setAbout] = useState(JSON.stringify(filter))
  const isOther = filter !== undefined && JSON.stringify(filter) !== about
  const page = isOther && about !== undefined ? 1 : wanted
  useEffect(() => {
    if (!isOther) return
    if (about !== undefined) turn(1)
    setAbout(JSON.stringify(filter))
  })
  const found = useQuery({
    ...personQueries.list({ from: '', to: '', ...filter, pageNumber: page, pageSize: aPage }),
    enabled: filter !== undefined && mayLook,
    placeholderData: keepPreviousData,
  })
  const pictures = usePictures(found.data?.records.map(({ last }) => last) ?? [])
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={mayLook ? stateOf(found, ({ total }) => total === 0) : 'forbidden'}
      error={found.error}
      onRetry={() => void found.refetch()}
      isRefreshing={found.isFetching && found.data !== undefined}
      height={420}
      nothing={
        keyword.trim() === ''
          ? t({
              zh: '该条件下没有识别到的人员，可放宽日期或筛选。此图需要：精准客流设备',
              en: 'Nobody was recognised for this. Widen the dates or filters. It needs: face cameras',
            })
          : t(
              { zh: '没有编号以「{keyword}」开头的人员', en: 'No photo id begins with “{keyword}”' },
              { keyword },
            )
      }
      actions={
        <>
          <FacesButton />
          <KeywordField value={keyword} onSearch={search} />
        </>
      }
    >
      <ul className="person-cards">
        {found.data?.records.map(person => (
          <PersonCard key={person.personId} person={person} picture={pictures.get(pictureKey(person.last))} />
        ))}
      </ul>
      <Pager page={page} total={found.data?.total ?? 0} onTurn={turn} />
    </SpecialCard>
  )
}

/** The beginning of a photo id, asked for when it is entered. */
export function KeywordField({ value, onSearch }: { value: string; onSearch: (words: string) => void }) {
  const t = useText()
  const [typed, type] = useState(value)
  return (
    <Input.Search
      size="small"
      allowClear
      className="person-search"
      placeholder={t({ zh: '照片编号', en: 'Photo id' })}
      aria-label={t({ zh: '按照片编号查找', en: 'Find by photo id' })}
      value={typed}
      maxLength={40}
      onChange={event => type(event.target.value)}
      onSearch={words => onSearch(words.trim())}
    />
  )
}

function PersonCard({ person, picture }: { person: PersonRow; picture: string | undefined }) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const links = useLinks()
  const { personId, identity, gender, age, visits, last } = person
  const href = links('snapshotDetail', { kind: 'all' }, { person: personId })
  const at = new Date(last.at)
  const said = t(
    { zh: '{identity}，{gender}，{age}，编号 {id}', en: '{identity}, {gender}, {age}, photo id {id}' },
    {
      identity: t(identityWords[identity]),
      gender: t(genderWords[gender]),
      age: t(decade(age)),
      id: personId,
    },
  )
  const body = (
    <>
      <Portrait personId={personId} gender={gender} picture={picture} name={said} />
      <span className="person-card-words">
        <span className="person-card-line">
          <Tag tone={identityTone[identity]}>{t(identityWords[identity])}</Tag>
          <span>
            {t(genderWords[gender])} · {t(decade(age))}
          </span>
        </span>
        <span className="person-id">#{personId}</span>
        <span className="ellipsis">
          {name(last.shop.name, last.shop.nameEn)}
          {last.entrance && ` · ${name(last.entrance.name, last.entrance.nameEn)}`}
        </span>
        <span className="person-card-line">
          <span>
            {t(
              { zh: '到访 {visits} 次', en: '{visits, plural, one {# visit} other {# visits}}' },
              { visits },
            )}
          </span>
          <time dateTime={last.at}>{format.moment(at, last.shop.timeZone)}</time>
        </span>
      </span>
    </>
  )
  return (
    <li>
      {href === undefined ? (
        <span className="person-card">{body}</span>
      ) : (
        <Link className="person-card" to={href}>
          {body}
        </Link>
      )}
    </li>
  )
}
