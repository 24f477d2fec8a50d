import { Select } from 'antd'
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Freshness } from '../../lib/figures/delay.ts'
import type { Dictionary } from '../../lib/figures/use-question.ts'
import { useText } from '../../lib/i18n.ts'
import { addDays, dayOf } from '../../shell/date-picker/periods.ts'
import { useHotkeys } from '../../ui/hotkeys.ts'
import type { Asking } from '../views/ask.ts'
import type { Asked } from '../views/use-asking.ts'
import type { View, ViewPanel } from '../views/view.ts'
import type { Fit } from './artboards.ts'
import { BoardCard } from './board-card.tsx'
import { BoardExport } from './board-export.tsx'
import { BoardHeader } from './board-header.tsx'
import { BoardOwn } from './board-own.tsx'
import { Strip } from './figures.tsx'
import { begin, passed, pausedOrNot, slideSeconds, turned, usualSeconds } from './slide-show.ts'
import { Stage } from './stage.tsx'
import { usePicking } from './use-picking.ts'

type Props = {
  view: View
  asked: Asked
  dictionary: Dictionary
  fit: Fit
  fresh: Freshness | undefined
  isLastDay: boolean
}

const tickMs = 250

/** The days of a slide that has its own, up to yesterday: what is still going on is no ground for a comparison. */
function daysOf({ kind }: ViewPanel, { period }: Asking): Asking['period'] {
  const yesterday = addDays(dayOf(new Date()), -1)
  const last = (days: number) => ({ from: addDays(yesterday, 1 - days), to: yesterday })
  if (kind === 'trend') return last(14)
  if (kind === 'heatmap') return last(28)
  if (kind === 'list') return last(30)
  return period
}

/** Panels one after the other, for a meeting room with nobody at the keyboard; arrows and space for who is. */
export function Slides({ view, asked, dictionary, fit, fresh, isLastDay }: Props) {
  const t = useText()
  const { onPick, hrefOf } = usePicking()
  const [search, setSearch] = useSearchParams()
  const [show, change] = useState(begin)
  const isFlow = fit.shape === 'flow'
  const count = view.panels.length
  const wished = Number(search.get('seconds'))
  const seconds = slideSeconds.find(value => value === wished) ?? usualSeconds
  useEffect(() => {
    if (isFlow) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') change(now => passed(now, tickMs, seconds * 1000, count))
    }, tickMs)
    return () => clearInterval(timer)
  }, [seconds, count, isFlow])
  const turn = (by: number) => change(now => turned(now, by, count))
  const pause = () => change(pausedOrNot)
  const group = { zh: '会议大屏', en: 'Meeting-room screen' }
  useHotkeys([
    { keys: ['ArrowRight', 'PageDown'], text: { zh: '下一页', en: 'Next slide' }, group, run: () => turn(1) },
    { keys: ['ArrowLeft', 'PageUp'], text: { zh: '上一页', en: 'Slide before' }, group, run: () => turn(-1) },
    { keys: [' '], text: { zh: '暂停 / 继续', en: 'Pause or go on' }, group, run: pause },
    { keys: ['Home'], run: () => turn(-show.at) },
    { keys: ['End'], run: () => turn(count - 1 - show.at) },
  ])
  const asking = asked.isKnown ? asked.asking : undefined
  return (
    <Stage
      fit={fit}
      header={
        <BoardHeader
          view={view}
          asked={asked}
          fresh={fresh}
          isLastDay={isLastDay}
          isFlow={isFlow}
          tools={<BoardExport view={view} asked={asked} dictionary={dictionary} daysOf={daysOf} />}
          controls={
            <Select
              size="small"
              variant="borderless"
              aria-label={t({ zh: '每页时间', en: 'Time of a slide' })}
              value={seconds}
              onChange={value =>
                setSearch(
                  current => {
                    const next = new URLSearchParams(current)
                    next.set('seconds', String(value))
                    return next
                  },
                  { replace: true },
                )
              }
              options={slideSeconds.map(value => ({
                value,
                label: t({ zh: '每页 {value} 秒', en: '{value} s a slide' }, { value }),
              }))}
            />
          }
        />
      }
    >
      <div className="slides">
        {view.panels.map((panel, index) => (
          <div
            key={panel.id}
            className="slide"
            data-at={index === show.at || undefined}
            inert={!isFlow && index !== show.at}
          >
            <SlideFace
              view={view}
              panel={panel}
              asking={asking && { ...asking, period: daysOf(panel, asking) }}
              dictionary={dictionary}
              isFlow={isFlow}
              onPick={onPick}
              hrefOf={hrefOf}
            />
          </div>
        ))}
      </div>
      {!isFlow && (
        <nav className="slide-bar" aria-label={t({ zh: '幻灯片', en: 'Slides' })}>
          <button
            type="button"
            className="icon-button"
            aria-label={t({ zh: '上一页', en: 'Slide before' })}
            onClick={() => turn(-1)}
          >
            <ChevronLeft size={18} aria-hidden />
          </button>
          {view.panels.map((panel, index) => (
            <button
              key={panel.id}
              type="button"
              className="slide-mark"
              aria-current={index === show.at ? 'step' : undefined}
              onClick={() => turn(index - show.at)}
            >
              <span>{t(panel.title)}</span>
              <i aria-hidden>
                <b
                  style={{
                    width: `${index < show.at ? 100 : index > show.at ? 0 : Math.min(100, (show.shownMs * 100) / (seconds * 1000))}%`,
                  }}
                />
              </i>
            </button>
          ))}
          <button
            type="button"
            className="icon-button"
            aria-label={t({ zh: '下一页', en: 'Next slide' })}
            onClick={() => turn(1)}
          >
            <ChevronRight size={18} aria-hidden />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-pressed={show.isPaused}
            aria-label={
              show.isPaused ? t({ zh: '继续轮播', en: 'Go on' }) : t({ zh: '暂停轮播', en: 'Pause' })
            }
            title={t({ zh: '空格键', en: 'Space' })}
            onClick={pause}
          >
            {show.isPaused ? <Play size={16} aria-hidden /> : <Pause size={16} aria-hidden />}
          </button>
        </nav>
      )}
    </Stage>
  )
}

type FaceProps = Parameters<typeof BoardCard>[0] & { view: View }

function SlideFace({ view, ...face }: FaceProps) {
  const { panel, asking, dictionary, onPick } = face
  return (
    <BoardOwn view={view} panel={panel} asking={asking} dictionary={dictionary} onPick={onPick}>
      {panel.kind === 'kpi' ? <Strip {...face} from={0} /> : <BoardCard {...face} />}
    </BoardOwn>
  )
}
