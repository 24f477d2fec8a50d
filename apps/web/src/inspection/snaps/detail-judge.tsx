import type { PictureDetail } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { Tag } from '../../ui/bits.tsx'
import { useHotkeys } from '../../ui/hotkeys.ts'
import { toast } from '../../ui/toast.tsx'
import { RaiseDialog } from '../problems/raise-dialog.tsx'
import { RecordPanel } from '../records/record-panel.tsx'
import { galleryChanged, galleryQueries } from './queries.ts'
import { words } from './text.ts'

const judgements = ['good', 'problem', 'none'] as const
type Judgement = (typeof judgements)[number]

/** What a person thinks of it, and the way to a problem. */
export function Judge({ detail }: { detail: ReturnType<typeof useQuery<PictureDetail>> }) {
  const t = useText()
  const { can } = useSession()
  const [isRaising, raising] = useState(false)
  const mayJudge = can('inspect.score', 'inspect.operate')
  const mark = async (value: Judgement) => {
    const id = detail.data?.picture.id
    if (id === undefined) return
    try {
      await api.gallery.mark({ body: { ids: [id], mark: value === 'none' ? null : value } })
      await galleryChanged()
    } catch (error) {
      toast.error(error)
    }
  }
  useHotkeys(
    (
      [
        ['y', 'good'],
        ['n', 'problem'],
      ] as const
    ).map(([key, value]) => ({
      keys: [key],
      text: words[value],
      group: words.keyGroup,
      isEnabled: mayJudge && detail.data !== undefined,
      run: () => void mark(value),
    })),
  )
  return (
    <RecordPanel id="p3" title={t(words.score)} query={detail} height={96}>
      {({ picture }) => (
        <div className="snap-judge">
          <span>{t(words.judge)}</span>
          <Segmented<Judgement>
            disabled={!mayJudge}
            value={picture.mark ?? 'none'}
            options={judgements.map(value => ({
              value,
              label: t(words[value]),
            }))}
            onChange={value => void mark(value)}
          />
          {can('inspect.score', 'problem.handle') && (
            <Button onClick={() => raising(true)}>{t(words.raise)}</Button>
          )}
          {isRaising && (
            <RaiseDialog
              shopId={picture.shopId}
              cameraId={picture.cameraId ?? undefined}
              pictures={[picture]}
              onClose={() => raising(false)}
              onRaised={() => {
                raising(false)
                void mark('problem')
              }}
            />
          )}
        </div>
      )}
    </RecordPanel>
  )
}

export function Problems({ pictureId }: { pictureId: string }) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const { can } = useSession()
  const maySee = can('problem.view', 'problem.handle', 'inspect.view')
  const query = useQuery({ ...galleryQueries.problems(pictureId), enabled: maySee })
  return (
    <RecordPanel id="p4" title={t(words.linked)} query={query} height={96}>
      {data =>
        data.total === 0 ? (
          <p className="muted-text">{t(words.noLinked)}</p>
        ) : (
          <ul className="snap-problems">
            {data.records.map(problem => (
              <li key={problem.id}>
                <Link to={`/homePage/homeProblems?problemId=${problem.id}`}>
                  {name(problem.itemName, problem.itemNameEn)}
                </Link>
                <Tag tone={problem.status === 'closed' ? 'positive' : 'warning'}>
                  {t(statusNames[problem.status])}
                </Tag>
                <time>{format.moment(new Date(problem.raisedAt))}</time>
              </li>
            ))}
          </ul>
        )
      }
    </RecordPanel>
  )
}

const statusNames = {
  rectification: { zh: '整改中', en: 'Under rectification' },
  pending: { zh: '待复核', en: 'Pending review' },
  closed: { zh: '已关闭', en: 'Closed' },
} as const
