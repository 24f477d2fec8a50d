import type { AreaFigures, CustomArea } from '@aisle/contract'
import { Table } from 'antd'
import { use } from 'react'
import { useFigure } from '../../../../lib/figures/figure.ts'
import { type Notebook, NotebookContext } from '../../../../lib/figures/notebook.ts'
import { useText } from '../../../../lib/i18n.ts'
import { useStore } from '../../../../lib/store.ts'
import { TrendChart } from '../../../../ui/chart/charts.tsx'
import { KpiStrip } from '../../../../ui/kpi.tsx'
import { paging } from '../../../../ui/paging.ts'
import { stateOf } from '../../../../ui/panel.tsx'
import type { Special } from '../../kinds/special.ts'
import { timeText } from '../../shape.ts'
import { ViewPanelCard } from '../../view-panel.tsx'
import { visiblePanel } from '../../visible.ts'
import { SpecialCard } from '../special-card.tsx'
import { areaNumbers, growthOf } from './area-numbers.ts'
import { pickedStore } from './store.ts'
import { useAreaFigures } from './use-area-figures.ts'
import { useAreas } from './use-areas.ts'

/**
 * A panel of figures about the area that is chosen in the list: of the zones it is put together of, or, where it was drawn, what
 * tracks and heat tell. Without one it is of all zones of the shop on show.
 */
export function AreaReading(props: Special) {
  const notes = use(NotebookContext)
  // Which shop is on show is asked by the way, and is no figure of this panel.
  return (
    <NotebookContext value={undefined}>
      <Reading {...props} notes={notes} />
    </NotebookContext>
  )
}

function Reading({ notes, ...props }: Special & { notes: Notebook | undefined }) {
  const { panel, asking, dictionary, width = 12, onPick, hrefOf = () => undefined } = props
  const { shopId, areas } = useAreas(props)
  const picked = useStore(pickedStore)
  const area = areas.find(({ id }) => id === picked)
  const named = area
    ? {
        ...panel,
        title: { zh: `${panel.title.zh} · ${area.name}`, en: `${panel.title.en} · ${area.name}` },
      }
    : panel
  if (area?.shape.kind === 'drawn') return <DrawnArea {...props} panel={named} area={area} />
  const narrowed = asking &&
    shopId !== undefined && {
      ...asking,
      scope: { kind: 'shop' as const, shopId },
      ...(area?.shape.kind === 'zones' ? { members: { ...asking.members, zone: area.shape.zoneIds } } : {}),
    }
  const visible = visiblePanel(named, dictionary)
  if (!visible) return <SpecialCard panel={named} className={props.className} state="forbidden" />
  return (
    <NotebookContext value={notes}>
      <ViewPanelCard
        panel={visible}
        asking={narrowed || undefined}
        dictionary={dictionary}
        width={width}
        onPick={onPick}
        hrefOf={hrefOf}
      />
    </NotebookContext>
  )
}

/** The same panel of an area at which nothing counts. */
function DrawnArea({ panel, asking, className, area }: Special & { area: CustomArea }) {
  const t = useText()
  const found = useAreaFigures(asking, area.shopId)
  const figures = found.data?.find(({ areaId }) => areaId === area.id)
  return (
    <SpecialCard
      panel={panel}
      className={`view-${panel.kind} ${className}`}
      state={stateOf(found, () => figures === undefined || figures.days.length === 0)}
      error={found.error}
      onRetry={() => void found.refetch()}
      isRefreshing={found.isFetching && found.data !== undefined}
      isFlush={panel.kind === 'kpi' || panel.kind === 'table'}
      hint={t({ zh: '来自动线与热力', en: 'from tracks and heat' })}
      nothing={t({
        zh: '这些天没有穿过该区域的动线，也没有热力',
        en: 'No track goes through this area in these days, and there is no heat',
      })}
    >
      {figures && panel.kind === 'kpi' && <AreaKpis figures={figures} isCompared={!!asking?.compare} />}
      {figures && panel.kind === 'trend' && <AreaTrend figures={figures} name={area.name} />}
      {figures && panel.kind === 'table' && <AreaDays figures={figures} />}
    </SpecialCard>
  )
}

function AreaKpis({ figures, isCompared }: { figures: AreaFigures; isCompared: boolean }) {
  const t = useText()
  const figure = useFigure()
  const { current, compared } = figures
  return (
    <KpiStrip
      items={areaNumbers.map(({ key, label, kind, of }) => {
        const [value, before] = [of(current), compared && of(compared)]
        return {
          key,
          label: t(label),
          value,
          unit: figure.unit(kind),
          format: (one: number) => figure.short(one, kind),
          ...(isCompared ? { compared: before, growth: growthOf(value, before) } : {}),
        }
      })}
    />
  )
}

function AreaTrend({ figures: { days }, name }: { figures: AreaFigures; name: string }) {
  const t = useText()
  return (
    <TrendChart
      height={260}
      summary={t({ zh: '「{name}」每天的经过人次', en: 'Passes through {name} by day' }, { name })}
      categoryName={t({ zh: '日期', en: 'Date' })}
      data={{
        categories: days.map(({ date }) => timeText(date, false)),
        series: [{ name: t({ zh: '经过人次', en: 'Passes' }), values: days.map(({ passes }) => passes) }],
      }}
    />
  )
}

function AreaDays({ figures: { days } }: { figures: AreaFigures }) {
  const t = useText()
  const figure = useFigure()
  return (
    <Table<AreaFigures['days'][number]>
      size="small"
      rowKey="date"
      dataSource={days.toReversed()}
      scroll={{ x: 480 }}
      pagination={{ ...paging, pageSize: 10, size: 'small' }}
      columns={[
        { key: 'date', dataIndex: 'date', title: t({ zh: '日期', en: 'Date' }), width: 120 },
        ...areaNumbers.map(({ key, label, kind, of }) => ({
          key,
          title: `${t(label)} (${figure.unit(kind)})`,
          align: 'right' as const,
          render: (_: unknown, day: AreaFigures['days'][number]) => {
            const value = of(day)
            return value === null ? '—' : figure.full(value, kind)
          },
        })),
      ]}
    />
  )
}
