import type { RotationBody } from '@aisle/contract'
import { Button } from 'antd'
import { Play, Square } from 'lucide-react'
import { useState } from 'react'
import { duration } from '../../lib/format.ts'
import { useLanguage, useText } from '../../lib/i18n.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TurnGrid } from './turn-grid.tsx'
import { TurnStatus } from './turn-status.tsx'
import { lengthOf, turnsOf } from './turns.ts'
import { useTurns } from './use-turns.ts'

type Plan = Pick<RotationBody, 'groups' | 'panesPerTurn' | 'seconds'>

/** Runs the plan at once in a small wall, saved or not. Nothing is connected before it is started. */
export function Rehearsal({ plan }: { plan: Plan }) {
  const t = useText()
  const language = useLanguage()
  const [isOn, turnOn] = useState(false)
  const count = turnsOf(plan).length
  return (
    <Panel
      id="p3"
      className="span-4 rehearsal"
      state={count === 0 ? 'empty' : 'ready'}
      title={t({ zh: '预演', en: 'Rehearsal' })}
      hint={
        count > 0 &&
        t(
          { zh: '{n} 屏，一轮 {time}', en: '{n} turns, {time} once through' },
          { n: count, time: duration(lengthOf(plan) * 1000, language) },
        )
      }
      actions={
        count > 0 && (
          <Button
            size="small"
            icon={isOn ? <Square size={12} /> : <Play size={12} />}
            onClick={() => turnOn(!isOn)}
          >
            {isOn ? t({ zh: '停止', en: 'Stop' }) : t({ zh: '开始预演', en: 'Start' })}
          </Button>
        )
      }
    >
      <div className="panel-body">
        {count === 0 ? (
          <EmptyState text={t({ zh: '方案里还没有摄像头', en: 'There are no cameras in the plan yet' })} />
        ) : isOn ? (
          <Running plan={plan} />
        ) : (
          <div className="rehearsal-still">
            {t({ zh: '点「开始预演」查看实际画面', en: 'Start to see the real pictures' })}
          </div>
        )}
      </div>
    </Panel>
  )
}

function Running({ plan }: { plan: Plan }) {
  const turns = useTurns({ ...plan, fromTime: null, toTime: null, ignoresHours: true })
  return (
    <>
      <div className="rehearsal-wall" data-theme="dark">
        <TurnGrid turns={turns} isSmall />
      </div>
      <TurnStatus turns={turns} />
    </>
  )
}
