import type { PostedSale, SaleKind } from '@aisle/contract'
import { instant, kind, money } from '../kind.ts'

/** What a receipt of each kind takes in: a refund gives back, what sold nothing takes nothing. */
const signs: Record<SaleKind, 1 | -1 | 0> = {
  sale: 1,
  refund: -1,
  void: 0,
  post_void: 0,
  no_sale: 0,
  exchange: 1,
  cancel: 0,
  suspend: 0,
  other: 0,
}

/** Receipts with their lines. Posted again a receipt replaces what it was, also on another day. */
export const sales = kind<PostedSale>({
  needs: 'place',
  moment: row => row.at,
  codes: row => [
    { kind: 'till', code: row.till ?? defaultTill },
    ...[row.cashier, row.clerk].flatMap(code =>
      code === undefined ? [] : [{ kind: 'staff' as const, code }],
    ),
    ...row.lines.flatMap(line => [
      { kind: 'goods' as const, code: line.goods, name: line.name },
      ...(line.category === undefined ? [] : [{ kind: 'category' as const, code: line.category }]),
      ...(line.brand === undefined ? [] : [{ kind: 'brand' as const, code: line.brand }]),
    ]),
  ],
  parts: row =>
    row.lines.flatMap((line, index) =>
      line.zoneId === undefined
        ? []
        : [{ kind: 'zone' as const, id: line.zoneId, path: `lines.${index}.zoneId` }],
    ),
  table: 'sale',
  movable: { by: 'receipt_id', dependents: ['sale_line'] },
  store({ row, place, at, date, slot, ver, numberOf, hash }) {
    const sign = signs[row.kind]
    // An exchange may go either way; all others have the sign of their kind, whatever the sender writes.
    const signed = (value: number) => (row.kind === 'exchange' ? value : Math.abs(value) * sign || 0)
    const net = money(signed(row.net))
    const discount = money(Math.abs(row.discount ?? 0) * Math.abs(sign))
    const gross = money(row.gross === undefined ? net + (net < 0 ? -discount : discount) : signed(row.gross))
    const items = signed(row.items ?? row.lines.reduce((sum, line) => sum + line.items, 0))
    const shared = {
      biz_date: date,
      shop_id: place.shopId,
      receipt_id: row.id,
      slot,
      till_id: place.deviceId || numberOf('till', row.till ?? defaultTill),
      cashier_id: numberOf('staff', row.cashier),
      clerk_id: numberOf('staff', row.clerk),
    }
    return {
      own: {
        ...shared,
        at: instant(at),
        floor_id: place.line?.floorId ?? 0,
        kind: row.kind,
        net,
        gross,
        discount,
        items,
        tender: row.tender,
        member: row.member === undefined ? 0 : hash('member', row.member),
        of_receipt: row.of ?? '',
        ver,
      },
      dependents: {
        sale_line: row.lines.map((line, index) => ({
          ...shared,
          line: index + 1,
          goods_id: numberOf('goods', line.goods),
          category_id: numberOf('category', line.category),
          brand_id: numberOf('brand', line.brand),
          zone_id: Number(line.zoneId ?? 0),
          is_deal: row.kind === 'sale' || row.kind === 'exchange' ? 1 : 0,
          items: signed(line.items),
          net: money(signed(line.net)),
          ver,
        })),
      },
    }
  },
})

/** The one till of a shop that does not tell them apart. */
export const defaultTill = '1'
