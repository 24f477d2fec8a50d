import type { CheckshopRecord } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { pageAt, useRegistry } from '../../shell/registry.ts'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { StatusTag } from '../evaluation/status.tsx'
import { recordQueries } from './queries.ts'
import { words } from './text.ts'

/** What happened in a visit: each video with from when to when it was watched, and the scores that came of it. */
export function VisitDetail({ visit }: { visit: CheckshopRecord }) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const replay = useReplay()
  const query = useQuery(recordQueries.videos(visit.id))
  if (query.isPending)
    return (
      <Loading>
        <Bone height={96} />
      </Loading>
    )
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const { videos, evaluations } = query.data
  return (
    <div className="visit-detail" data-panel="visit" data-state={videos.length === 0 ? 'empty' : 'ready'}>
      {videos.length === 0 ? (
        <EmptyState text={t({ zh: '这次巡店没有看过画面', en: 'No video was watched in this visit' })} />
      ) : (
        <ol className="watched" aria-label={t({ zh: '看过的画面', en: 'Videos watched' })}>
          {videos.map(video => {
            const label = name(video.cameraName, video.cameraNameEn)
            const address = video.cameraId ? replay(visit.shopId, video.cameraId, video.from) : undefined
            return (
              <li key={video.id}>
                <span className="watched-camera ellipsis" title={label}>
                  {video.cameraNumber !== '' && <b>{video.cameraNumber}</b>}
                  {address ? <Link to={address}>{label}</Link> : label}
                </span>
                <span className="watched-time">
                  {video.from.slice(11)} – {video.to?.slice(11) ?? t(words.running)}
                </span>
                <span className="watched-length">
                  {video.seconds === null ? '—' : format.duration(video.seconds * 1000)}
                </span>
              </li>
            )
          })}
        </ol>
      )}
      {evaluations.map(evaluation => (
        <p key={evaluation.id} className="visit-score">
          {t({ zh: '评估', en: 'Evaluation' })} <strong>{evaluation.score.toFixed(1)}</strong>{' '}
          <StatusTag status={evaluation.status} />{' '}
          {t({ zh: '扣分 {n} 项', en: '{n} deductions' }, { n: evaluation.deductCount })}
        </p>
      ))}
    </div>
  )
}

/** The recording of what was seen then, for those who may look at recordings. */
function useReplay() {
  const { pages } = useRegistry()
  const { can } = useSession()
  const page = pageAt(pages, '/inspection/playback')
  return (shopId: string, cameraId: string, from: string): string | undefined => {
    if (!page || !can(...page.authority)) return undefined
    const search = new URLSearchParams({
      shop: shopId,
      cameras: cameraId,
      at: from.replace(' ', 'T'),
    })
    return `${page.path}?${search}`
  }
}
