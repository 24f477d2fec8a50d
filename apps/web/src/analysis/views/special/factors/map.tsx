import { Segmented } from 'antd'
import { useState } from 'react'
import { cellOf, memberOf, useFigure } from '../../../../lib/figures/figure.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { useText } from '../../../../lib/i18n.ts'
import { RankList } from '../../../../ui/chart/rank-list.tsx'
import { TileMap } from '../../../../ui/chart/tile-map.tsx'
import type { Special } from '../../kinds/special.ts'
import { pieceQuestion } from '../reading/use-totals.ts'
import { SpecialCard } from '../special-card.tsx'
import './factors.css'

const mostCities = 5

/** What one factor does in each province, and the cities where it does most. */
export function EffectMap(props: Special) {
  const { panel, className, dictionary, onPick, hrefOf } = props
  const t = useText()
  const figure = useFigure()
  const [factor, choose] = useState('rain')
  const factors = dictionary.dimension('factor')?.values ?? []
  const isForbidden = dictionary.metric(panel.metrics[0] ?? '')?.allowed === false
  const asked = (by: string) => {
    const question = pieceQuestion(props, {
      kind: 'rank',
      metrics: panel.metrics,
      by: [by],
      calc: ['effect'],
      factors: [factor],
      isAscending: factor === 'rain',
    })
    return question && { ...question, totals: false }
  }
  const provinces = useQuestion(asked('province'))
  const cities = useQuestion(asked('city'))
  const column = provinces.data?.columns.find(({ kind }) => kind === 'metric')
  const key = column?.id ?? ''
  const write = (value: number) => `${value > 0 ? '+' : ''}${figure.short(value, column ?? {})}`
  const known = (provinces.data?.rows ?? []).filter(row => cellOf(row, key).current !== null)
  const shown = (cities.data?.rows ?? [])
    .filter(row => cellOf(row, key).current !== null)
    .slice(0, mostCities)
  const label = factors.find(({ id }) => id === factor)?.label
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={
        isForbidden
          ? 'forbidden'
          : provinces.isError || cities.isError
            ? 'error'
            : !provinces.data || !cities.data
              ? 'loading'
              : 'ready'
      }
      error={provinces.error ?? cities.error}
      onRetry={() => void Promise.all([provinces.refetch(), cities.refetch()])}
      isRefreshing={provinces.isFetching && provinces.data !== undefined}
      actions={
        <Segmented
          size="small"
          aria-label={t({ zh: '影响因素', en: 'Factor' })}
          value={factor}
          options={factors.map(one => ({ value: one.id, label: t(one.label) }))}
          onChange={choose}
        />
      }
    >
      {known.length === 0 ? (
        <p className="factor-none">
          {t(
            {
              zh: '所选日期中「{factor}」的日子太少，无法判断影响',
              en: 'Too few days of {factor} in this period to tell what it does',
            },
            { factor: label ? t(label) : factor },
          )}
        </p>
      ) : (
        <>
          <TileMap
            values={known.map(row => {
              const { id, name } = memberOf(row, 'province')
              return { provinceId: id, name, value: cellOf(row, key).current }
            })}
            summary={t(panel.title)}
            valueName={t({ zh: '影响', en: 'Effect' })}
            format={write}
            isRelative
            onPick={({ provinceId }) => {
              const found = known.find(row => memberOf(row, 'province').id === provinceId)
              if (found) onPick('province', memberOf(found, 'province'))
            }}
          />
          <RankList
            rows={shown.map(row => {
              const member = memberOf(row, 'city')
              const { current, low, high } = cellOf(row, key)
              const href = hrefOf?.('city', member)
              return {
                key: member.id,
                label: member.name,
                value: current,
                ...(href === undefined ? {} : { href }),
                ...(typeof low === 'number' && typeof high === 'number'
                  ? {
                      note: t(
                        { zh: '{low} 至 {high}', en: '{low} to {high}' },
                        { low: low.toFixed(1), high: high.toFixed(1) },
                      ),
                    }
                  : {}),
              }
            })}
            format={write}
          />
        </>
      )}
    </SpecialCard>
  )
}
