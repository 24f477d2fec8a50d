import type { PostedPosEvent } from '@aisle/contract'
import { instantMs, kind, money } from '../kind.ts'
import { defaultTill } from './sales.ts'

/** What happened at tills, event by event. */
export const posEvents = kind<PostedPosEvent>({
  needs: 'place',
  moment: row => row.at,
  codes: row => [
    { kind: 'till', code: row.till ?? defaultTill },
    ...[row.cashier, row.approver].flatMap(code =>
      code === undefined ? [] : [{ kind: 'staff' as const, code }],
    ),
    ...(row.goods === undefined ? [] : [{ kind: 'goods' as const, code: row.goods, name: row.name }]),
  ],
  table: 'till_event',
  // What rules and people made of it here is not taken back by the sender.
  ignored: ['status', 'rule_id'],
  store: ({ row, place, at, date, slot, ver, numberOf }) => ({
    own: {
      biz_date: date,
      shop_id: place.shopId,
      receipt_id: row.receipt ?? '',
      seq: row.number,
      at: instantMs(at),
      slot,
      till_id: place.deviceId || numberOf('till', row.till ?? defaultTill),
      cashier_id: numberOf('staff', row.cashier),
      approver_id: numberOf('staff', row.approver),
      kind: row.kind,
      goods_id: numberOf('goods', row.goods),
      items: row.items,
      amount: money(row.amount),
      exception: row.exception,
      severity: row.severity,
      ver,
    },
  }),
})
