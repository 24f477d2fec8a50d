import type { PersonRow } from '@aisle/contract'
import { Table, type TableColumnsType } from 'antd'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useNoted } from '../../../../lib/figures/notebook.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { stateOf } from '../../../../ui/panel.tsx'
import { ErrorState } from '../../../../ui/states.tsx'
import { questionOf } from '../../ask.ts'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { useLinks } from '../use-links.ts'
import { KeywordField } from './gallery.tsx'
import { Pager } from './pager.tsx'
import { FacesButton, pictureKey, usePictures } from './pictures.tsx'
import { Portrait } from './portrait.tsx'
import { aPage } from './queries.ts'
import { isStaySort, staying, stayStore, useStayers } from './use-stayers.ts'
import { useVisits, VisitLine } from './visits.tsx'
import { decade, genderWords, identityWords } from './words.ts'
import './persons.css'

/** Customers by what they stayed in all, by visits or by their last arrival; choosing one shows the visits beside. */
export function StayList({ panel, asking, dictionary, className }: Special) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const { found, people, person, mayLook, sort, keyword, page, change } = useStayers(asking)
  const pictures = usePictures(people.map(({ last }) => last))
  // Files of the page have the same customers in the same order.
  useNoted(
    asking && mayLook
      ? {
          ...questionOf(panel, asking, dictionary.knows),
          metrics: ['visits', { metric: 'dwell', calc: 'total' }],
          order: [{ by: 'dwell.total', value: 'current', direction: 'desc' }],
        }
      : undefined,
  )
  useEffect(() => () => stayStore.set(staying), [])

  const sorted = (key: string) => ({
    key,
    sorter: true,
    showSorterTooltip: false,
    sortOrder: sort === key ? ('descend' as const) : null,
    sortDirections: ['descend' as const, 'descend' as const],
  })
  const columns: TableColumnsType<PersonRow> = [
    {
      key: 'person',
      title: t({ zh: '顾客', en: 'Customer' }),
      width: 210,
      render: (_, one) => (
        <button
          type="button"
          className="person-row"
          aria-pressed={one.personId === person?.personId}
          onClick={() => change({ chosen: one.personId })}
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
        </button>
      ),
    },
    {
      ...sorted('dwell'),
      title: t({ zh: '累计停留', en: 'Stay in all' }),
      width: 130,
      align: 'right',
      render: (_, { dwellSeconds }) => format.duration(dwellSeconds * 1000),
    },
    {
      ...sorted('visits'),
      title: t({ zh: '到访次数', en: 'Visits' }),
      width: 100,
      align: 'right',
      render: (_, { visits }) => format.number(visits),
    },
    {
      key: 'sameDay',
      title: t({ zh: '当日到访', en: 'On the last day' }),
      width: 120,
      align: 'right',
      render: (_, { sameDayVisits }) => format.number(sameDayVisits),
    },
    {
      ...sorted('last'),
      title: t({ zh: '最近到店', en: 'Last arrival' }),
      width: 200,
      render: (_, { last }) => (
        <>
          <time dateTime={last.at}>{format.moment(new Date(last.at), last.shop.timeZone)}</time>
          <small className="stay-place">
            {[
              name(last.shop.name, last.shop.nameEn),
              last.entrance && name(last.entrance.name, last.entrance.nameEn),
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </>
      ),
    },
  ]
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={mayLook ? stateOf(found, ({ total }) => total === 0) : 'forbidden'}
      error={found.error}
      onRetry={() => void found.refetch()}
      isRefreshing={found.isFetching && found.data !== undefined}
      height={420}
      nothing={t({
        zh: '该条件下没有识别到的顾客，可放宽日期或筛选',
        en: 'No customer was recognised for this. Widen the dates or filters',
      })}
      actions={
        <>
          <FacesButton />
          <KeywordField
            value={keyword}
            onSearch={typed => change({ keyword: typed, page: 1, chosen: undefined })}
          />
        </>
      }
    >
      <Table<PersonRow>
        size="small"
        className="stay-table"
        rowKey="personId"
        columns={columns}
        dataSource={[...people]}
        scroll={{ x: 760 }}
        pagination={false}
        rowClassName={({ personId }) => (personId === person?.personId ? 'is-chosen' : '')}
        onChange={(_, __, sorter) => {
          const key = Array.isArray(sorter) ? undefined : sorter.columnKey
          if (isStaySort(key)) change({ sort: key, page: 1, chosen: undefined })
        }}
      />
      <Pager
        page={page}
        total={found.data?.total ?? 0}
        onTurn={next => change({ page: next, chosen: undefined })}
      />
    </SpecialCard>
  )
}

/** The visits of the customer that is chosen in the list; of the first one until then. */
export function StayVisits({ panel, asking, className }: Special) {
  const t = useText()
  const links = useLinks()
  const { found, person, mayLook } = useStayers(asking)
  const visits = useVisits(asking, person?.personId)
  const file = person && links('snapshotDetail', { kind: 'all' }, { person: person.personId })
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={mayLook ? stateOf(found, ({ total }) => total === 0) : 'forbidden'}
      error={found.error}
      onRetry={() => void found.refetch()}
      isRefreshing={visits.found.isFetching && visits.found.data !== undefined}
      height={360}
      nothing={t({ zh: '列表中没有顾客', en: 'There is no customer in the list' })}
      hint={
        person &&
        `#${person.personId} · ${t(identityWords[person.identity])} · ${t(genderWords[person.gender])} · ${t(decade(person.age))}`
      }
      actions={file && <Link to={file}>{t({ zh: '打开人员详情', en: 'Open this person' })}</Link>}
    >
      {visits.found.isError && (
        <ErrorState error={visits.found.error} onRetry={() => void visits.found.refetch()} />
      )}
      <VisitLine visits={visits.found.data?.records ?? []} />
      {visits.found.data && visits.found.data.total > aPage && (
        <Pager page={visits.page} total={visits.found.data.total} onTurn={visits.turn} isSimple />
      )}
    </SpecialCard>
  )
}
