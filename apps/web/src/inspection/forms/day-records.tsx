import type { DailyRecord, Inspection, Picture } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { ChevronLeft, ChevronRight, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { useWritten } from '../../lib/written.ts'
import { Tag } from '../../ui/bits.tsx'
import { ConfirmPopover } from '../../ui/confirm.tsx'
import { panelAttributes, stateOf } from '../../ui/panel.tsx'
import { Bone, ErrorState, Loading } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { Written } from '../../ui/written.tsx'
import { dayOf, shiftDay } from '../playback/shop-day.ts'
import { refreshDailyRecords, refreshInspections, scoringQueries } from '../scoring/queries.ts'
import { formText as words } from './text.ts'

type Place = { shopId: string; timeZone: string }

/** The inspections of a shop on one day, today first; the user's own may be deleted and brought back. */
export function DayInspections({ shopId, timeZone }: Place) {
  const t = useText()
  const day = useDayChoice(timeZone)
  const list = useQuery(scoringQueries.inspections(shopId, day.day))
  const state = stateOf(list, records => records.length === 0)
  return (
    <section className="day-records" {...panelAttributes('day-inspections', state)}>
      <DayHead day={day} />
      <ListState list={list} state={state} empty={t(words.noInspections)} />
      <ul>
        {list.data?.map(record => (
          <InspectionLine key={record.id} record={record} />
        ))}
      </ul>
    </section>
  )
}

function InspectionLine({ record }: { record: Inspection }) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const line = t(words.inspectionLine, { all: record.itemCount, abnormal: record.abnormalCount })
  return (
    <RecordLine
      title={`${format.legacyMoment(record.inspectionTime)} ${record.userName}`}
      hint={line}
      ownerId={record.userId}
      onRemove={() =>
        removeWithUndo(
          () => api.scoring.delInspectionByIds({ params: { id: record.id } }),
          () => api.inspections.restore({ params: { ids: record.id } }),
          refreshInspections,
        )
      }
    >
      {record.inspectionDetails.map(detail => (
        <li key={detail.id}>
          <div className="record-line">
            <span>{name(detail.itemName, detail.itemNameEn)}</span>
            <Tag tone={tones[detail.result]}>{t(words[detail.result])}</Tag>
          </div>
          {detail.remark !== '' && (
            <p className="score-hint">
              <Written text={detail.remark} />
            </p>
          )}
          <Pictures pictures={detail.pictures} />
        </li>
      ))}
    </RecordLine>
  )
}
const tones = { normal: 'positive', abnormal: 'negative', na: 'neutral' } as const

/** The daily records of a shop on one day. */
export function DayNotes({ shopId, timeZone }: Place) {
  const t = useText()
  const day = useDayChoice(timeZone)
  const list = useQuery(scoringQueries.dailyRecords(shopId, day.day))
  const state = stateOf(list, records => records.length === 0)
  return (
    <section className="day-records" {...panelAttributes('day-notes', state)}>
      <DayHead day={day} />
      <ListState list={list} state={state} empty={t(words.noDaily)} />
      <ul>
        {list.data?.map(record => (
          <NoteLine key={record.id} record={record} />
        ))}
      </ul>
    </section>
  )
}

function NoteLine({ record }: { record: DailyRecord }) {
  const name = useName()
  const written = useWritten()
  const format = useFormat()
  return (
    <RecordLine
      title={`${format.legacyMoment(record.recordTime)} ${record.userName}`}
      hint={`${name(record.typeName, record.typeNameEn)} · ${written(record.content)}`}
      ownerId={record.userId}
      onRemove={() =>
        removeWithUndo(
          () => api.dailyRecords.remove({ params: { ids: record.id } }),
          () => api.dailyRecords.restore({ params: { ids: record.id } }),
          refreshDailyRecords,
        )
      }
    >
      <li>
        <p>
          <Written text={record.content} />
        </p>
        <Pictures pictures={record.pictures} />
      </li>
    </RecordLine>
  )
}

/** A line that opens in place. */
function RecordLine({
  title,
  hint,
  ownerId,
  onRemove,
  children,
}: {
  title: string
  hint: string
  ownerId: string
  onRemove: () => Promise<void>
  children: ReactNode
}) {
  const t = useText()
  const { user, can } = useSession()
  const [isOpen, open] = useState(false)
  return (
    <li className="day-record">
      <div className="day-record-line">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={t(words.open, { name: title })}
          onClick={() => open(!isOpen)}
        >
          <span>{title}</span>
          <small className="score-hint ellipsis">{hint}</small>
        </button>
        {ownerId === user?.id && can('inspect.score') && (
          <ConfirmPopover name={title} onConfirm={onRemove}>
            <button type="button" className="day-record-remove" aria-label={`${t(words.remove)} ${title}`}>
              <Trash2 size={14} aria-hidden />
            </button>
          </ConfirmPopover>
        )}
      </div>
      {isOpen && <ul className="day-record-body">{children}</ul>}
    </li>
  )
}

function Pictures({ pictures }: { pictures: readonly Picture[] }) {
  const t = useText()
  if (pictures.length === 0) return null
  return (
    <ul className="score-pictures">
      {pictures.map((picture, index) => (
        <li key={picture.id}>
          <a href={picture.fileAddr} target="_blank" rel="noreferrer">
            <img src={picture.thumbnailUrl} alt={t(words.picture, { number: index + 1 })} />
          </a>
        </li>
      ))}
    </ul>
  )
}

function ListState({
  list,
  state,
  empty,
}: {
  list: { error: unknown; refetch(): unknown }
  state: string
  empty: string
}) {
  if (state === 'loading')
    return (
      <Loading>
        <Bone height={80} />
      </Loading>
    )
  if (state === 'error') return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  return state === 'empty' ? <p className="day-records-empty">{empty}</p> : null
}

type DayChoice = { day: string; today: string; step(by: number): void }

function useDayChoice(timeZone: string): DayChoice {
  const today = dayOf(Date.now(), timeZone)
  const [day, go] = useState<string>()
  return {
    day: day ?? today,
    today,
    step(by) {
      const next = shiftDay(day ?? today, by)
      go(next >= today ? undefined : next)
    },
  }
}

function DayHead({ day: { day, today, step } }: { day: DayChoice }) {
  const t = useText()
  const format = useFormat()
  const label = day === today ? t(words.today) : format.date(new Date(`${day}T12:00:00`))
  return (
    <header className="day-head">
      <h3>{t(words.dayRecords)}</h3>
      <Button
        size="small"
        type="text"
        aria-label={t(words.previousDay)}
        icon={<ChevronLeft size={16} />}
        onClick={() => step(-1)}
      />
      <span>{label}</span>
      <Button
        size="small"
        type="text"
        aria-label={t(words.nextDay)}
        icon={<ChevronRight size={16} />}
        disabled={day >= today}
        onClick={() => step(1)}
      />
    </header>
  )
}

/** Deletes at once and offers to take it back. */
async function removeWithUndo(
  remove: () => Promise<unknown>,
  restore: () => Promise<unknown>,
  refresh: () => Promise<void>,
): Promise<void> {
  await remove()
  await refresh()
  toast.undo(words.removed, () => {
    restore()
      .then(() => {
        toast.success(words.restored)
        return refresh()
      })
      .catch((error: unknown) => toast.error(error))
  })
}
