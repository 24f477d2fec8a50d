import { isAllowed, type QualityEvent, qualityKinds, qualityStatuses } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { api } from '../lib/api.ts'
import { useText } from '../lib/i18n.ts'
import { useSession } from '../lib/session.ts'
import { Tag } from '../ui/bits.tsx'
import { TrendChart } from '../ui/chart/charts.tsx'
import { panelAttributes, stateOf } from '../ui/panel.tsx'
import { Bone, ErrorState, Loading } from '../ui/states.tsx'
import { StepDrawer } from '../ui/step-drawer.tsx'
import { toast } from '../ui/toast.tsx'
import { qualityChanged, qualityQueries } from './queries.ts'
import { eventTones, words } from './text.ts'
import { useEvidenceWords } from './use-evidence-words.ts'
import { type Quality, usePlaceWords } from './use-quality.ts'

type Props = {
  eventId: string
  quality: Quality
  onCorrect: (event: QualityEvent) => void
}

/** What speaks for an event: its figures, and the hours of its day beside what was to be expected. */
export function EventDrawer({ eventId, quality, onCorrect }: Props) {
  const t = useText()
  const say = usePlaceWords()
  const evidence = useEvidenceWords()
  const query = useQuery(qualityQueries.event(eventId))
  const list = useQuery({
    ...qualityQueries.events(quality.listed, quality.page),
    enabled: quality.isReady && quality.tab === 'events',
  })
  const ids = (list.data?.records ?? []).map(({ id }) => id)
  const event = query.data?.event
  return (
    <StepDrawer
      id={eventId}
      ids={ids}
      open={quality.openEvent}
      words={{ next: words.next, previous: words.previous, group: words.events }}
      className="quality-drawer"
      title={event ? t(qualityKinds[event.kind]) : t(words.evidence)}
      footer={event && <Decide key={`${event.id} ${event.version}`} event={event} onCorrect={onCorrect} />}
    >
      <section {...panelAttributes('p4', stateOf(query))} aria-label={t(words.evidence)}>
        {query.isPending && (
          <Loading>
            <Bone height={320} />
          </Loading>
        )}
        {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {query.data && event && (
          <>
            <p className="quality-where">
              <strong>{say.shop(event)}</strong> {say.line(event)}
              <br />
              {event.date} {event.from}–{event.to}{' '}
              <Tag tone={eventTones[event.status]}>{t(qualityStatuses[event.status])}</Tag>
            </p>
            <dl className="quality-facts">
              {evidence.entries(event).map(({ name, label, value }) => (
                <div key={name}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            {query.data.hours.length > 0 && (
              <>
                <h3>{t(words.chart)}</h3>
                <TrendChart
                  summary={t(words.chart)}
                  categoryName={t(words.hour)}
                  height={220}
                  shaded={shadedHours(event, query.data.hours)}
                  data={{
                    categories: query.data.hours.map(({ hour }) => `${hour}:00`),
                    series: [
                      { name: t(words.counted), values: query.data.hours.map(hour => hour.value) },
                      {
                        name: t(words.expected),
                        values: query.data.hours.map(hour => hour.expected),
                        isCompared: true,
                      },
                      { name: t(words.shown), values: query.data.hours.map(hour => hour.shown) },
                      { name: t(words.neighbours), values: neighboursOf(query.data.hours) },
                    ],
                  }}
                />
              </>
            )}
            {event.remark !== '' && (
              <p>
                {t(words.remark)}: {event.remark}
                {event.decidedBy && ` — ${event.decidedBy.userName}`}
              </p>
            )}
          </>
        )}
      </section>
    </StepDrawer>
  )
}

/** What the neighbours counted, brought to the size of the line: its shape is what can be compared. */
function neighboursOf(hours: readonly { expected: number | null; neighbours: number | null }[]) {
  const total = (of: (hour: (typeof hours)[number]) => number | null) =>
    hours.reduce((sum, hour) => sum + (of(hour) ?? 0), 0)
  const [expected, counted] = [total(hour => hour.expected), total(hour => hour.neighbours)]
  return hours.map(({ neighbours }) =>
    neighbours === null || counted === 0 ? null : Math.round((neighbours * expected) / counted),
  )
}

const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
function shadedHours(event: QualityEvent, hours: readonly { hour: number }[]): number[] {
  return hours.flatMap(({ hour }, index) =>
    hour * 60 < minutes(event.to) && (hour + 1) * 60 > minutes(event.from) ? [index] : [],
  )
}

function Decide({ event, onCorrect }: { event: QualityEvent; onCorrect: Props['onCorrect'] }) {
  const t = useText()
  const { user } = useSession()
  const [remark, write] = useState('')
  const [isSending, sending] = useState(false)
  const may = isAllowed(user?.authorities, ['warning.handle', 'device.manage'])
  if (!may || event.status === 'closed' || event.status === 'corrected') return null

  async function run(step: () => Promise<unknown>, done: typeof words.explained | typeof words.reopened) {
    sending(true)
    try {
      await step()
      toast.success(done)
    } catch (error) {
      toast.error(error)
    } finally {
      sending(false)
      void qualityChanged()
    }
  }
  const input = { params: { eventId: event.id } }
  if (event.status === 'acknowledged')
    return (
      <Button
        loading={isSending}
        onClick={() =>
          void run(() => api.quality.reopen({ ...input, body: { version: event.version } }), words.reopened)
        }
      >
        {t(words.reopen)}
      </Button>
    )
  return (
    <div className="quality-decide">
      <Input
        value={remark}
        maxLength={500}
        aria-label={t(words.remark)}
        placeholder={t(words.explainPlaceholder)}
        onChange={change => write(change.target.value)}
      />
      <Button
        loading={isSending}
        disabled={remark.trim() === ''}
        onClick={() =>
          void run(
            () =>
              api.quality.acknowledge({ ...input, body: { version: event.version, remark: remark.trim() } }),
            words.explained,
          )
        }
      >
        {t(words.explain)}
      </Button>
      {event.deviceId !== null && (
        <Button type="primary" onClick={() => onCorrect(event)}>
          {t(words.correct)}
        </Button>
      )}
    </div>
  )
}
