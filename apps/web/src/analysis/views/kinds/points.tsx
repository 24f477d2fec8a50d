import type { AnalysisRow } from '@aisle/contract'
import { Select } from 'antd'
import { useState } from 'react'
import { cellOf, memberOf, useFigure } from '../../../lib/figures/figure.ts'
import { useText } from '../../../lib/i18n.ts'
import { BoxChart, LinkChart, PointChart } from '../../../ui/chart/more-charts.tsx'
import { correlationOf } from '../../../ui/chart/more-options.ts'
import { PyramidChart } from '../../../ui/chart/pyramid-chart.tsx'
import { dimensionsOf, isByTemperature } from '../ask.ts'
import { busiestSources, linksOf, matrixOf, membersOf, namesOf, spreadsOf, timeText } from '../shape.ts'
import { Cut } from './cut.tsx'
import { type Drawing, useWords } from './drawing.ts'

const mostPoints = 300

/** Groups as points of two metrics; a third is their size. */
export function Points(drawing: Drawing) {
  return isByTemperature(drawing.panel) ? <Temperatures {...drawing} /> : <Pairs {...drawing} />
}

function Pairs(drawing: Drawing) {
  const { panel, answer, height, onPick } = drawing
  const { t } = useWords(drawing)
  const figure = useFigure()
  const [x, y, size] = answer.columns.filter(({ kind }) => kind === 'metric')
  const dimensions = panel.by?.includes('time') ? ['time', ...dimensionsOf(panel)] : dimensionsOf(panel)
  if (!x || !y) return null
  const { colourBy } = panel
  const groupOf = (row: AnalysisRow) =>
    colourBy !== undefined && dimensions.includes(colourBy) ? memberOf(row, colourBy).name : undefined
  const groups = [...new Set(answer.rows.flatMap(row => groupOf(row) ?? []))]
  const points = answer.rows.slice(0, mostPoints).flatMap(row => {
    const [left, up] = [cellOf(row, x.id).current, cellOf(row, y.id).current]
    if (left === null || up === null) return []
    const members = dimensions.map(name => memberOf(row, name))
    const third = size && cellOf(row, size.id).current
    return [
      {
        name: members.map(({ name }) => timeText(name, false)).join(' · '),
        x: left,
        y: up,
        ...(third === null || third === undefined ? {} : { size: third }),
        ...(groupOf(row) === undefined ? {} : { colour: groups.indexOf(groupOf(row) ?? '') }),
        member: members[0],
      },
    ]
  })
  return (
    <>
      <PointChart
        points={points}
        xName={x.label}
        yName={y.label}
        formatX={value => figure.short(value, x)}
        format={value => figure.short(value, y)}
        isParted={panel.kind === 'quadrant'}
        summary={t(panel.title)}
        height={height}
        onPick={index => {
          const member = points[index]?.member
          const [dimension] = dimensions
          if (member && dimension !== undefined && dimension !== 'time') onPick(dimension, member)
        }}
      />
      {panel.kind === 'scatter' && <Correlation points={points} groups={groups} />}
    </>
  )
}

/** How closely the points keep to their line, and what their colours stand for. */
function Correlation({
  points,
  groups,
}: {
  points: readonly { x: number; y: number }[]
  groups: readonly string[]
}) {
  const t = useText()
  const r = correlationOf(points)
  if (r === undefined) return null
  return (
    <p className="points-key">
      {t(
        { zh: '相关系数 r = {r}，{count} 个点', en: 'r = {r} over {count} points' },
        { r: r.toFixed(2), count: points.length },
      )}
      {groups.map((group, index) => (
        <span key={group}>
          <i style={{ background: `var(--chart-${(index % 6) + 1})` }} aria-hidden />
          {group}
        </span>
      ))}
    </p>
  )
}

/** Days as points over the middle of their band of five degrees. */
function Temperatures({ panel, answer, columns, height, asking }: Drawing) {
  const { t } = useWords({ panel, asking })
  const figure = useFigure()
  const [column] = columns
  if (!column) return null
  const days = answer.rows.flatMap(row => {
    const { current } = cellOf(row, column.id)
    const band = memberOf(row, 'temperatureBand')
    return current === null
      ? []
      : [
          {
            name: ['time', 'shop', 'temperatureBand']
              .flatMap(dimension => memberOf(row, dimension).name || [])
              .join(' · '),
            x: Number(band.id) + 2.5,
            y: current,
          },
        ]
  })
  const points = evenly(days, mostPoints)
  return (
    <>
      {points.length < days.length && <Cut most={points.length} all={days.length} />}
      <PointChart
        points={points}
        xName={t({ zh: '气温', en: 'Temperature' })}
        yName={column.label}
        formatX={value => `${value} ℃`}
        format={value => figure.short(value, column)}
        summary={t(panel.title)}
        height={height}
      />
    </>
  )
}

/** So many of a list, as far apart as it goes: not the first days alone. */
const evenly = <T,>(list: readonly T[], most: number): readonly T[] =>
  list.length <= most
    ? list
    : list.filter(
        (_, at) => Math.floor((at * most) / list.length) > Math.floor(((at - 1) * most) / list.length),
      )

/** How the days of each group spread. */
export function Boxes(drawing: Drawing) {
  const { panel, answer, columns, height } = drawing
  const { t } = useWords(drawing)
  const figure = useFigure()
  const [dimension = ''] = dimensionsOf(panel)
  const [column] = columns
  if (!column) return null
  const spreads = spreadsOf(answer.rows, dimension, column.id)
    .toSorted((a, b) => (dimension === 'shop' ? b.spread.median - a.spread.median : 0))
    .slice(0, 24)
  const names = namesOf(spreads.map(({ member }) => member))
  const isSingle = spreads.every(({ spread }) => spread.count === 1)
  return (
    <>
      {isSingle && (
        <p className="view-cut">
          {t({
            zh: '每组只有一天的数据，放宽日期后可见分布',
            en: 'Each group has one day: widen the dates to see how they spread',
          })}
        </p>
      )}
      <BoxChart
        boxes={spreads.map(({ spread }, index) => ({ ...spread, name: names[index] ?? '' }))}
        summary={t(panel.title)}
        height={height}
        format={value => figure.short(value, column)}
      />
    </>
  )
}

/** The names of so many places stand beside each other. */
const mostSources = 12
const mostLinks = 60

/** Moves from place to place, or people whom two places share. */
export function Links(drawing: Drawing) {
  const { panel, answer, columns, height } = drawing
  const { t } = useWords(drawing)
  const figure = useFigure()
  const [from = '', to = ''] = dimensionsOf(panel)
  const [column] = columns
  if (!column) return null
  const isPair = to === 'partner'
  // A way into the shop knows its door and no floor.
  const unplaced = t({ zh: '未归属', en: 'Not placed' })
  const all = linksOf(answer.rows, from, to, column.id, isPair ? 80 : Number.POSITIVE_INFINITY)
    // What a shares with b is what b shares with a: one of both is drawn.
    .filter(link => !isPair || link.from.id < link.to.id)
  const { links, shown, places } = isPair
    ? { links: all, shown: 0, places: 0 }
    : busiestSources(all, mostSources, mostLinks)
  return (
    <>
      {shown < places && <Cut most={shown} all={places} />}
      <LinkChart
        links={links.map(({ from, to, value }) => ({
          from: from.name || unplaced,
          to: to.name || unplaced,
          value,
        }))}
        isRound={panel.kind === 'chord'}
        summary={t(panel.title)}
        height={Math.max(height, 320)}
        format={value => figure.short(value, column)}
      />
    </>
  )
}

/** Ages of men and women; of one value of a further group at a time, for people of several groups are not added up. */
export function Pyramid(drawing: Drawing) {
  const { panel, answer, columns, height } = drawing
  const { t } = useWords(drawing)
  const figure = useFigure()
  const [chosen, choose] = useState<string>()
  const [column] = columns
  if (!column) return null
  const further = dimensionsOf(panel).find(name => name !== 'ageBand' && name !== 'gender')
  const groups = further === undefined ? [] : membersOf(answer.rows, further).filter(({ id }) => id !== '')
  const group = groups.find(({ id }) => id === chosen) ?? groups[0]
  const shown = answer.rows.filter(
    row =>
      memberOf(row, 'gender').id !== '' && (further === undefined || memberOf(row, further).id === group?.id),
  )
  const { rows, columns: genders, values } = matrixOf(shown, 'ageBand', 'gender', column.id)
  const sideOf = (id: string) => {
    const at = genders.findIndex(gender => gender.id === id)
    return { name: genders[at]?.name ?? '', values: values.map(row => row[at] ?? null) }
  }
  return (
    <>
      {group && (
        <Select
          size="small"
          className="view-group"
          showSearch={{ optionFilterProp: 'label' }}
          aria-label={t({ zh: '分组', en: 'Group' })}
          value={group.id}
          options={groups.map(({ id, name }) => ({ value: id, label: name }))}
          popupMatchSelectWidth={false}
          onChange={choose}
        />
      )}
      <PyramidChart
        categories={rows.map(({ name }) => name)}
        left={sideOf('man')}
        right={sideOf('woman')}
        summary={t(panel.title)}
        height={height}
        format={value => figure.short(value, column)}
      />
    </>
  )
}
