import { useText } from '../../lib/i18n.ts'
import { PageMode, PhoneTitle } from '../../shell/chrome.tsx'
import { panelAttributes } from '../../ui/panel.tsx'
import { PhoneLive } from '../monitor/phone-live.tsx'
import { monitorText } from '../monitor/text.ts'
import type { Monitor } from '../monitor/use-monitor.ts'
import { useSwipe } from '../monitor/use-swipe.ts'
import type { Scoring } from '../scoring/use-scoring.ts'
import { PtzPad } from '../steering/ptz-pad.tsx'
import { VisitTimer } from '../visit/visit-panel.tsx'
import { VersusLast } from './checklist-desk.tsx'
import { CompareButton } from './compare-button.tsx'
import { CompareSlider } from './compare-slider.tsx'
import { EvidenceStrip } from './evidence-strip.tsx'
import { ItemForm } from './item-form.tsx'
import { ItemList } from './item-list.tsx'
import { checklistText as words } from './text.ts'
import type { Checklist } from './use-checklist.ts'

type Props = { monitor: Monitor; scoring: Scoring; checklist: Checklist }

/** The checklist in one hand: the picture on top, one item below it, the rest by scrolling. */
export function ChecklistPhone(props: Props) {
  const t = useText()
  const { monitor, scoring, checklist } = props
  const { cameras, index, steering, presets } = monitor
  const { standard } = checklist
  useSwipe(monitor.pane, monitor.step)
  return (
    <div className="phone">
      <PhoneTitle>{t(monitorText.position, { number: index + 1, all: cameras.length })}</PhoneTitle>
      <PageMode>
        <VisitTimer visit={monitor.visit} />
      </PageMode>
      <div className="phone-picture" ref={monitor.pane} {...panelAttributes('p2', 'ready')}>
        <PhoneLive monitor={monitor}>
          {checklist.isCompared && standard && (
            <CompareSlider
              key={standard}
              url={standard}
              label={t(checklist.isStandard ? words.standard : words.presetPicture)}
            />
          )}
        </PhoneLive>
      </div>
      <CompareButton checklist={checklist} />
      <div className="score-sheet">
        <ItemForm {...props} />
      </div>
      {steering && (
        <div className="thumb-zone">
          <PtzPad steering={steering} home={presets.home} />
        </div>
      )}
      <EvidenceStrip scoring={scoring} checklist={checklist} />
      <VersusLast checklist={checklist} />
      <ItemList {...props} />
    </div>
  )
}
