import type { Rebuild } from './rebuild.ts'

/** Takings by shop, hour and day. */
export function takings({ within, ver }: Rebuild): string[] {
  const sums = `sum(s.net), sum(s.gross), sum(s.discount), sum(s.refunded), sum(s.deals), sum(s.items), uniqExactStateIf(s.buyer, s.is_deal), ${ver}`
  const columns = 'net, gross, discount, refunded, deals, items, buyers, ver'
  return [
    `INSERT INTO sale_hour (biz_date, shop_id, hour, ${columns})
     SELECT biz_date, shop_id, s.hour, ${sums} FROM (SELECT *, hour, refunded, deals, buyer, is_deal FROM sale FINAL WHERE ${within}) AS s GROUP BY biz_date, shop_id, s.hour`,
    `INSERT INTO sale_day (biz_date, shop_id, ${columns})
     SELECT biz_date, shop_id, ${sums} FROM (SELECT *, refunded, deals, buyer, is_deal FROM sale FINAL WHERE ${within}) AS s GROUP BY biz_date, shop_id`,
  ]
}

/** Goods sold by shop and day. */
export const goodsSold = ({ within, ver }: Rebuild): string => `
  INSERT INTO goods_day (biz_date, shop_id, goods_id, category_id, brand_id, items, net, ver)
  SELECT biz_date, shop_id, goods_id, max(l.category_id), max(l.brand_id), sum(l.items), sum(l.net), ${ver}
  FROM (SELECT * FROM sale_line FINAL WHERE ${within}) AS l GROUP BY biz_date, shop_id, goods_id`
