import type { PostedPos } from '@aisle/contract'
import { instantMs, kind, money } from '../kind.ts'
import { defaultTill, sales } from './sales.ts'

/** Items of these types are sold; all others change what is paid, or say how it came to be. */
const sold = new Set(['SALE', 'SALE_OVERRIDE', 'RETURN', 'REFUND'])
/** What an item that was not simply sold is called among the events of a till. */
const eventOf: Readonly<Record<string, string>> = {
  SALE: 'item',
  SALE_OVERRIDE: 'price_override',
  OVERRIDE_MODIFIER: 'price_override',
  MODIFIER: 'modifier',
  DISCOUNT: 'discount',
  COUPON: 'coupon',
  VOID: 'line_void',
  LINE_VOID: 'line_void',
  RETURN: 'refund',
  REFUND: 'refund',
  TAX: 'tax',
  TENDER: 'tender',
}
const priced = ({ quantity, unitPrice }: PostedPos['items'][number]) => money(quantity * unitPrice)

/** Transactions of tills: the receipt, its lines, and what happened at the till meanwhile; replaced together. */
export const pos = kind<PostedPos>({
  needs: 'place',
  moment: row => row.at,
  codes: row => [
    { kind: 'till', code: row.till ?? defaultTill },
    ...(row.cashier === undefined
      ? []
      : [{ kind: 'staff' as const, code: row.cashier, name: row.cashierName }]),
    ...(row.approver === undefined ? [] : [{ kind: 'staff' as const, code: row.approver }]),
    ...row.items.flatMap(item =>
      goodsOf(item) ? [{ kind: 'goods' as const, code: goodsOf(item), name: item.description }] : [],
    ),
  ],
  table: 'sale',
  movable: { by: 'receipt_id', dependents: ['sale_line', 'till_event'] },
  store(fact) {
    const { row, place, at, date, slot, ver, numberOf } = fact
    const taken = row.items.filter(item => !['VOID', 'LINE_VOID', 'TENDER'].includes(item.type))
    const discount = taken
      .filter(item => item.type === 'DISCOUNT' || item.type === 'COUPON')
      .reduce((sum, item) => sum + Math.abs(priced(item)), 0)
    const gross = taken
      .filter(item => item.type !== 'DISCOUNT' && item.type !== 'COUPON')
      .reduce((sum, item) => sum + priced(item), 0)
    const lines = row.items.filter(item => sold.has(item.type) && goodsOf(item) !== '')
    const stored = sales.store({
      ...fact,
      row: {
        id: row.id,
        shop: row.shop,
        at: row.at,
        kind: row.kind,
        net: row.total ?? money(gross - discount),
        discount,
        gross: gross === 0 ? undefined : money(gross),
        items: Math.round(lines.reduce((sum, item) => sum + item.quantity, 0)),
        till: row.till,
        cashier: row.cashier,
        tender: row.tender,
        member: row.member,
        of: row.of,
        lines: lines.map(item => ({
          goods: goodsOf(item),
          items: Math.round(item.quantity),
          net: priced(item),
          zoneId: undefined,
        })),
      },
    })
    const shared = {
      biz_date: date,
      shop_id: place.shopId,
      receipt_id: row.id,
      slot,
      till_id: place.deviceId || numberOf('till', row.till ?? defaultTill),
      cashier_id: numberOf('staff', row.cashier),
      approver_id: numberOf('staff', row.approver),
    }
    const events = row.items.map((item, index) => ({
      ...shared,
      seq: index + 1,
      at: instantMs(new Date(item.time)),
      kind: eventOf[item.type] ?? item.type.toLowerCase(),
      goods_id: goodsOf(item) ? numberOf('goods', goodsOf(item)) : 0,
      items: Math.round(item.quantity),
      amount: priced(item),
      ver,
    }))
    const whole = {
      ...shared,
      seq: 0,
      at: instantMs(at),
      kind: row.kind,
      goods_id: 0,
      items: 0,
      amount: money(row.total ?? gross - discount),
      ver,
    }
    return {
      ...stored,
      dependents: { ...stored.dependents, till_event: row.kind === 'sale' ? events : [whole, ...events] },
    }
  },
})

const goodsOf = (item: PostedPos['items'][number]): string => item.sku ?? item.description.slice(0, 120)
