import { Segmented } from 'antd'
import { Pause, Play, Repeat, StepBack, StepForward } from 'lucide-react'
import { useFigure } from '../../../../lib/figures/figure.ts'
import { useText } from '../../../../lib/i18n.ts'
import { useStore } from '../../../../lib/store.ts'
import type { Special } from '../../kinds/special.ts'
import { RoundButton } from '../now/round-button.tsx'
import { SpecialCard } from '../special-card.tsx'
import { peaksOf } from './frames.ts'
import { player, setPlayer, speeds, togglePlay } from './player.ts'
import { useFilm } from './use-film.ts'
import './player.css'

/** The film as a bar of its pictures, taller the more heat: play, speed, step, loop; the fullest of each day is marked. */
export function TimeBar(props: Special) {
  const { panel, className } = props
  const t = useText()
  const figure = useFigure()
  const film = useFilm(props)
  const { frames, column } = film
  const { at: wanted, isPlaying, speed, isLooped } = useStore(player)
  const count = frames.length
  const at = Math.max(0, Math.min(wanted, count - 1))
  const frame = frames[at]
  const peaks = new Set(peaksOf(frames))
  const high = Math.max(1, ...frames.map(({ total }) => total))
  const write = (value: number) => (column ? figure.short(value, column) : '')
  const go = (to: number) => setPlayer({ at: Math.max(0, Math.min(count - 1, to)), isPlaying: false })
  const nextPeak = [...peaks].find(index => index > at) ?? [...peaks][0]
  const days = new Set(frames.map(({ at: time }) => time.slice(0, 10))).size
  const written = (time: string) => (days > 1 ? time.slice(5) : time.slice(11))
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={film.state}
      error={film.error}
      onRetry={film.retry}
      isRefreshing={film.isRefreshing}
      height={110}
      hint={frame && `${written(frame.at)} · ${write(frame.total)} ${column ? figure.unit(column) : ''}`}
    >
      <div className="time-bar">
        <div className="time-bar-tools">
          <RoundButton
            label={t({ zh: '上一格', en: 'One back' })}
            Icon={StepBack}
            onClick={() => go(at - 1)}
          />
          <button
            type="button"
            className="player-play"
            aria-label={isPlaying ? t({ zh: '暂停', en: 'Pause' }) : t({ zh: '播放', en: 'Play' })}
            onClick={() => togglePlay(count)}
          >
            {isPlaying ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
          </button>
          <RoundButton
            label={t({ zh: '下一格', en: 'One on' })}
            Icon={StepForward}
            onClick={() => go(at + 1)}
          />
          <Segmented
            size="small"
            aria-label={t({ zh: '速度', en: 'Speed' })}
            value={speed}
            options={speeds.map(value => ({ value, label: `${value}×` }))}
            onChange={value => setPlayer({ speed: value })}
          />
          <button
            type="button"
            className="icon-button"
            aria-pressed={isLooped}
            aria-label={t({ zh: '循环播放', en: 'Play in a loop' })}
            title={t({ zh: '循环播放', en: 'Play in a loop' })}
            onClick={() => setPlayer({ isLooped: !isLooped })}
          >
            <Repeat size={14} aria-hidden />
          </button>
          {nextPeak !== undefined && frames[nextPeak] && (
            <button type="button" className="time-peak" onClick={() => go(nextPeak)}>
              {t({ zh: '到高峰 {at}', en: 'To the peak {at}' }, { at: written(frames[nextPeak].at) })}
            </button>
          )}
        </div>
        <div className="time-bars" aria-hidden>
          {frames.map(({ at: time, total }, index) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: the slider below does the same with keys
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above
            <i
              key={time}
              title={`${written(time)} ${write(total)}`}
              data-at={index === at || undefined}
              data-peak={peaks.has(index) || undefined}
              style={{ height: `${Math.max(2, (total / high) * 100)}%` }}
              onClick={() => go(index)}
            />
          ))}
        </div>
        <input
          type="range"
          className="time-slider"
          min={0}
          max={Math.max(0, count - 1)}
          value={at}
          aria-label={t({ zh: '时间', en: 'Time' })}
          aria-valuetext={frame ? `${frame.at}, ${write(frame.total)}` : ''}
          onChange={event => go(Number(event.target.value))}
          onKeyDown={event => {
            if (event.key !== ' ') return
            event.preventDefault()
            togglePlay(count)
          }}
        />
        <div className="time-ends">
          <span>{frames[0] && written(frames[0].at)}</span>
          <span className="plan-note">
            {t({
              zh: '空格播放或暂停，方向键逐格；圆点为每日高峰',
              en: 'Space plays and pauses, arrows step; dots mark the peak of each day',
            })}
          </span>
          <span>{frames.at(-1) && written(frames.at(-1)?.at ?? '')}</span>
        </div>
      </div>
    </SpecialCard>
  )
}
