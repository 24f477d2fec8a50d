import type { PictureMark } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Check, ChevronLeft, ChevronRight, PencilLine, TriangleAlert, ZoomIn } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useFormat } from '../../../lib/format.ts'
import { useName, useText } from '../../../lib/i18n.ts'
import { queryClient } from '../../../lib/queries.ts'
import { useSession } from '../../../lib/session.ts'
import { useWritten } from '../../../lib/written.ts'
import { Kbd, Tag } from '../../../ui/bits.tsx'
import { useHotkeys } from '../../../ui/hotkeys.ts'
import { Annotator } from '../../annotate/annotator.tsx'
import { DrawnShapes } from '../../annotate/drawn-shapes.tsx'
import { galleryChanged, galleryQueries } from '../queries.ts'
import type { Taken } from './review.ts'
import { words } from './text.ts'

type Props = {
  taken: readonly Taken[]
  current: Taken
  show: (shot: Taken) => void
  judge: (shot: Taken, mark: PictureMark | null) => void
  /** Takes the pen to the form of problems; absent for who may raise none. */
  toRaise: (() => void) | undefined
}
const group = { zh: '抓拍巡店', en: 'Snapshot patrol' }
const steps = [1, 2, 4]

/** One picture large, all of them below; judged, circled and gone through by key. */
export function ReviewWall({ taken, current, show, judge, toRaise }: Props) {
  const t = useText()
  const written = useWritten()
  const name = useName()
  const format = useFormat()
  const { can } = useSession()
  const [isDrawing, draw] = useState(false)
  const [zoom, setZoom] = useState(1)
  const detail = useQuery(galleryQueries.detail(current.picture.id))
  const [drawn] = detail.data?.annotations ?? []
  const { picture } = current
  const at = taken.findIndex(shot => shot.id === current.id)
  const mayJudge = can('inspect.score', 'inspect.operate')
  const step = (by: number) => {
    const shot = taken[at + by]
    if (!shot) return
    setZoom(1)
    show(shot)
  }
  const larger = () => setZoom(steps[(steps.indexOf(zoom) + 1) % steps.length] ?? 1)
  const mark = (value: PictureMark) => judge(current, picture.mark === value ? null : value)
  const free = !isDrawing
  const keys = (
    key: string,
    text: (typeof words)[keyof typeof words],
    run: () => void,
    isEnabled = free,
  ) => ({
    keys: [key],
    text,
    group,
    isEnabled,
    run,
  })
  useHotkeys([
    keys('j', words.next, () => step(1)),
    keys('k', words.previous, () => step(-1)),
    keys('y', words.good, () => mark('good'), free && mayJudge),
    keys('n', words.problem, () => mark('problem'), free && mayJudge),
    keys('a', words.circle, () => draw(true), free && mayJudge && detail.data !== undefined),
    keys('p', words.toRaise, () => toRaise?.(), free && toRaise !== undefined),
    keys('z', words.larger, larger),
  ])
  const label = `${name(current.shopname, current.shopnameEn)} · ${current.cameraNumber} ${name(current.cameraName, current.cameraNameEn)}`

  return (
    <div className="shoot-review">
      <div className="snap-tools">
        <b className="ellipsis">{label}</b>
        {current.presetName !== '' && <Tag>{written(current.presetName)}</Tag>}
        <time>{format.legacyMoment(picture.fileTime)}</time>
        {current.problemCount > 0 && (
          <Tag tone="error">{t(words.raisedHere, { n: current.problemCount })}</Tag>
        )}
        <span className="snap-tools-end">
          <span className="shoot-place">{t(words.place, { at: at + 1, total: taken.length })}</span>
          <Button
            size="small"
            icon={<ChevronLeft size={14} />}
            aria-label={t(words.previous)}
            title={`${t(words.previous)} (K)`}
            disabled={at <= 0}
            onClick={() => step(-1)}
          />
          <Button
            size="small"
            icon={<ChevronRight size={14} />}
            aria-label={t(words.next)}
            title={`${t(words.next)} (J)`}
            disabled={at >= taken.length - 1}
            onClick={() => step(1)}
          />
        </span>
      </div>
      {isDrawing && detail.data ? (
        <Annotator
          picture={picture}
          shapes={drawn?.shapes ?? []}
          version={drawn?.version ?? 0}
          onClose={() => draw(false)}
          onSaved={saved => {
            queryClient.setQueryData(galleryQueries.detail(picture.id).queryKey, saved)
            void galleryChanged()
            draw(false)
          }}
        />
      ) : (
        <>
          <div className="snap-stage shoot-stage">
            <div className="snap-turned" style={{ width: `${zoom * 100}%` }}>
              <img className="snap-whole" src={picture.fileAddr} alt={`${label} ${picture.fileTime}`} />
              {drawn && <DrawnShapes shapes={drawn.shapes} width={picture.width} height={picture.height} />}
            </div>
          </div>
          <div className="shoot-verdict">
            {mayJudge && (
              <>
                <Button
                  icon={<Check size={14} />}
                  aria-pressed={picture.mark === 'good'}
                  className={picture.mark === 'good' ? 'shoot-good' : ''}
                  onClick={() => mark('good')}
                >
                  {t(words.good)} <Kbd keys="y" />
                </Button>
                <Button
                  icon={<TriangleAlert size={14} />}
                  aria-pressed={picture.mark === 'problem'}
                  className={picture.mark === 'problem' ? 'shoot-bad' : ''}
                  onClick={() => mark('problem')}
                >
                  {t(words.problem)} <Kbd keys="n" />
                </Button>
                <Button
                  icon={<PencilLine size={14} />}
                  disabled={detail.data === undefined}
                  onClick={() => draw(true)}
                >
                  {t(words.circle)} <Kbd keys="a" />
                </Button>
              </>
            )}
            <Button icon={<ZoomIn size={14} />} onClick={larger}>
              {zoom === steps.at(-1) ? t(words.whole) : t(words.larger)} <Kbd keys="z" />
            </Button>
            <Link to={`/x_2_SnapPlan/x_2_SnapPicDetail?shop=${picture.shopId}&picture=${picture.id}`}>
              {t({ zh: '抓图详情', en: 'Snapshot detail' })}
            </Link>
          </div>
        </>
      )}
      <Thumbnails taken={taken} current={current} show={show} />
    </div>
  )
}

function Thumbnails({ taken, current, show }: Pick<Props, 'taken' | 'current' | 'show'>) {
  const t = useText()
  const written = useWritten()
  const name = useName()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current
      ?.querySelector(`[data-shot="${CSS.escape(current.id)}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current.id])
  return (
    <ul className="shoot-thumbs" ref={list}>
      {taken.map(shot => {
        const { picture } = shot
        const label = `${name(shot.shopname, shot.shopnameEn)} ${shot.cameraNumber} ${name(shot.cameraName, shot.cameraNameEn)} ${written(shot.presetName)}`
        return (
          <li key={shot.id} data-shot={shot.id}>
            <button type="button" aria-pressed={shot.id === current.id} onClick={() => show(shot)}>
              <img src={picture.thumbnailUrl} alt={label} loading="lazy" />
              <span className="ellipsis">{name(shot.shopname, shot.shopnameEn)}</span>
              <span className="ellipsis muted-text">
                {shot.cameraNumber} {written(shot.presetName) || name(shot.cameraName, shot.cameraNameEn)}
              </span>
              {picture.mark && (
                <span className="shoot-mark">
                  <Tag tone={picture.mark === 'good' ? 'positive' : 'error'}>{t(words[picture.mark])}</Tag>
                </span>
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
