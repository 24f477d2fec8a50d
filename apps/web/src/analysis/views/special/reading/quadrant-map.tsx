import { InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useFigure } from '../../../../lib/figures/figure.ts'
import { useText } from '../../../../lib/i18n.ts'
import { PointChart } from '../../../../ui/chart/more-charts.tsx'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { type Parting, quadrantNames } from './quadrants.ts'
import { quadrantWords, tooFew, useQuadrants } from './use-quadrants.ts'
import './reading.css'

/** Shops over two figures of one's choice, parted at their median, mean or a typed value; arrows come from the compared period. */
export function QuadrantMap(props: Special) {
  const { panel, dictionary, onPick } = props
  const t = useText()
  const figure = useFigure()
  const { found, card, axes, offered, parting, choose, isUsual, compare } = useQuadrants(props)
  const labelOf = (id: string) => {
    const entry = dictionary.metric(id)
    return entry ? t(entry.label) : id
  }
  const [across, up] = axes
  const kindOf = (id: string) => dictionary.metric(id) ?? {}
  const points = quadrantNames.flatMap(name =>
    (found?.of[name] ?? []).map(({ shop, x, y, before }) => ({
      name: shop.name,
      x,
      y,
      colour: quadrantWords[name].colour,
      ...(compare && before ? { from: before } : {}),
      shop,
    })),
  )
  const options = offered.map(id => ({ value: id, label: labelOf(id) }))
  return (
    <SpecialCard {...card} nothing={t(tooFew)} height={300}>
      <div className="quadrant-axes">
        <span>
          {t({ zh: '横轴', en: 'Across' })}
          <Select
            size="small"
            aria-label={t({ zh: '横轴', en: 'Across' })}
            value={across}
            options={options.filter(({ value }) => value !== up)}
            popupMatchSelectWidth={false}
            onChange={x => choose({ x, line: typeof parting === 'object' ? undefined : String(parting) })}
          />
        </span>
        <span>
          {t({ zh: '纵轴', en: 'Up' })}
          <Select
            size="small"
            aria-label={t({ zh: '纵轴', en: 'Up' })}
            value={up}
            options={options.filter(({ value }) => value !== across)}
            popupMatchSelectWidth={false}
            onChange={y => choose({ y, line: typeof parting === 'object' ? undefined : String(parting) })}
          />
        </span>
        <span>
          {t({ zh: '分界', en: 'Parted at' })}
          <Select
            size="small"
            aria-label={t({ zh: '分界', en: 'Parted at' })}
            value={typeof parting === 'object' ? 'typed' : parting}
            popupMatchSelectWidth={false}
            options={[
              { value: 'median', label: t({ zh: '中位数', en: 'Median' }) },
              { value: 'mean', label: t({ zh: '平均数', en: 'Mean' }) },
              { value: 'typed', label: t({ zh: '自定数值', en: 'A value' }) },
            ]}
            onChange={line =>
              choose(
                line === 'typed'
                  ? { line, lineX: rounded(found?.middle.x), lineY: rounded(found?.middle.y) }
                  : { line: line === 'median' ? undefined : line, lineX: undefined, lineY: undefined },
              )
            }
          />
        </span>
        {typeof parting === 'object' && (
          <TypedLines
            key={`${across} ${up}`}
            parting={parting}
            labels={[labelOf(across), labelOf(up)]}
            onChange={({ x, y }) => choose({ lineX: String(x), lineY: String(y) })}
          />
        )}
      </div>
      {found && (
        <>
          <PointChart
            points={points}
            xName={labelOf(across)}
            yName={labelOf(up)}
            formatX={value => figure.short(value, kindOf(across))}
            format={value => figure.short(value, kindOf(up))}
            isParted
            parting={found.middle}
            summary={t(panel.title)}
            height={300}
            onPick={index => {
              const shop = points[index]?.shop
              if (shop) onPick('shop', shop)
            }}
          />
          <ul className="quadrant-key">
            {quadrantNames.map(name => (
              <li key={name}>
                <i
                  className="quadrant-dot"
                  style={{ background: `var(--chart-${quadrantWords[name].colour + 1})` }}
                  aria-hidden
                />
                {t(isUsual ? quadrantWords[name].usual : quadrantWords[name].plain)} {found.of[name].length}
              </li>
            ))}
          </ul>
        </>
      )}
    </SpecialCard>
  )
}

const rounded = (value: number | undefined) => String(Math.round((value ?? 0) * 10) / 10)

/** The two values at which shops are parted, taken over when a field is left. */
function TypedLines({
  parting,
  labels,
  onChange,
}: {
  parting: Exclude<Parting, string>
  labels: readonly [string, string]
  onChange: (parting: { x: number; y: number }) => void
}) {
  const [draft, write] = useState(parting)
  return (
    <>
      {(['x', 'y'] as const).map((axis, index) => (
        <InputNumber
          key={axis}
          size="small"
          aria-label={labels[index] ?? axis}
          value={draft[axis]}
          onChange={value => write({ ...draft, [axis]: value ?? 0 })}
          onBlur={() => onChange(draft)}
          onPressEnter={() => onChange(draft)}
        />
      ))}
    </>
  )
}
