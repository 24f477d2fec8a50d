import type { Text } from '@aisle/contract'
import { Link } from 'react-router'
import { cellOf, memberOf, useFigure } from '../../../../lib/figures/figure.ts'
import { useText } from '../../../../lib/i18n.ts'
import { PieChart } from '../../../../ui/chart/charts.tsx'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { shopScope, useLinks } from '../use-links.ts'
import { missedDeals, type Quadrant, quadrantNames } from './quadrants.ts'
import { quadrantWords, tooFew, useQuadrants } from './use-quadrants.ts'
import './reading.css'

/** What to do, where shops are parted by visits and bag rate. */
const advice: Record<Quadrant, Text> = {
  stars: {
    zh: '客流与提袋率都高：保住高峰时段的人手与货量，把做法推广到其他门店。',
    en: 'Many visits and a high bag rate: keep staff and stock for the peak hours, and take what works to other shops.',
  },
  rich: {
    zh: '先看导购接待、陈列与收银排队；提袋率回到中位可多成交约 {deals} 笔。',
    en: 'Look at service, display and queues first: at the median bag rate they would close about {deals} more deals.',
  },
  loyal: {
    zh: '进店的人愿意买，缺的是人：做引流、橱窗与商圈活动。',
    en: 'Who comes in buys, but few come: work on the window, on the mall and on activities nearby.',
  },
  review: {
    zh: '客流与提袋率都低：复查选址、营业时间与货品结构，与去年同期对照后再定措施。',
    en: 'Few visits and few deals: review place, hours and range, and compare with last year before acting.',
  },
}
const named = 3

/** The visits of each of the four kinds of shops as shares of all. */
export function QuadrantShare(props: Special) {
  const t = useText()
  const figure = useFigure()
  const { found, answer, card, isUsual } = useQuadrants(props, ['visits'])
  const visitsOf = (shopId: string) =>
    cellOf(
      answer.data?.rows.find(row => memberOf(row, 'shop').id === shopId),
      'visits',
    ).current ?? 0
  return (
    <SpecialCard {...card} nothing={t(tooFew)} hint={t({ zh: '人次', en: 'Visits' })}>
      {found && (
        <PieChart
          summary={t(props.panel.title)}
          height={260}
          format={value => figure.full(value, { unit: 'visits' })}
          data={{
            categories: quadrantNames.map(name =>
              t(isUsual ? quadrantWords[name].usual : quadrantWords[name].plain),
            ),
            series: [
              {
                name: t({ zh: '人次', en: 'Visits' }),
                values: quadrantNames.map(name =>
                  found.of[name].reduce((sum, { shop }) => sum + visitsOf(shop.id), 0),
                ),
              },
            ],
          }}
        />
      )}
    </SpecialCard>
  )
}

/** What to do with each of the four kinds of shops, with the shops it is about. */
export function QuadrantAdvice(props: Special) {
  const t = useText()
  const figure = useFigure()
  const links = useLinks()
  const { found, card, axes, isUsual } = useQuadrants(props)
  const [across, up] = axes.map(id => {
    const entry = props.dictionary.metric(id)
    return { label: entry ? t(entry.label) : id, kind: entry ?? {} }
  })
  return (
    <SpecialCard
      {...card}
      nothing={t(tooFew)}
      hint={
        found &&
        across &&
        up &&
        t(
          { zh: '分界：{across} {x}、{up} {y}', en: 'Parted at {across} {x}, {up} {y}' },
          {
            across: across.label,
            up: up.label,
            x: figure.full(found.middle.x, across.kind),
            y: figure.full(found.middle.y, up.kind),
          },
        )
      }
    >
      <ul className="advice">
        {found &&
          quadrantNames.map(name => {
            const shops = found.of[name]
            const missed = shops.reduce((sum, shop) => sum + missedDeals(shop, found), 0)
            return (
              <li key={name}>
                <strong>
                  {t(isUsual ? quadrantWords[name].usual : quadrantWords[name].plain)}{' '}
                  <small>
                    {t(
                      { zh: '{count} 家', en: '{count, plural, one {# shop} other {# shops}}' },
                      { count: shops.length },
                    )}
                  </small>
                </strong>
                {shops.length === 0 ? (
                  <p>{t({ zh: '目前没有门店。', en: 'No shop at present.' })}</p>
                ) : (
                  <>
                    {isUsual && <p>{t(advice[name], { deals: Math.round(missed) })}</p>}
                    <small>
                      {shops.slice(0, named).map(({ shop }, index) => {
                        const href = links(['shopIndex', 'home'], shopScope(shop.id))
                        return (
                          <span key={shop.id}>
                            {index > 0 && t({ zh: '、', en: ', ' })}
                            {href === undefined ? shop.name : <Link to={href}>{shop.name}</Link>}
                          </span>
                        )
                      })}
                      {shops.length > named && t({ zh: ' 等', en: ' and others' })}
                    </small>
                  </>
                )}
              </li>
            )
          })}
      </ul>
    </SpecialCard>
  )
}
