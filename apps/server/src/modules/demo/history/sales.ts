import { chance, type Engine, spread } from './engine.ts'
import { demoGoods, goodsSql } from './goods.ts'
import { type Making, rowVersion } from './making.ts'
import { ended } from './moments.ts'

/** Columns of the table of receipts that later statements read. */
export const receiptColumns = `shop_id UInt32, biz_date Date, number UInt32, receipt_id String, slot UInt16, second UInt16, till_id UInt32,
  cashier_id UInt32, clerk_id UInt32, kind String, net Int64, gross Int64, discount Int64, items Int32, guilt Float64, visits_usual Float64`

const key = ['shop_id', 'biz_date', 'number']
const at = "toDateTime(biz_date, 'UTC') + toIntervalSecond(toInt32(slot) * 300 + second - 28800)"

/**
 * Receipts that follow the visits of the day: as many as its bag rate makes of them, when people leave rather than when they
 * come, with tickets around the shop's own. A few are refunds, voids and opened drawers; some cashiers have weeks in which they
 * have far too many of them.
 */
export async function fillSales(engine: Engine, { seed, span }: Making) {
  const odd = chance(seed, 'fraud', 'cashier_id', 'toMonday(biz_date)')
  await engine.run(`
    INSERT INTO demo_receipt
    WITH ${chance(seed, 'when', ...key)} AS moment,
      p.slots[greatest(1, arrayFirstIndex(reached -> reached >= moment, p.cdf))] AS begin,
      toUInt16(begin + floor(${chance(seed, 'within', ...key)} * 3)) AS slot,
      cashiers[1 + toUInt32(${chance(seed, 'cashier', ...key)} * (length(cashiers) - 0.001))] AS cashier_id,
      if(${odd} < 0.006, 5., 1.) AS guilt,
      ${chance(seed, 'kind', ...key)} AS fate,
      multiIf(fate < 0.018 * guilt, 'refund', fate < 0.026 * guilt, 'void', fate < 0.032 * guilt, 'no_sale', 'sale') AS kind,
      toInt32(1 + floor(-ln(1 - ${chance(seed, 'items', ...key)} * 0.999) * 1.25)) AS pieces,
      toInt64(round(100 * ticket * exp(${spread(seed, 'price', ...key)} * 0.42 - 0.09) * (0.45 + pieces * 0.27))) AS price,
      if(${chance(seed, 'off', ...key)} < 0.28, toInt64(round(price * (0.05 + 0.25 * ${chance(seed, 'share', ...key)}))), 0) AS less,
      multiIf(kind = 'sale', 1, kind = 'refund', -1, 0) AS sign
    SELECT shop_id, biz_date, number, concat(toString(shop_id), '-', formatDateTime(biz_date, '%Y%m%d'), '-', leftPad(toString(number), 5, '0')),
      slot, toUInt16(${chance(seed, 'second', ...key)} * 300), tills[1 + number % length(tills)], cashier_id,
      clerks[1 + toUInt32(${chance(seed, 'clerk', ...key)} * (length(clerks) - 0.001))],
      kind, (price - less) * sign, price * sign, less * abs(sign), pieces * sign, guilt, visits_usual
    FROM (
      SELECT shop_id, biz_date, is_free, ticket, visits_usual, cashiers, clerks, tills,
        arrayJoin(range(toUInt32(round(visits * bag_rate)))) AS number
      FROM demo_day) AS r
    INNER JOIN demo_curve AS p ON p.shop_id = r.shop_id AND p.is_free = r.is_free
    WHERE ${ended(span, 'slot')}`)
  await engine.run(`
    INSERT INTO sale (biz_date, shop_id, receipt_id, at, slot, till_id, cashier_id, clerk_id, kind, net, gross, discount,
      items, tender, member, ver)
    SELECT biz_date, shop_id, receipt_id, ${at}, slot, till_id, cashier_id, clerk_id, kind,
      toDecimal64(net, 2) / 100, toDecimal64(gross, 2) / 100, toDecimal64(discount, 2) / 100, items,
      ['wechat', 'alipay', 'card', 'cash'][1 + toUInt32(pow(${chance(seed, 'tender', ...key)}, 2) * 3.999)],
      if(${chance(seed, 'member', ...key)} < 0.41, sipHash64(shop_id, toUInt32(pow(${chance(seed, 'who', ...key)}, 1.7) * visits_usual * 9)) % 9007199254740992, 0),
      ${rowVersion}
    FROM demo_receipt`)
  // The receipt's amount is shared out over its lines by their prices; the last line takes what rounding leaves. Goods
  // are sold where they stand.
  await engine.run(`
    INSERT INTO sale_line (biz_date, shop_id, receipt_id, line, slot, till_id, cashier_id, clerk_id, goods_id, category_id, brand_id, zone_id, is_deal, items, net, ver)
    WITH ${goodsSql} AS goods,
      range(toUInt32(least(abs(items), 4))) AS turns,
      arrayMap(turn -> goods[1 + toUInt32(pow(cityHash64(${seed}, 'goods', shop_id, biz_date, number, turn) / 18446744073709551616., 1.25) * ${demoGoods.length - 0.001})], turns) AS chosen,
      arrayMap(turn -> toInt32(intDiv(abs(items), length(turns)) + (turn < abs(items) % length(turns))) * sign(items), turns) AS pieces,
      arrayMap((one, count) -> one.4 * abs(count), chosen, pieces) AS weights,
      arraySum(weights) AS whole,
      arrayMap(weight -> toInt64(round(net * weight / whole)), arrayPopBack(weights)) AS first,
      arrayPushBack(first, net - toInt64(arraySum(first))) AS amounts
    SELECT biz_date, shop_id, receipt_id, turn + 1, slot, till_id, cashier_id, clerk_id, one.1, one.2, one.3, sold[one.2], kind = 'sale', count,
      toDecimal64(amount, 2) / 100, ${rowVersion}
    FROM (
      SELECT r.*, s.sold AS sold FROM demo_receipt AS r
      INNER JOIN (SELECT shop_id AS of_shop, sold FROM demo_shop) AS s ON s.of_shop = r.shop_id
      WHERE r.kind IN ('sale', 'refund'))
    ARRAY JOIN turns AS turn, chosen AS one, pieces AS count, amounts AS amount`)
  await fillTills(engine, seed)
}

/** What tills tell beside receipts: discounts, changed prices, reprints and empty scans, and which of it all broke a rule. */
async function fillTills(engine: Engine, seed: number) {
  const rare = (label: string, share: number) => `${chance(seed, label, ...key)} < ${share} * guilt`
  await engine.run(`
    INSERT INTO till_event (biz_date, shop_id, receipt_id, seq, at, slot, till_id, cashier_id, kind, items, amount, rule_id, exception, severity, status, ver)
    WITH arrayFilter(one -> one.1 != '', [
        if(kind != 'sale', (kind, multiIf(kind = 'refund', 'refund', kind = 'void', 'void', 'no-sale'), net), ('', '', toInt64(0))),
        if(discount > 0, ('discount', if(discount > gross * 0.24, 'discount', ''), -discount), ('', '', toInt64(0))),
        if(${rare('override', 0.006)}, ('price_override', 'price change', intDiv(net, 5)), ('', '', toInt64(0))),
        if(${rare('reprint', 0.004)}, ('reprint', 'reprint', net), ('', '', toInt64(0))),
        if(${rare('scan', 0.002)}, ('empty_scan', 'empty scan', toInt64(0)), ('', '', toInt64(0)))]) AS events
    SELECT biz_date, shop_id, receipt_id, seq - 1, toDateTime64(${at}, 3, 'UTC'), slot, till_id, cashier_id, event.1, if(event.1 = kind, items, 0),
      toDecimal64(event.3, 2) / 100, indexOf(['void', 'refund', 'no-sale', 'discount', 'price change', 'reprint', 'empty scan'], event.2), event.2,
      multiIf(event.2 = '', '', guilt > 1, 'high', event.2 IN ('void', 'price change', 'no-sale'), 'middle', 'low'),
      multiIf(event.2 = '', '', guilt > 1, 'confirmed', ${chance(seed, 'judged', ...key, 'seq')} < 0.2, 'open', 'dismissed'), ${rowVersion}
    FROM demo_receipt
    ARRAY JOIN events AS event, arrayEnumerate(events) AS seq`)
}
