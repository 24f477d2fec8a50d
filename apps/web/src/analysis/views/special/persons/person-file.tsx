import { type PersonDetail, type PersonIdentity, personIdentities } from '@aisle/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { messageOf } from '../../../../lib/problem.ts'
import { useSession } from '../../../../lib/session.ts'
import { Tag } from '../../../../ui/bits.tsx'
import { stateOf } from '../../../../ui/panel.tsx'
import { toast } from '../../../../ui/toast.tsx'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { useLinks } from '../use-links.ts'
import { FacesButton, pictureKey, usePictures } from './pictures.tsx'
import { Portrait } from './portrait.tsx'
import { personQueries, whereOf } from './queries.ts'
import { personOf } from './use-person.ts'
import { genderWords, identityTone, identityWords } from './words.ts'
import './persons.css'

/** One person: who cameras take it for, how often it came, and the place where that is put right. */
export function PersonFile({ panel, asking, className }: Special) {
  const t = useText()
  const links = useLinks()
  const { can } = useSession()
  const mayLook = can('customer.face')
  const personId = personOf(asking)
  const found = useQuery({
    ...personQueries.detail(personId ?? '', asking ? whereOf(asking) : { from: '', to: '' }),
    enabled: asking !== undefined && personId !== undefined && mayLook,
  })
  const pictures = usePictures(found.data ? [found.data.last] : [])
  const list = links('snapshotList', { kind: 'all' })
  const isChosen = personId !== undefined
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={!mayLook ? 'forbidden' : asking && !isChosen ? 'ready' : stateOf(found)}
      error={found.error}
      onRetry={() => void found.refetch()}
      isRefreshing={found.isFetching && found.data !== undefined}
      actions={found.data && <FacesButton />}
    >
      {!isChosen && (
        <p>
          {t({ zh: '还没有选择人员。', en: 'Nobody is chosen. ' })}
          {list && (
            <Link to={list} className="underlined">
              {t({ zh: '去抓拍列表查找', en: 'Find somebody in the snapshot list' })}
            </Link>
          )}
        </p>
      )}
      {found.data && isChosen && (
        <File person={found.data} picture={pictures.get(pictureKey(found.data.last))} />
      )}
    </SpecialCard>
  )
}

function File({ person, picture }: { person: PersonDetail; picture: string | undefined }) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const { personId, identity, gender, age, visits, days, shops, dwellSeconds, firstSeen, last, marked } =
    person
  const ageText =
    age === null ? t({ zh: '未知', en: 'unknown' }) : t({ zh: '约 {age} 岁', en: 'about {age}' }, { age })
  const facts: [string, string][] = [
    [t({ zh: '照片编号', en: 'Photo id' }), `#${personId}`],
    [t({ zh: '性别', en: 'Sex' }), t(genderWords[gender])],
    [t({ zh: '年龄', en: 'Age' }), ageText],
    [t({ zh: '期间到访', en: 'Visits in these days' }), format.number(visits)],
    [t({ zh: '到访天数', en: 'Days' }), format.number(days)],
    [t({ zh: '到访门店', en: 'Shops' }), format.number(shops)],
    [t({ zh: '累计停留', en: 'Stay, added up' }), format.duration(dwellSeconds * 1000)],
    [
      t({ zh: '平均停留', en: 'Mean stay' }),
      visits === 0 ? '—' : format.duration((dwellSeconds * 1000) / visits),
    ],
    [t({ zh: '首次出现', en: 'First seen' }), firstSeen],
    [t({ zh: '最近出现', en: 'Last seen' }), format.moment(new Date(last.at), last.shop.timeZone)],
    [t({ zh: '最近门店', en: 'Last shop' }), name(last.shop.name, last.shop.nameEn)],
  ]
  return (
    <>
      <div className="person-file">
        <Portrait
          personId={personId}
          gender={gender}
          picture={picture}
          name={t({ zh: '人员 {id}', en: 'Person {id}' }, { id: personId })}
        />
        <dl>
          <div>
            <dt>{t({ zh: '身份', en: 'Identity' })}</dt>
            <dd>
              <Tag tone={identityTone[identity]}>{t(identityWords[identity])}</Tag>
            </dd>
          </div>
          {facts.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          {picture !== undefined && /^https?:/.test(picture) && (
            <div>
              <dt>{t({ zh: '照片地址', en: 'Picture address' })}</dt>
              <dd>
                <a href={picture} target="_blank" rel="noreferrer">
                  {new URL(picture).host}
                </a>
              </dd>
            </div>
          )}
        </dl>
      </div>
      <Marks person={person} />
      {marked && (
        <p className="person-marks">
          {t(
            { zh: '{by} 于 {at} 标为{identity}', en: 'Marked as {identity} by {by}, {at}' },
            {
              by: marked.by,
              at: format.moment(new Date(marked.at)),
              identity: t(identityWords[marked.identity]),
            },
          )}
        </p>
      )}
    </>
  )
}

const actions = {
  customer: { zh: '标为顾客', en: 'Mark as customer' },
  clerk: { zh: '标为店员', en: 'Mark as clerk' },
  vip: { zh: '标为 VIP', en: 'Mark as VIP' },
} as const

const marked = {
  customer: { zh: '已标为顾客，统计随后更新', en: 'Marked as customer. Figures follow shortly' },
  clerk: { zh: '已标为店员，统计随后更新', en: 'Marked as clerk. Figures follow shortly' },
  vip: { zh: '已标为 VIP，统计随后更新', en: 'Marked as VIP. Figures follow shortly' },
} as const

function Marks({ person: { personId, identity } }: { person: PersonDetail }) {
  const t = useText()
  const client = useQueryClient()
  const mark = useMutation({
    mutationFn: (wanted: PersonIdentity) =>
      api.persons.mark({ params: { personId }, body: { identity: wanted } }),
    onSuccess(_, wanted) {
      toast.success(marked[wanted])
      void client.invalidateQueries({ queryKey: ['persons'] })
      void client.invalidateQueries({ queryKey: ['analysis'] })
    },
    onError: error => toast.error(messageOf(error)),
  })
  return (
    <div className="person-marks">
      {t({ zh: '身份不对？', en: 'Not right?' })}
      {personIdentities
        .filter(wanted => wanted !== identity)
        .map(wanted => (
          <Button
            key={wanted}
            size="small"
            loading={mark.isPending && mark.variables === wanted}
            disabled={mark.isPending}
            onClick={() => mark.mutate(wanted)}
          >
            {t(actions[wanted])}
          </Button>
        ))}
    </div>
  )
}
