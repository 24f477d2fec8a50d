import { Button } from 'antd'
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { useText } from '../../lib/i18n.ts'
import { useWritten } from '../../lib/written.ts'
import { Tag } from '../../ui/bits.tsx'
import { Written } from '../../ui/written.tsx'
import type { Turns } from './use-turns.ts'

/** What runs and for how long: group and turn, seconds left, pause, back and next; what follows, unless it is short. */
export function TurnStatus({ turns, isShort = false }: { turns: Turns; isShort?: boolean }) {
  const t = useText()
  const written = useWritten()
  const { turn, rotation, following } = turns
  if (!turn) return null
  return (
    <div className="turn-status">
      <strong className="ellipsis">
        <Written text={turn.group} />
      </strong>
      {turn.of > 1 && (
        <Tag>
          {t({ zh: '第 {number} / {of} 屏', en: '{number} of {of}' }, { number: turn.number, of: turn.of })}
        </Tag>
      )}
      <span className="turn-bar" aria-hidden>
        <span style={{ width: `${(rotation?.progress ?? 0) * 100}%` }} />
      </span>
      <span className="turn-left">
        {!turns.isRunning
          ? t({ zh: '不在轮巡时段', en: 'Outside its hours' })
          : rotation === undefined
            ? t({ zh: '仅一屏', en: 'One turn only' })
            : turns.isPaused
              ? t({ zh: '已暂停', en: 'Paused' })
              : rotation.isHeld
                ? t({ zh: '操作中，暂停', en: 'Held while you work' })
                : t({ zh: '剩 {n} 秒', en: '{n} s left' }, { n: rotation.secondsLeft })}
      </span>
      {rotation && (
        <span className="turn-buttons">
          <Button
            size="small"
            icon={<ChevronLeft size={14} />}
            aria-label={t({ zh: '上一屏', en: 'Back' })}
            title={t({ zh: '上一屏', en: 'Back' })}
            onClick={() => turns.step(-1)}
          />
          <Button
            size="small"
            icon={turns.isPaused ? <Play size={14} /> : <Pause size={14} />}
            aria-pressed={turns.isPaused}
            onClick={() => turns.pause(!turns.isPaused)}
          >
            {turns.isPaused ? t({ zh: '继续', en: 'Go on' }) : t({ zh: '暂停', en: 'Pause' })}
          </Button>
          <Button size="small" icon={<ChevronRight size={14} />} onClick={() => turns.step(1)}>
            {t({ zh: '下一屏', en: 'Next' })}
          </Button>
        </span>
      )}
      {!isShort && following && following !== turn && (
        <span className="turn-next">
          {following.of > 1
            ? t(
                { zh: '接下来：{name} 第 {number} / {of} 屏', en: 'Next: {name}, {number} of {of}' },
                { name: written(following.group), number: following.number, of: following.of },
              )
            : t({ zh: '接下来：{name}', en: 'Next: {name}' }, { name: written(following.group) })}
        </span>
      )}
    </div>
  )
}
