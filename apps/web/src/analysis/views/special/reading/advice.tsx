import type { Text } from '@aisle/contract'
import { Link } from 'react-router'
import { useFigure } from '../../../../lib/figures/figure.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { useText } from '../../../../lib/i18n.ts'
import { PieChart } from '../../../../ui/chart/charts.tsx'
import type { PanelState } from '../../../../ui/panel.tsx'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { shopScope, useLinks } from '../use-links.ts'
import { missedDeals, type Quadrant, quadrantNames, quadrantsOf } from './quadrants.ts'
import { pieceQuestion } from './use-totals.ts'
import './reading.css'

const words: Record<Quadrant, { name: Text; advice: Text }> = {
  stars: {
    name: { zh: '明星店', en: 'Stars' },
    advice: {
      zh: '客流与提袋率都高：保住高峰时段的人手与货量，把做法推广到其他门店。',
      en: 'Many visits and a high bag rate: keep staff and stock for the peak hours, and take what works to other shops.',
    },
  },
  rich: {
    name: { zh: '客流多、成交少', en: 'Busy, but few buy' },
    advice: {
      zh: '先看导购接待、陈列与收银排队；提袋率回到中位可多成交约 {deals} 笔。',
      en: 'Look at service, display and queues first: at the median bag rate they would close about {deals} more deals.',
    },
  },
  loyal: {
    name: { zh: '忠实而清静', en: 'Loyal but quiet' },
    advice: {
      zh: '进店的人愿意买，缺的是人：做引流、橱窗与商圈活动。',
      en: 'Who comes in buys, but few come: work on the window, on the mall and on activities nearby.',
    },
  },
  review: {
    name: { zh: '待复盘', en: 'To be reviewed' },
    advice: {
      zh: '客流与提袋率都低：复查选址、营业时间与货品结构，与去年同期对照后再定措施。',
      en: 'Few visits and few deals: review place, hours and range, and compare with last year before acting.',
    },
  },
}
const named = 3

const parted = ['visits', 'bagRate'] as const

/** The shops of the page parted by visits and bag rate; nothing is asked of a reader who may not see one of them. */
function useQuadrants(props: Special) {
  const isForbidden = parted.some(id => props.dictionary.metric(id)?.allowed === false)
  const answer = useQuestion(
    isForbidden ? undefined : pieceQuestion(props, { metrics: parted, by: ['shop'] }),
  )
  const found = answer.data && quadrantsOf(answer.data, parted)
  const state: PanelState = isForbidden
    ? 'forbidden'
    : answer.data === undefined
      ? answer.isError
        ? 'error'
        : 'loading'
      : found
        ? 'ready'
        : 'empty'
  return {
    found,
    card: {
      panel: props.panel,
      className: props.className,
      state,
      error: answer.error,
      onRetry: () => void answer.refetch(),
      isRefreshing: answer.isFetching && answer.data !== undefined,
    },
  }
}

const tooFew: Text = {
  zh: '至少两家门店同时有客流与成交才能分象限',
  en: 'At least two shops need visits and deals to be parted',
}

/** The visits of each of the four kinds of shops as shares of all. */
export function QuadrantShare(props: Special) {
  const t = useText()
  const figure = useFigure()
  const { found, card } = useQuadrants(props)
  return (
    <SpecialCard {...card} nothing={t(tooFew)} hint={t({ zh: '人次', en: 'Visits' })}>
      {found && (
        <PieChart
          summary={t(props.panel.title)}
          height={260}
          format={value => figure.full(value, { unit: 'visits' })}
          data={{
            categories: quadrantNames.map(name => t(words[name].name)),
            series: [
              {
                name: t({ zh: '人次', en: 'Visits' }),
                values: quadrantNames.map(name => found.of[name].reduce((sum, { x }) => sum + x, 0)),
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
  const { found, card } = useQuadrants(props)
  return (
    <SpecialCard
      {...card}
      nothing={t(tooFew)}
      hint={
        found &&
        t(
          { zh: '以中位数分界：{visits} 人次、{rate}', en: 'Parted at the medians: {visits} visits, {rate}' },
          {
            visits: figure.full(Math.round(found.middle.x), { unit: 'visits' }),
            rate: figure.full(found.middle.y, { unit: 'percent' }),
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
                  {t(words[name].name)}{' '}
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
                    <p>{t(words[name].advice, { deals: Math.round(missed) })}</p>
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
