import type { ExportSchedule, ExportTemplate, Question } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Table } from 'antd'
import { Pause, Play, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../lib/api.ts'
import { useFormat } from '../lib/format.ts'
import { useText } from '../lib/i18n.ts'
import { Tag } from '../ui/bits.tsx'
import { Panel, stateOf } from '../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { jobTones } from './job-list.tsx'
import { act, changed, exportQueries } from './queries.ts'
import { ScheduleForm } from './schedule-form.tsx'
import { rhythmText, scheduleWords as words } from './schedule-text.ts'
import { stateNames } from './text.ts'

/** When templates are exported by themselves: the caller's own schedules, the next one first. */
export function SchedulePanel({
  templates,
  chosen,
  filters,
  placeName,
}: {
  templates: readonly ExportTemplate[]
  chosen: string | undefined
  filters: NonNullable<Question['filters']>
  placeName: string
}) {
  const t = useText()
  const { moment } = useFormat()
  const [isNew, begin] = useState(false)
  const schedules = useQuery(exportQueries.schedules())
  const state = stateOf(schedules, data => data.length === 0)

  const remove = ({ id, templateName }: ExportSchedule) =>
    act('schedules', async () => {
      const params = { scheduleId: id }
      await api.exportSchedules.remove({ params })
      toast.undo(words.removed, () => void act('schedules', () => api.exportSchedules.restore({ params })), {
        name: templateName,
      })
    })
  async function done(isSaved: boolean) {
    begin(false)
    if (!isSaved) return
    toast.success(words.saved)
    await changed('schedules')
  }
  return (
    <Panel
      id="schedules"
      title={t(words.schedules)}
      hint={t(words.note)}
      state={state}
      actions={
        <Button
          size="small"
          icon={<Plus size={14} aria-hidden />}
          disabled={isNew || templates.length === 0}
          onClick={() => begin(true)}
        >
          {t(words.create)}
        </Button>
      }
    >
      {isNew && (
        <ScheduleForm
          templates={templates}
          first={chosen}
          filters={filters}
          placeName={placeName}
          onDone={isSaved => void done(isSaved)}
        />
      )}
      {state === 'loading' && (
        <div className="panel-body">
          <Loading>
            <Bone height={64} />
          </Loading>
        </div>
      )}
      {state === 'error' && <ErrorState error={schedules.error} onRetry={() => void schedules.refetch()} />}
      {state === 'empty' && !isNew && <EmptyState text={t(words.none)} />}
      {state === 'ready' && (
        <Table<ExportSchedule>
          size="small"
          rowKey="id"
          dataSource={schedules.data ?? []}
          scroll={{ x: 1140 }}
          pagination={false}
          columns={[
            { title: t(words.template), dataIndex: 'templateName', ellipsis: true, width: 180 },
            { title: t(words.rhythm), width: 150, render: (_, schedule) => rhythmText(t, schedule) },
            { title: t(words.period), width: 90, render: (_, { period }) => t(words[period]) },
            { title: t(words.places), dataIndex: 'placeName', ellipsis: true, width: 120 },
            {
              title: t(words.people),
              ellipsis: true,
              width: 140,
              render: (_, { people }) =>
                people.length === 0
                  ? t(words.nobody)
                  : people.map(({ name }) => name).join(t({ zh: '、', en: ', ' })),
            },
            {
              title: t(words.next),
              width: 120,
              render: (_, { isPaused, nextAt }) =>
                isPaused ? <Tag>{t(words.paused)}</Tag> : moment(new Date(nextAt), 'Asia/Shanghai'),
            },
            { title: t(words.last), width: 170, render: (_, { last }) => <Last last={last} /> },
            {
              title: '',
              width: 170,
              render: (_, schedule) => (
                <span className="export-actions">
                  <Button
                    size="small"
                    icon={
                      schedule.isPaused ? <Play size={13} aria-hidden /> : <Pause size={13} aria-hidden />
                    }
                    onClick={() =>
                      void act('schedules', () =>
                        api.exportSchedules.pause({
                          params: { scheduleId: schedule.id },
                          body: { isPaused: !schedule.isPaused },
                        }),
                      )
                    }
                  >
                    {t(schedule.isPaused ? words.resume : words.pause)}
                  </Button>
                  <Button
                    size="small"
                    icon={<Trash2 size={13} aria-hidden />}
                    onClick={() => void remove(schedule)}
                  >
                    {t(words.remove)}
                  </Button>
                </span>
              ),
            },
          ]}
        />
      )}
    </Panel>
  )
}

/** What came of a schedule when it was last due. */
function Last({ last }: Pick<ExportSchedule, 'last'>) {
  const t = useText()
  const { moment } = useFormat()
  if (!last) return t(words.notYet)
  const { at, state, message } = last
  return (
    <span className="export-expiry">
      {moment(new Date(at), 'Asia/Shanghai')}{' '}
      {state ? (
        <Tag tone={jobTones[state]}>{t(stateNames[state])}</Tag>
      ) : message ? (
        <Tag tone="error">{t(words.notOrdered)}</Tag>
      ) : (
        t(words.gone)
      )}
      {message && <small>{t(message)}</small>}
    </span>
  )
}
