import { areaColors, type FloorPlan } from '@aisle/contract'
import { useMutation } from '@tanstack/react-query'
import { Button, Checkbox, Input } from 'antd'
import { Plus, Redo2, Undo2, X } from 'lucide-react'
import { api } from '../../../../lib/api.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { isProblem } from '../../../../lib/problem.ts'
import { queryClient } from '../../../../lib/queries.ts'
import { LeaveGuard, PhaseTag, phaseOf } from '../../../../shell/settings/settings-state.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { RoundButton } from '../now/round-button.tsx'
import {
  changed,
  cornersOf,
  type Draft,
  type Editing,
  editingOf,
  faultOf,
  isChanged,
  mostCorners,
  redone,
  touched,
  undone,
  withCorner,
  withMovedCorner,
  withoutCorner,
  withZone,
} from './draft.ts'
import { edit, editingStore, pickedStore } from './store.ts'
import { colorNames, colorOf, faultTexts } from './text.ts'

const bodyOf = ({ planId, name, color, isShared, shape }: Draft) => ({
  planId,
  name: name.trim(),
  color,
  isShared,
  shape,
})

/** Name, colour and corners of the area that is drawn: everything that the pointer does, by fields too. */
export function AreaForm({
  editing,
  plan,
  picked,
  onPickCorner,
}: {
  editing: Editing
  plan: FloorPlan
  picked: number | undefined
  onPickCorner: (index: number | undefined) => void
}) {
  const t = useText()
  const name = useName()
  const { now } = editing
  const fault = faultOf(now)
  const hasChanged = isChanged(editing)
  const save = useMutation({
    mutationFn: (draft: Draft) =>
      draft.id === undefined
        ? api.customAreas.create({ body: bodyOf(draft) })
        : api.customAreas.update({
            params: { areaId: draft.id },
            body: { ...bodyOf(draft), version: draft.version ?? 0 },
          }),
    async onSuccess(area) {
      editingStore.set(undefined)
      pickedStore.set(area.id)
      toast.success({ zh: '已保存「{name}」', en: 'Saved {name}' }, { name: area.name })
      await queryClient.invalidateQueries({ queryKey: ['floorPlans', 'areas'] })
      await queryClient.invalidateQueries({ queryKey: ['floorPlans', 'areaFigures'] })
    },
    async onError(error) {
      toast.error(error)
      if (!isProblem(error) || error.reason !== 'changed' || now.id === undefined) return
      // Somebody was faster (another window): what is kept now is what there is to change.
      await queryClient.invalidateQueries({ queryKey: ['floorPlans', 'areas'] })
      const present = (await api.customAreas.list({ query: { shopId: plan.shopId } })).find(
        ({ id }) => id === now.id,
      )
      if (present) editingStore.set({ ...editingOf(present), now: { ...now, version: present.version } })
    },
  })
  const corners = cornersOf(now)
  return (
    <form
      className="area-form"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (!fault && hasChanged) save.mutate(now)
      }}
    >
      <LeaveGuard isChanged={hasChanged} />
      <label className="area-name" htmlFor="area-name">
        {t({ zh: '名称', en: 'Name' })}
        <Input
          id="area-name"
          size="small"
          maxLength={40}
          value={now.name}
          onChange={event => edit(one => touched(one, { name: event.target.value }))}
        />
      </label>
      <fieldset className="area-colors">
        <legend>{t({ zh: '颜色', en: 'Colour' })}</legend>
        {areaColors.map(color => (
          <button
            key={color}
            type="button"
            aria-pressed={now.color === color}
            aria-label={t(colorNames[color])}
            title={t(colorNames[color])}
            style={{ background: colorOf[color] }}
            onClick={() => edit(one => changed(one, { color }))}
          />
        ))}
      </fieldset>
      <Checkbox
        checked={now.isShared}
        onChange={event => edit(one => changed(one, { isShared: event.target.checked }))}
      >
        {t({ zh: '本店所有人可见', en: 'Shown to all who see this shop' })}
      </Checkbox>
      <span className="area-history">
        <RoundButton label={t({ zh: '撤销', en: 'Undo' })} Icon={Undo2} onClick={() => edit(undone)} />
        <RoundButton label={t({ zh: '重做', en: 'Redo' })} Icon={Redo2} onClick={() => edit(redone)} />
      </span>
      {now.shape.kind === 'drawn' ? (
        <details className="area-corners">
          <summary>{t({ zh: '角点坐标（{n} 个）', en: 'Corners ({n})' }, { n: corners.length })}</summary>
          <ol>
            {corners.map(([x, y], index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a corner is known by its place
              <li key={index} data-at={picked === index || undefined}>
                <span>{index + 1}</span>
                {(['x', 'y'] as const).map(axis => (
                  <label key={axis}>
                    <span className="visually-hidden">
                      {axis === 'x'
                        ? t(
                            { zh: '角点 {n} 距左（米）', en: 'Corner {n}: from the left (m)' },
                            { n: index + 1 },
                          )
                        : t(
                            { zh: '角点 {n} 距上（米）', en: 'Corner {n}: from the top (m)' },
                            { n: index + 1 },
                          )}
                    </span>
                    <input
                      type="number"
                      step={0.1}
                      min={0}
                      max={(axis === 'x' ? plan.widthCm : plan.heightCm) / 100}
                      value={(axis === 'x' ? x : y) / 100}
                      onFocus={() => onPickCorner(index)}
                      onChange={event => {
                        const cm = Math.round(Number(event.target.value) * 100)
                        if (!Number.isFinite(cm)) return
                        edit(one =>
                          changed(one, withMovedCorner(one.now, index, axis === 'x' ? [cm, y] : [x, cm])),
                        )
                      }}
                    />
                  </label>
                ))}
                <RoundButton
                  label={t({ zh: '删除角点 {n}', en: 'Remove corner {n}' }, { n: index + 1 })}
                  Icon={X}
                  onClick={() => {
                    edit(one => changed(one, withoutCorner(one.now, index)))
                    onPickCorner(undefined)
                  }}
                />
              </li>
            ))}
          </ol>
          <Button
            size="small"
            icon={<Plus size={14} aria-hidden />}
            disabled={corners.length >= mostCorners}
            onClick={() => {
              const [x, y] = corners.at(-1) ?? [Math.round(plan.widthCm / 2), Math.round(plan.heightCm / 2)]
              edit(one => changed(one, withCorner(one.now, [Math.min(plan.widthCm, x + 200), y])))
              onPickCorner(corners.length)
            }}
          >
            {t({ zh: '添加角点', en: 'Add a corner' })}
          </Button>
        </details>
      ) : (
        <fieldset className="area-zones">
          <legend>{t({ zh: '包含的区域', en: 'Zones of the area' })}</legend>
          {plan.zones.map(zone => (
            <Checkbox
              key={zone.id}
              checked={now.shape.kind === 'zones' && now.shape.zoneIds.includes(zone.id)}
              onChange={() => edit(one => changed(one, withZone(one.now, zone.id)))}
            >
              {name(zone.name, zone.nameEn)}
            </Checkbox>
          ))}
        </fieldset>
      )}
      <span className="area-actions">
        <PhaseTag phase={phaseOf(hasChanged, false)} />
        {fault && hasChanged && (
          <span role="alert" className="area-fault">
            {t(faultTexts[fault])}
          </span>
        )}
        <Button size="small" onClick={() => editingStore.set(undefined)}>
          {hasChanged ? t({ zh: '放弃', en: 'Discard' }) : t({ zh: '关闭', en: 'Close' })}
        </Button>
        <Button
          size="small"
          type="primary"
          htmlType="submit"
          loading={save.isPending}
          disabled={!hasChanged || fault !== undefined}
        >
          {t({ zh: '保存', en: 'Save' })}
        </Button>
      </span>
    </form>
  )
}
