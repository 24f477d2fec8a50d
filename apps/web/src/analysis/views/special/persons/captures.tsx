import type { PersonVisit } from '@aisle/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { useSession } from '../../../../lib/session.ts'
import { oneOf, useAddressFilter, wholeNumber } from '../../../../shell/filters.ts'
import { Tag } from '../../../../ui/bits.tsx'
import { stateOf } from '../../../../ui/panel.tsx'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { useLinks } from '../use-links.ts'
import { Pager } from './pager.tsx'
import { FacesButton, pictureKey, usePictures } from './pictures.tsx'
import { Portrait } from './portrait.tsx'
import { aPage, personQueries, traitsOf, whereOf } from './queries.ts'
import { decade, genderWords } from './words.ts'
import './persons.css'

const states = ['all', 'yes', 'no'] as const

/** Captures as cameras sent them: matched to a person or not, and how late they came. */
export function CaptureGallery({ panel, asking, className }: Special) {
  const t = useText()
  const { can } = useSession()
  const mayLook = can('customer.face')
  const [matched, show] = useAddressFilter('status', oneOf(states, 'all'), ['page'])
  const [page, turn] = useAddressFilter('page', wholeNumber(1))
  const found = useQuery({
    ...personQueries.captures({
      ...(asking ? { ...whereOf(asking), ...traitsOf(asking) } : { from: '', to: '' }),
      ...(matched === 'all' ? {} : { matched }),
      pageNumber: page,
      pageSize: aPage,
    }),
    enabled: asking !== undefined && mayLook,
    placeholderData: keepPreviousData,
  })
  const pictures = usePictures(found.data?.records ?? [])
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={!mayLook ? 'forbidden' : stateOf(found, ({ total }) => total === 0 && matched === 'all')}
      error={found.error}
      onRetry={() => void found.refetch()}
      isRefreshing={found.isFetching && found.data !== undefined}
      height={420}
      nothing={t({
        zh: '该条件下没有抓拍，可放宽日期或筛选。此图需要：人脸抓拍设备',
        en: 'No captures for this. Widen the dates or filters. It needs: face cameras',
      })}
      hint={t({ zh: '未选设备时为全部人脸设备', en: 'All face cameras unless a device is chosen' })}
      actions={
        <>
          <FacesButton />
          <Segmented
            size="small"
            value={matched}
            options={[
              { value: 'all', label: t({ zh: '全部', en: 'All' }) },
              { value: 'yes', label: t({ zh: '已匹配', en: 'Matched' }) },
              { value: 'no', label: t({ zh: '未匹配', en: 'Not matched' }) },
            ]}
            onChange={show}
          />
        </>
      }
    >
      <ul className="person-cards">
        {found.data?.records.map(visit => (
          <li key={pictureKey(visit)}>
            <Capture visit={visit} picture={pictures.get(pictureKey(visit))} />
          </li>
        ))}
      </ul>
      {found.data?.total === 0 && (
        <p>{t({ zh: '没有此状态的抓拍', en: 'There are no captures of this status' })}</p>
      )}
      <Pager page={page} total={found.data?.total ?? 0} onTurn={turn} />
    </SpecialCard>
  )
}

function Capture({ visit, picture }: { visit: PersonVisit; picture: string | undefined }) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const links = useLinks()
  const { personId, gender, age, shop, device, at, captures, matched, uploadDelaySeconds } = visit
  const isMatched = personId !== '0'
  const href = isMatched ? links('snapshotDetail', { kind: 'all' }, { person: personId }) : undefined
  const body = (
    <>
      <Portrait
        personId={personId}
        gender={gender}
        picture={picture}
        name={
          isMatched
            ? t({ zh: '人员 {id}', en: 'Person {id}' }, { id: personId })
            : t({ zh: '未识别的人', en: 'Somebody unknown' })
        }
      />
      <span className="person-card-words">
        <span className="person-card-line">
          <Tag tone={isMatched ? 'positive' : 'warning'}>
            {isMatched ? t({ zh: '已匹配', en: 'Matched' }) : t({ zh: '未匹配', en: 'Not matched' })}
          </Tag>
          {isMatched && (
            <span>
              {t(genderWords[gender])} · {t(decade(age))}
            </span>
          )}
        </span>
        <span className="person-id">{isMatched ? `#${personId}` : '—'}</span>
        <span className="ellipsis">
          {[name(shop.name, shop.nameEn), device && name(device.name, device.nameEn)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className="person-card-line">
          <span>
            {t(
              { zh: '抓拍 {captures}，匹配 {matched}', en: '{captures} taken, {matched} matched' },
              { captures, matched },
            )}
          </span>
          <time dateTime={at}>{format.moment(new Date(at), shop.timeZone)}</time>
        </span>
        <span>
          {t({ zh: '上传延迟 {seconds} 秒', en: 'came {seconds} s late' }, { seconds: uploadDelaySeconds })}
        </span>
      </span>
    </>
  )
  return href === undefined ? (
    <span className="person-card">{body}</span>
  ) : (
    <Link className="person-card" to={href}>
      {body}
    </Link>
  )
}
