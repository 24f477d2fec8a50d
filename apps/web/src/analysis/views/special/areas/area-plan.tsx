import { areaColors } from '@aisle/contract'
import { Button, Checkbox } from 'antd'
import { Combine, PenTool } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { cellOf, memberOf, useFigure } from '../../../../lib/figures/figure.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { useStore } from '../../../../lib/store.ts'
import { FloorPlanView } from '../../../../ui/floor-plan/floor-plan.tsx'
import { questionOf } from '../../ask.ts'
import type { Special } from '../../kinds/special.ts'
import { usePlanDrawing } from '../../plans/drawing.ts'
import { FloorOfPlan, firstFloor, ShopOfPlan } from '../../plans/plan-choice.tsx'
import { SpecialCard } from '../special-card.tsx'
import { AreaForm } from './area-form.tsx'
import { AreaLayer, DraftLayer } from './area-layer.tsx'
import { changed, newDraft, withZone } from './draft.ts'
import { edit, editingStore, pickedStore } from './store.ts'
import { useAreas } from './use-areas.ts'
import { useDrawingTool } from './use-drawing-tool.ts'
import '../../plans/plans.css'
import './areas.css'

/** The plan on which areas are drawn, over its zones shaded by their visits. */
export function AreaPlan(props: Special) {
  const { panel, asking, dictionary, className, onPick } = props
  const t = useText()
  const name = useName()
  const figure = useFigure()
  const { choice, shopId, plans, areas, state, error, mayEdit, retry } = useAreas(props)
  const editing = useStore(editingStore)
  const pickedArea = useStore(pickedStore)
  const [chosenFloor, chooseFloor] = useState<string>()
  const [isSnapping, snap] = useState(true)
  // What is drawn or pointed out brings its floor along.
  const ofEditing = plans.find(({ id }) => id === editing?.now.planId)
  const ofPicked = plans.find(({ id }) => id === areas.find(one => one.id === pickedArea)?.planId)
  const plan =
    ofEditing ??
    plans.find(({ floorId }) => floorId === chosenFloor) ??
    ofPicked ??
    firstFloor(plans, asking?.members.floor)
  const drawing = usePlanDrawing(plan)
  const tool = useDrawingTool(editing, plan, isSnapping)
  const question = useMemo(() => {
    if (!asking || shopId === undefined) return undefined
    const { compare: _, ...rest } = asking
    return questionOf(
      { ...panel, kind: 'rank' },
      { ...rest, members: {}, scope: { kind: 'shop', shopId } },
      dictionary.knows,
    )
  }, [asking, shopId, panel, dictionary])
  const answer = useQuestion(question)
  const column = answer.data?.columns.find(({ id }) => id === 'visits')
  const visits = new Map(
    (answer.data?.rows ?? []).map(row => [memberOf(row, 'zone').id, cellOf(row, 'visits').current]),
  )
  useEffect(
    () => () => {
      editingStore.set(undefined)
      pickedStore.set(undefined)
    },
    [],
  )
  const begin = (kind: 'drawn' | 'zones') => {
    if (!plan) return
    const taken = new Set(areas.map(({ color }) => color))
    const color = areaColors.find(one => !taken.has(one)) ?? 'blue'
    const count = areas.length + 1
    editingStore.set(newDraft(plan.id, kind, t({ zh: '区域 {count}', en: 'Area {count}' }, { count }), color))
    tool.pick(undefined)
  }
  const isPicking = editing?.now.shape.kind === 'zones' && editing.now.planId === plan?.id
  const write = (value: number) => (column ? figure.short(value, column) : String(value))
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={state}
      error={error}
      onRetry={retry}
      height={440}
      nothing={t({
        zh: '所选范围内没有带平面图的门店。请在页头选择一家门店。',
        en: 'No shop of this scope has a floor plan. Choose a shop in the header.',
      })}
    >
      {plan && drawing && (
        <div className="plan-piece">
          <FloorPlanView
            plan={drawing}
            height={460}
            summary={t(
              { zh: '{shop}{floor}平面图，可画自定义区域', en: 'Plan of {shop}, {floor}, to draw areas on' },
              { shop: name(plan.shopName, plan.shopNameEn), floor: name(plan.floorName, plan.floorNameEn) },
            )}
            format={write}
            valueName={t({ zh: '人次', en: 'Visits' })}
            zones={{ valueOf: id => visits.get(id) ?? null, isShaded: true }}
            onDraw={tool.handlers}
            onPick={id => {
              if (isPicking) edit(one => changed(one, withZone(one.now, id)))
              else onPick('zone', { id, name: '' })
            }}
            tools={
              <>
                <ShopOfPlan
                  shops={choice.shops}
                  shopId={plan.shopId}
                  onChoose={id => onPick('shop', { id, name: '' })}
                />
                {!editing && <FloorOfPlan plans={plans} floorId={plan.floorId} onChoose={chooseFloor} />}
                {mayEdit && !editing && (
                  <>
                    <Button
                      size="small"
                      icon={<PenTool size={14} aria-hidden />}
                      onClick={() => begin('drawn')}
                    >
                      {t({ zh: '画区域', en: 'Draw an area' })}
                    </Button>
                    <Button
                      size="small"
                      icon={<Combine size={14} aria-hidden />}
                      onClick={() => begin('zones')}
                    >
                      {t({ zh: '合并区域', en: 'Group zones' })}
                    </Button>
                  </>
                )}
                {tool.handlers && (
                  <Checkbox checked={isSnapping} onChange={event => snap(event.target.checked)}>
                    {t({ zh: '吸附到墙与区域', en: 'Snap to walls and zones' })}
                  </Checkbox>
                )}
              </>
            }
          >
            <AreaLayer
              areas={areas.filter(one => one.planId === plan.id && one.id !== editing?.now.id)}
              plan={plan}
              pickedId={pickedArea}
            />
            {editing && editing.now.planId === plan.id && (
              <DraftLayer draft={editing.now} plan={plan} picked={tool.picked} hover={tool.hover} />
            )}
          </FloorPlanView>
          {editing && editing.now.planId === plan.id && (
            <AreaForm editing={editing} plan={plan} picked={tool.picked} onPickCorner={tool.pick} />
          )}
          <p className="plan-note">
            {tool.handlers
              ? t({
                  zh: '点击放置角点，拖动可移动，边中点可加点；Ctrl+Z 撤销，Delete 删除角点，方向键微移所选角点（Alt 加快）。',
                  en: 'Click to set corners, drag to move them, take the middle of a side for one more; Ctrl+Z undoes, Delete removes a corner, arrows nudge the chosen one (Alt: farther).',
                })
              : isPicking
                ? t({ zh: '点击区域加入或移出', en: 'Choose zones to add them or take them out' })
                : t({ zh: '区域按人次着色', en: 'Zones are shaded by their visits' })}
          </p>
        </div>
      )}
    </SpecialCard>
  )
}
