import { useName, useText } from '../../lib/i18n.ts'
import { PageMode, PagePane } from '../../shell/chrome.tsx'
import { RadarChart } from '../../ui/chart/charts.tsx'
import { Panel, panelAttributes } from '../../ui/panel.tsx'
import { AnnotateLayer } from '../monitor/annotate-layer.tsx'
import { MonitorPicture } from '../monitor/monitor-picture.tsx'
import { Toolbar } from '../monitor/toolbar.tsx'
import type { Monitor } from '../monitor/use-monitor.ts'
import type { Scoring } from '../scoring/use-scoring.ts'
import { VisitTimer } from '../visit/visit-panel.tsx'
import { CompareButton } from './compare-button.tsx'
import { CompareSlider } from './compare-slider.tsx'
import { EvidenceStrip } from './evidence-strip.tsx'
import { ItemForm } from './item-form.tsx'
import { ItemList } from './item-list.tsx'
import { checklistText as words } from './text.ts'
import type { Checklist } from './use-checklist.ts'

type Props = { monitor: Monitor; scoring: Scoring; checklist: Checklist }

/** The checklist on a desk: items left, the picture at the item's preset, score and evidence right. */
export function ChecklistDesk(props: Props) {
  const { monitor, scoring, checklist } = props
  return (
    <div className="monitor-with-score">
      <PageMode>
        <VisitTimer visit={monitor.visit} />
      </PageMode>
      <PagePane label={words.list} width={248}>
        <ItemList {...props} />
      </PagePane>
      <div className="monitor" {...panelAttributes('checklist', 'ready')}>
        <ItemPicture {...props} />
        <Toolbar monitor={monitor}>
          <CompareButton checklist={checklist} />
        </Toolbar>
        <EvidenceStrip scoring={scoring} checklist={checklist} />
      </div>
      <aside className="score-pane checklist-pane">
        <ItemForm {...props} />
        <VersusLast checklist={checklist} />
      </aside>
    </div>
  )
}

/** 对位画面, with the standard picture over its left part where that is wanted. */
function ItemPicture({ monitor, checklist }: Props) {
  const t = useText()
  const { standard } = checklist
  return (
    <div className="monitor-picture" ref={monitor.pane} {...panelAttributes('p2', 'ready')}>
      <MonitorPicture monitor={monitor}>
        {checklist.isCompared && standard && (
          <CompareSlider
            key={standard}
            url={standard}
            label={t(checklist.isStandard ? words.standard : words.presetPicture)}
          />
        )}
        {checklist.isCompared && !standard && monitor.phase === 'live' && (
          <span className="pane-label compare-name">{t(words.noStandard)}</span>
        )}
      </MonitorPicture>
      <AnnotateLayer monitor={monitor} />
    </div>
  )
}

/** 本次与上次: the share of points earned, by group. */
export function VersusLast({ checklist: { scores, last } }: { checklist: Checklist }) {
  const t = useText()
  const name = useName()
  const said = scores.map(({ name: zh, nameEn, now, last: before }) => {
    const share = (value: number | null) => (value === null ? '—' : `${value}%`)
    return `${name(zh, nameEn)} ${share(now)} / ${share(before)}`
  })
  const state = scores.length === 0 ? 'loading' : 'ready'
  return (
    <Panel id="p4" state={state} title={t(words.radar)} className="checklist-radar">
      <RadarChart
        summary={t(words.radarSummary, { groups: said.join(', ') })}
        height={220}
        max={100}
        format={value => `${value}%`}
        data={{
          categories: scores.map(score => name(score.name, score.nameEn)),
          series: [
            { name: t(words.thisTime), values: scores.map(({ now }) => now) },
            ...(last
              ? [{ name: t(words.lastTime), values: scores.map(score => score.last), isCompared: true }]
              : []),
          ],
        }}
      />
    </Panel>
  )
}
