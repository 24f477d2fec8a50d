import type { InspectionTotals } from '@aisle/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { percent, useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { RadarChart } from '../../ui/chart/charts.tsx'
import { FunnelChart } from '../../ui/chart/funnel-chart.tsx'
import { RankList } from '../../ui/chart/rank-list.tsx'
import { TileMap } from '../../ui/chart/tile-map.tsx'
import { recordQueries } from './queries.ts'
import { RecordPanel } from './record-panel.tsx'
import { words } from './text.ts'
import { type Figures, type Links, paths } from './use-figures.ts'

type Props = { figures: Figures; links: Links }
const points = (value: number) => value.toFixed(1)

/** Where scores fall: provinces as tiles, and the cities of the one that is chosen. */
export function ScoreMap({ figures, links, isByCity }: Props & { isByCity: boolean }) {
  const t = useText()
  const name = useName()
  const query = useQuery({ ...recordQueries.scores(figures.query), enabled: figures.isKnown })
  const [pickedId, pick] = useState<string>()
  return (
    <RecordPanel
      id="p2"
      className="span-7"
      title={t({ zh: '省×市·得分地图', en: 'Score by province × city: map' })}
      hint={t({ zh: '选择一个省查看各市', en: 'Choose a province to see its cities' })}
      query={query}
      isEmpty={data => data.length === 0}
      height={320}
    >
      {provinces => {
        // Without a choice the lowest one: that is where somebody has to look.
        const picked = provinces.find(({ id }) => id === pickedId) ?? provinces.at(-1)
        if (isByCity)
          return (
            <div className="rank-scroll">
              <CityRank cities={provinces.flatMap(province => province.cities)} links={links} />
            </div>
          )
        return (
          <div className="score-map">
            <TileMap
              values={provinces.map(({ id, score, ...place }) => ({
                provinceId: id,
                name: place.name,
                value: score,
              }))}
              summary={t(
                { zh: '{n} 个省份的平均得分', en: 'Mean scores of {n} provinces' },
                { n: provinces.length },
              )}
              isRelative
              format={points}
              valueName={t(words.score)}
              {...(picked ? { pickedId: picked.id } : {})}
              onPick={value => pick(value.provinceId)}
            />
            {picked && (
              <section className="score-cities" aria-live="polite">
                <h3>
                  {name(picked.name, picked.nameEn)} · {picked.score === null ? '—' : points(picked.score)}
                </h3>
                <CityRank cities={picked.cities} links={links} />
              </section>
            )}
          </div>
        )
      }}
    </RecordPanel>
  )
}

type City = { id: string; name: string; nameEn: string; score: number | null; evaluations: number }

function CityRank({ cities, links }: { cities: readonly City[]; links: Links }) {
  const t = useText()
  const name = useName()
  return (
    <RankList
      rows={cities
        .toSorted((a, b) => (b.score ?? -1) - (a.score ?? -1))
        .map(city => {
          const href = links(paths.overview, { kind: 'area', level: 'city', id: city.id })
          return {
            key: city.id,
            label: name(city.name, city.nameEn),
            value: city.score,
            share: (city.score ?? 0) / 100,
            note: t({ zh: '{n} 次', en: '{n}×' }, { n: city.evaluations }),
            ...(href === undefined ? {} : { href }),
          }
        })}
      format={points}
    />
  )
}

/** From the shops that are due to the problems that are closed. */
export function Loop({ links, totals }: Props & { totals: UseQueryResult<{ totals: InspectionTotals }> }) {
  const t = useText()
  const navigate = useNavigate()
  return (
    <RecordPanel
      id="p3"
      className="span-5"
      title={t({ zh: '巡店闭环漏斗', en: 'Inspection loop' })}
      query={totals}
      height={320}
    >
      {({ totals: now }) => {
        const stages = [
          { name: t({ zh: '应巡门店', en: 'Shops due' }), value: now.shops, path: paths.shops },
          { name: t({ zh: '已巡门店', en: 'Patrolled' }), value: now.shopsPatrolled, path: paths.records },
          { name: t({ zh: '发现问题', en: 'Problems raised' }), value: now.problems, path: paths.problems },
          {
            name: t({ zh: '下发整改', en: 'Sent for rectification' }),
            value: now.problemsAssigned,
            path: paths.problems,
          },
          { name: t({ zh: '已关闭', en: 'Closed' }), value: now.problemsClosed, path: paths.problems },
        ]
        return (
          <>
            <FunnelChart
              data={{
                categories: stages.map(stage => stage.name),
                series: [
                  {
                    name: t({ zh: '数量', en: 'Number' }),
                    values: stages.map(stage => stage.value),
                  },
                ],
              }}
              unrelated={[2]}
              height={260}
              summary={t(
                {
                  zh: '应巡 {shops} 家，已巡 {patrolled} 家，发现 {problems} 个问题，已关闭 {closed} 个',
                  en: '{patrolled} of {shops} shops patrolled, {problems} problems raised, {closed} closed',
                },
                {
                  shops: now.shops,
                  patrolled: now.shopsPatrolled,
                  problems: now.problems,
                  closed: now.problemsClosed,
                },
              )}
              categoryName={t({ zh: '步骤', en: 'Stage' })}
              onPick={index => {
                const address = links(stages[index]?.path ?? '')
                if (address) void navigate(address)
              }}
            />
            <p className="chart-note">
              {t(
                {
                  zh: '前两步为门店数，后三步为问题数；复核后退回 {n} 个',
                  en: 'Shops in the first two stages, problems in the others; {n} were sent back after review',
                },
                { n: now.problemsSentBack },
              )}
            </p>
          </>
        )
      }}
    </RecordPanel>
  )
}

export function CoverageRank({ figures, links, most }: Props & { most: number }) {
  const t = useText()
  const name = useName()
  const query = useQuery({ ...recordQueries.coverage(figures.query), enabled: figures.isKnown })
  return (
    <RecordPanel
      id="p4"
      className="span-4"
      title={t({ zh: '大区×省·巡店覆盖率排行', en: 'Patrol coverage by region × province: ranking' })}
      query={query}
      isEmpty={data => data.length === 0}
      height={280}
    >
      {rows => (
        <div className="rank-scroll">
          <RankList
            rows={rows.slice(0, most).map(({ region, province, shops, shopsPatrolled, patrolCoverage }) => {
              const href = links(paths.overview, { kind: 'area', level: 'province', id: province.id })
              return {
                key: `${region.id} ${province.id}`,
                label: `${name(region.name, region.nameEn)} · ${name(province.name, province.nameEn)}`,
                value: patrolCoverage,
                share: (patrolCoverage ?? 0) / 100,
                note: `${shopsPatrolled} / ${shops}`,
                ...(href === undefined ? {} : { href }),
              }
            })}
            format={percent}
          />
        </div>
      )}
    </RecordPanel>
  )
}

export function GroupRadar({ figures, isCompared }: { figures: Figures; isCompared: boolean }) {
  const t = useText()
  const name = useName()
  const query = useQuery({ ...recordQueries.groups(figures.query), enabled: figures.isKnown })
  return (
    <RecordPanel
      id="p5"
      className="span-4"
      title={t({ zh: '考评项·得分雷达', en: 'Score by evaluation item: radar' })}
      hint={t({ zh: '得分率 %', en: 'Points earned, %' })}
      query={query}
      isEmpty={data => data.length === 0}
      height={280}
    >
      {groups => (
        <RadarChart
          data={{
            categories: groups.map(group => name(group.name, group.nameEn)),
            series: [
              {
                name: t({ zh: '本期', en: 'These days' }),
                unit: '%',
                values: groups.map(({ score }) => score),
              },
              ...(isCompared
                ? [
                    {
                      name: t({ zh: '上期', en: 'Days before' }),
                      unit: '%',
                      isCompared: true,
                      values: groups.map(({ previousScore }) => previousScore),
                    },
                  ]
                : []),
            ],
          }}
          max={100}
          height={280}
          format={points}
          categoryName={t({ zh: '考评项', en: 'Group' })}
          summary={groups
            .map(
              group =>
                `${name(group.name, group.nameEn)} ${group.score === null ? '—' : percent(group.score)}`,
            )
            .join(', ')}
        />
      )}
    </RecordPanel>
  )
}

export function Inspectors({ figures, links, most }: Props & { most: number }) {
  const t = useText()
  const format = useFormat()
  const query = useQuery({ ...recordQueries.inspectors(figures.query), enabled: figures.isKnown })
  return (
    <RecordPanel
      id="p7"
      className="span-4"
      title={t({ zh: '巡店员工作量', en: 'Inspector workload' })}
      hint={t({ zh: '次数 · 看画面分钟', en: 'Patrols · minutes watched' })}
      query={query}
      isEmpty={data => data.length === 0}
      height={280}
    >
      {rows => (
        <div className="rank-scroll">
          <RankList
            rows={rows.slice(0, most).map(({ userId, userName, patrols, watchedMinutes }) => {
              const href = links(paths.records, undefined, { owner: userId })
              return {
                key: userId,
                label: userName,
                value: patrols,
                note: t({ zh: '{n} 分', en: '{n} min' }, { n: format.number(Math.round(watchedMinutes)) }),
                ...(href === undefined ? {} : { href }),
              }
            })}
          />
        </div>
      )}
    </RecordPanel>
  )
}
