import type { CheckItem } from '@aisle/contract'
import { Input, Select } from 'antd'
import { Check, Circle, Minus, Search } from 'lucide-react'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useName, useText } from '../../lib/i18n.ts'
import { useMatcher } from '../../lib/matcher.ts'
import { useWritten } from '../../lib/written.ts'
import { panelAttributes } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Monitor } from '../monitor/use-monitor.ts'
import { markOf, outcomeOf } from '../scoring/score-model.ts'
import { Progress } from '../scoring/score-panel.tsx'
import type { Scoring } from '../scoring/use-scoring.ts'
import { useIsPhone } from '../use-media.ts'
import { VisitPanel } from '../visit/visit-panel.tsx'
import { checklistText as words } from './text.ts'
import type { Checklist } from './use-checklist.ts'
import '../monitor/camera-list.css'

const everywhere = ''
type Props = { monitor: Monitor; scoring: Scoring; checklist: Checklist }

/** 检查清单: every item with where it is seen, how long it may take and how it was judged. */
export function ItemList({ monitor, scoring, checklist }: Props) {
  const t = useText()
  const name = useName()
  const match = useMatcher()
  const [typed, type] = useState('')
  const [cameraId, setCamera] = useState(everywhere)
  const sought = useDeferredValue(typed.trim())
  const isFound = (item: CheckItem) =>
    (sought === '' || match(item.itemName, sought) || match(item.itemNameEn, sought)) &&
    (cameraId === everywhere || checklist.placeOf(item)?.cameraId === cameraId)
  const groups = (scoring.form.data?.items ?? []).map(group => ({
    group,
    items: (group.isGroup ? group.children : [group]).filter(isFound),
  }))
  const clear = () => {
    type('')
    setCamera(everywhere)
  }
  return (
    <nav
      className="camera-list checklist-items"
      aria-label={t(words.list)}
      {...panelAttributes('p1', 'ready')}
    >
      <div className="checklist-filters">
        <Input
          allowClear
          prefix={<Search size={14} aria-hidden />}
          placeholder={t(words.filterItems)}
          aria-label={t(words.filterItems)}
          value={typed}
          onChange={event => type(event.target.value)}
        />
        <Select
          aria-label={t(words.filterCamera)}
          value={cameraId}
          onChange={setCamera}
          options={[
            { value: everywhere, label: t(words.allCameras) },
            ...monitor.cameras.map(camera => ({
              value: camera.id,
              label: `${camera.number} ${name(camera.name, camera.nameEn)}`,
            })),
          ]}
        />
        <Progress tally={scoring.tally} />
      </div>
      <div className="camera-groups">
        {groups.map(({ group, items }) =>
          items.length === 0 ? null : (
            <section key={group.itemId}>
              <h3>
                {name(group.itemName, group.itemNameEn)} <span>{items.length}</span>
              </h3>
              <ul>
                {items.map(item => (
                  <ItemRow key={item.itemId} item={item} scoring={scoring} checklist={checklist} />
                ))}
              </ul>
            </section>
          ),
        )}
        {groups.every(({ items }) => items.length === 0) && (
          <EmptyState
            text={t(words.noMatch)}
            action={
              <button type="button" className="link-button" onClick={clear}>
                {t(words.clearFilter)}
              </button>
            }
          />
        )}
      </div>
      <VisitPanel
        visit={monitor.visit}
        cameras={monitor.cameras}
        timeZone={monitor.shop.timeZone}
        panelId="visit"
        onStart={() => monitor.visit.start(monitor.camera)}
      />
    </nav>
  )
}

const icons = { pass: Check, deduct: Minus, na: Circle, unscored: undefined, incomplete: Minus } as const

function ItemRow({ item, scoring, checklist }: { item: CheckItem; scoring: Scoring; checklist: Checklist }) {
  const t = useText()
  const name = useName()
  const written = useWritten()
  const row = useRef<HTMLLIElement>(null)
  const isCurrent = scoring.current?.itemId === item.itemId
  // On a phone the list stands below the form: the page would leave the picture.
  const isPhone = useIsPhone()
  useEffect(() => {
    if (isCurrent && !isPhone) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent, isPhone])
  const { state } = outcomeOf(item, markOf(scoring.sheet, item.itemId))
  const place = checklist.placeOf(item)
  const Icon = icons[state]
  const camera = place && { number: place.cameraNumber, camera: name(place.cameraName, place.cameraNameEn) }
  const seen = camera
    ? place.presetId
      ? t(words.place, { ...camera, preset: written(place.presetName) })
      : t(words.placeCamera, camera)
    : t(words.noPlace)
  return (
    <li ref={row}>
      <button
        type="button"
        className="camera-row checklist-row"
        aria-current={isCurrent || undefined}
        onClick={() => scoring.choose(item.itemId)}
      >
        <span className="camera-words">
          <span className="camera-name" title={name(item.itemName, item.itemNameEn)}>
            {name(item.itemName, item.itemNameEn)}
          </span>
          <span className="camera-state ellipsis" title={seen}>
            {seen}
            {item.itemDuration > 0 && ` · ${t(words.seconds, { seconds: item.itemDuration })}`}
          </span>
        </span>
        {Icon && <Icon size={14} aria-hidden className={`checklist-${state}`} />}
      </button>
    </li>
  )
}
