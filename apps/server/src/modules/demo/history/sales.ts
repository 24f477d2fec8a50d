import { chance, type Engine, spread } from './engine.ts'
import { type Making, rowVersion } from './making.ts'
import { ended } from './moments.ts'

/**
 * Receipts that follow the visits of the day: as many as its bag rate makes of them, when people leave rather than when they
 * come, with tickets around the shop's own. A few are refunds, voids and opened drawers; some cashiers have weeks in which they
 * have far too many of them.
 */
export async function fillSales(engine: Engine, { seed, span }: Making) {
  const key = ['shop_id', 'biz_date', 'number']
  const odd = chance(seed, 'fraud', 'cashier_id', 'toMonday(biz_date)')
  await engine.run(`
    INSERT INTO sale (biz_date, shop_id, receipt_id, at, slot, till_id, cashier_id, clerk_id, kind, net, gross, discount,
      items, tender, member, ver)
    WITH ${chance(seed, 'when', ...key)} AS moment,
      p.slots[greatest(1, arrayFirstIndex(reached -> reached >= moment, p.cdf))] AS begin,
      toUInt16(begin + floor(${chance(seed, 'within', ...key)} * 3)) AS slot,
      cashiers[1 + toUInt32(${chance(seed, 'cashier', ...key)} * (length(cashiers) - 0.001))] AS cashier_id,
      if(${odd} < 0.006, 5, 1) AS guilt,
      ${chance(seed, 'kind', ...key)} AS fate,
      multiIf(fate < 0.018 * guilt, 'refund', fate < 0.026 * guilt, 'void', fate < 0.032 * guilt, 'no_sale', 'sale') AS kind,
      toInt32(1 + floor(-ln(1 - ${chance(seed, 'items', ...key)} * 0.999) * 1.25)) AS pieces,
      round(ticket * exp(${spread(seed, 'price', ...key)} * 0.42 - 0.09) * (0.45 + pieces * 0.27), 2) AS price,
      if(${chance(seed, 'off', ...key)} < 0.28, round(price * (0.05 + 0.25 * ${chance(seed, 'share', ...key)}), 2), 0) AS less,
      multiIf(kind = 'sale', 1, kind = 'refund', -1, 0) AS sign
    SELECT biz_date, shop_id, concat(toString(shop_id), '-', formatDateTime(biz_date, '%Y%m%d'), '-', leftPad(toString(number), 5, '0')),
      toDateTime(biz_date, 'UTC') + toIntervalSecond(slot * 300 - 28800 + toUInt32(${chance(seed, 'second', ...key)} * 300)), slot,
      tills[1 + number % length(tills)], cashier_id, clerks[1 + toUInt32(${chance(seed, 'clerk', ...key)} * (length(clerks) - 0.001))],
      kind, toDecimal64((price - less) * sign, 2), toDecimal64(price * sign, 2), toDecimal64(less * abs(sign), 2), pieces * sign,
      ['wechat', 'alipay', 'card', 'cash'][1 + toUInt32(pow(${chance(seed, 'tender', ...key)}, 2) * 3.999)],
      if(${chance(seed, 'member', ...key)} < 0.41, sipHash64(shop_id, toUInt32(pow(${chance(seed, 'who', ...key)}, 1.7) * visits_usual * 9)), 0),
      ${rowVersion}
    FROM (
      SELECT shop_id, biz_date, is_free, ticket, visits_usual, cashiers, clerks, tills,
        arrayJoin(range(toUInt32(round(visits * bag_rate)))) AS number
      FROM demo_day) AS r
    INNER JOIN demo_curve AS p ON p.shop_id = r.shop_id AND p.is_free = r.is_free
    WHERE ${ended(span, 'slot')}`)
}
