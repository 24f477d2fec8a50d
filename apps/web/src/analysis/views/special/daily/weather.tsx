import { cellOf, memberOf, useFigure } from '../../../../lib/figures/figure.ts'
import { useFigures } from '../../../../lib/figures/use-figures.ts'
import { useText } from '../../../../lib/i18n.ts'
import { questionOf } from '../../ask.ts'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { Remark } from './remark.tsx'
import { type Sky, skies } from './skies.ts'
import './daily.css'

const citiesNamed = 6
const numberOf = (text: string): number | undefined => (/^-?\d+$/.test(text) ? Number(text) : undefined)

/** The weather of a day in the cities of the place with how many came, and what is said of the day. */
export function WeatherAndRemark({ panel, asking, dictionary, className }: Special) {
  const t = useText()
  const figure = useFigure()
  // A remark is on one day: the last one, where several are chosen.
  const date = asking?.period.to ?? ''
  const figures = useFigures(
    asking
      ? questionOf(
          { ...panel, kind: 'table', metrics: ['visits'], by: ['city', 'weather', 'temperatureBand'] },
          { ...asking, period: { from: date, to: date } },
          dictionary.knows,
        )
      : { metrics: [], period: { preset: 'today' } },
  )
  const visits = dictionary.metric('visits') ?? {}
  const list = skies(
    (figures.answer?.rows ?? []).map(row => ({
      city: memberOf(row, 'city').name,
      weather: memberOf(row, 'weather').name,
      degrees: numberOf(memberOf(row, 'temperatureBand').id),
      visits: cellOf(row, 'visits').current ?? 0,
    })),
  )
  const cities = ({ cities: names }: Sky) =>
    names.length <= citiesNamed
      ? names.join(t({ zh: '、', en: ', ' }))
      : t(
          { zh: '{names} 等 {count} 城', en: '{names} and others, {count} cities' },
          { names: names.slice(0, citiesNamed).join(t({ zh: '、', en: ', ' })), count: names.length },
        )
  const scope = asking?.scope
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={asking ? 'ready' : 'loading'}
      hint={date}
      isRefreshing={figures.isRefreshing}
    >
      <div className="daily">
        {list.length > 0 ? (
          <ul className="daily-weather">
            {list.map(sky => (
              <li key={sky.weather}>
                <strong>
                  {sky.weather}
                  {sky.degrees && ` ${sky.degrees[0]} ~ ${sky.degrees[1]} °C`}
                </strong>
                <span>{cities(sky)}</span>
                <span className="daily-visits">
                  {figure.full(sky.visits, visits)} {figure.unit(visits)}
                </span>
              </li>
            ))}
          </ul>
        ) : (
          <p className="daily-hint">
            {figures.state === 'loading'
              ? t({ zh: '正在读取天气', en: 'Reading the weather' })
              : t({ zh: '没有当日天气数据', en: 'The weather of the day is not known' })}
          </p>
        )}
        {asking && date !== '' && (
          <Remark
            at={{
              date,
              ...(scope?.kind === 'shop' ? { shopId: scope.shopId } : {}),
              ...(scope?.kind === 'area' ? { areaId: scope.id } : {}),
            }}
          />
        )}
      </div>
    </SpecialCard>
  )
}
