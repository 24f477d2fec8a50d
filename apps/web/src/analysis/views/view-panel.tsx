import type { AnalysisAnswer, AnalysisMember } from '@aisle/contract'
import { Segmented } from 'antd'
import { Expand, Minimize2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useNotOpenYet } from '../../lib/figures/closed-words.ts'
import { figureColumns, isBlank, useFigure } from '../../lib/figures/figure.ts'
import { type Dictionary, useQuestion } from '../../lib/figures/use-question.ts'
import { useText } from '../../lib/i18n.ts'
import { isProblem } from '../../lib/problem.ts'
import { Panel, type PanelState } from '../../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { type Asking, ignoredFilters, questionOf } from './ask.ts'
import { flush, kinds, manyUnits, oneMetric } from './kinds/index.ts'
import { isDrawn } from './kinds/names.ts'
import { PanelInfo } from './panel-info.tsx'
import { PanelMenu } from './panel-menu.tsx'
import { coverageOf, withoutUnplaced } from './shape.ts'
import type { ViewPanel } from './view.ts'

type Props = {
  panel: ViewPanel
  asking: Asking | undefined
  dictionary: Dictionary
  width: number
  /** Asks anew by itself. */
  everyMs?: number
  /** Of the figures on show, where they have several; left out: the first, until another is chosen. */
  shownAs?: string
  /** Words at a time, on a trend. */
  notes?: readonly { time: string; text: string }[]
  onPick(dimension: string, member: AnalysisMember): void
  hrefOf(dimension: string, member: AnalysisMember): string | undefined
}

const height = 260
/** Of the picture of a panel, in CSS pixels. */
const pictureWidth = { wide: 1120, usual: 800 } as const

/** One panel of a page: its question, its states, and around the drawing what helps to read it. */
export function ViewPanelCard(props: Props) {
  const { panel, asking, dictionary, width, everyMs, shownAs, notes, onPick, hrefOf } = props
  const t = useText()
  const figure = useFigure()
  const notOpenYet = useNotOpenYet()
  const [isFull, setFull] = useState(false)
  const [unit, chooseUnit] = useState(shownAs)
  const question = asking && questionOf(panel, asking, dictionary.knows)
  const asked = useQuestion(question, everyMs === undefined ? {} : { everyMs })
  const answer = useMemo(
    () => (asked.data ? { ...asked, data: withoutUnplaced(asked.data) } : asked),
    [asked],
  )
  const Drawn = isDrawn(panel.kind) ? kinds[panel.kind] : undefined
  const ignored = asking ? ignoredFilters(panel, asking, dictionary.knows) : []
  const state = stateOf(answer)
  const early = notOpenYet(answer.data?.meta.hours, asking?.period)
  const units = answer.data ? choicesOf(panel, answer.data, t({ zh: '、', en: ', ' })) : []
  const isOneScale = !manyUnits.has(panel.kind)
  const shownUnit = units.find(one => one.key === unit) ?? units[0]
  const coverage = answer.data && coverageOf(answer.data)
  const hasChoice = isOneScale && units.length > 1
  const drawnColumn =
    answer.data && figureColumns(answer.data).find(column => choiceKey(panel, column) === shownUnit?.key)
  const unitSaid =
    state === 'ready' && isOneScale && drawnColumn && isUnitSaid(panel, drawnColumn)
      ? figure.unit(drawnColumn)
      : ''

  return (
    <Panel
      id={panel.id}
      title={t(panel.title)}
      state={state}
      isRefreshing={answer.isFetching && answer.data !== undefined}
      className={`view-panel view-${panel.kind} span-${width} ${isFull ? 'is-full' : ''}`}
      hint={
        <>
          {unitSaid !== '' && <span>{unitSaid}</span>}
          {coverage !== undefined && coverage < 0.95 && !saysItself.has(panel.kind) && (
            <span className="view-coverage">
              {t(
                { zh: '数据完整 {share}%', en: '{share}% of data received' },
                { share: Math.floor(coverage * 100) },
              )}
            </span>
          )}
          {ignored.length > 0 && (
            <span>
              {t(
                { zh: '未按{names}筛选', en: 'not filtered by {names}' },
                {
                  names: ignored
                    .map(name => t(dictionary.dimension(name)?.label ?? { zh: name, en: name }))
                    .join(t({ zh: '、', en: ', ' })),
                },
              )}
            </span>
          )}
        </>
      }
      actions={
        <>
          {hasChoice && shownUnit && (
            <Segmented
              size="small"
              value={shownUnit.key}
              options={units.map(({ key, label }) => ({ value: key, label }))}
              onChange={chooseUnit}
            />
          )}
          <PanelInfo panel={panel} answer={answer.data} dictionary={dictionary} />
          {panel.kind !== 'kpi' && (
            <button
              type="button"
              className="icon-button"
              aria-pressed={isFull}
              aria-label={
                isFull ? t({ zh: '退出全屏', en: 'Leave full screen' }) : t({ zh: '全屏', en: 'Full screen' })
              }
              onClick={() => setFull(!isFull)}
            >
              {isFull ? <Minimize2 size={14} aria-hidden /> : <Expand size={14} aria-hidden />}
            </button>
          )}
          {state === 'ready' && question && (
            <PanelMenu
              panel={panel}
              questions={() => [question]}
              copy={() => (
                <ViewPanelCard {...props} width={12} {...(unit === undefined ? {} : { shownAs: unit })} />
              )}
              width={pictureWidth[width > 8 ? 'wide' : 'usual']}
            />
          )}
        </>
      }
    >
      {state === 'loading' && (
        <div className="panel-body">
          <Loading>
            <Bone height={panel.kind === 'kpi' ? 72 : height} />
          </Loading>
        </div>
      )}
      {state === 'error' && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      {state === 'forbidden' && (
        <EmptyState text={t({ zh: '没有查看这些数据的权限', en: 'You may not see these figures' })} />
      )}
      {state === 'empty' &&
        (early === undefined ? (
          <Nothing panel={panel} dictionary={dictionary} />
        ) : (
          <EmptyState text={early} />
        ))}
      {state === 'ready' && answer.data && asking && Drawn && (
        <div className={flush.has(panel.kind) ? 'panel-flush' : 'panel-body'}>
          <Drawn
            panel={panel}
            asking={asking}
            answer={answer.data}
            columns={
              isOneScale && shownUnit
                ? figureColumns(answer.data).filter(column => choiceKey(panel, column) === shownUnit.key)
                : figureColumns(answer.data)
            }
            height={isFull ? Math.max(320, window.innerHeight - 180) : height}
            {...(notes ? { notes } : {})}
            onPick={onPick}
            hrefOf={hrefOf}
          />
        </div>
      )}
    </Panel>
  )
}

const betweenPlaces = new Set(['transitions', 'covisits', 'lift'])

/** Why there is nothing: no data in the period, or no device of the kind that the panel needs. */
function Nothing({ panel, dictionary }: { panel: ViewPanel; dictionary: Dictionary }) {
  const t = useText()
  // Shops that share visitors are those of one mall.
  const isOfTenants =
    panel.metrics.every(id => betweenPlaces.has(id)) &&
    panel.by?.some(id => id === 'brand' || id === 'format')
  if (isOfTenants)
    return (
      <EmptyState
        text={t({
          zh: '范围内没有可以互相关联的店铺。此图需要同一商场内多家店铺的人脸或动线数据',
          en: 'No shops here share visitors. It needs faces or tracks of several shops within one mall',
        })}
      />
    )
  const place = panel.by?.find(id => id === 'floor' || id === 'entrance')
  if (place !== undefined && panel.metrics.includes('storeRate'))
    return (
      <EmptyState
        text={t(
          {
            zh: '这里的过店客流只按全店计数。按{place}看进店率，需要每个{place}外的过店计数',
            en: 'Passers are counted for the shop as a whole here. Store rate by {place} needs counters of passers at each',
          },
          { place: t(dictionary.dimension(place)?.label ?? { zh: place, en: place }).toLowerCase() },
        )}
      />
    )
  const needed = (panel.source ?? []).flatMap(id => dictionary.source(String(id))?.label ?? [])
  return (
    <EmptyState
      text={
        needed.length === 0
          ? t({ zh: '该条件下没有数据', en: 'There is no data for this' })
          : t(
              {
                zh: '该条件下没有数据。此图需要：{names}',
                en: 'There is no data for this. It needs: {names}',
              },
              { names: needed.map(label => t(label)).join(' · ') },
            )
      }
    />
  )
}

function stateOf(query: ReturnType<typeof useQuestion>): PanelState {
  if (query.isError && query.data === undefined)
    return isProblem(query.error) && query.error.code === 403 ? 'forbidden' : 'error'
  if (query.isError) return 'error'
  if (query.data === undefined) return 'loading'
  return isBlank(query.data) ? 'empty' : 'ready'
}

/** Kinds whose figures each say how much of them was received. */
const saysItself: ReadonlySet<ViewPanel['kind']> = new Set(['kpi'])

type Column = AnalysisAnswer['columns'][number]
/** Units that the name of a figure does not tell: minutes or hours, yuan or ten thousands. */
const saidUnits = new Set(['minutes', 'hours', 'seconds', 'money', 'moneyPerM2', 'personSeconds'])
/** A plan says it beside its colours. */
const isUnitSaid = ({ kind, calc = [] }: ViewPanel, { unit }: Column): boolean =>
  kind !== 'floorHeat' &&
  unit !== undefined &&
  saidUnits.has(unit) &&
  !calc.includes('share') &&
  !calc.includes('index')

/** Figures of one scale belong together, visits with entries, but not with sales; some drawings show one metric alone. */
const choiceKey = ({ kind }: ViewPanel, { id, unit, calc }: Column) =>
  oneMetric.has(kind) || (kind !== 'stacked' && kind !== 'trend') ? id : `${unit ?? ''} ${calc ?? ''}`

function choicesOf(
  panel: ViewPanel,
  answer: AnalysisAnswer,
  between: string,
): { key: string; label: string }[] {
  const groups = new Map<string, string[]>()
  for (const column of figureColumns(answer)) {
    const key = choiceKey(panel, column)
    groups.set(key, [...(groups.get(key) ?? []), column.label])
  }
  return [...groups].map(([key, labels]) => ({ key, label: labels.join(between) }))
}
