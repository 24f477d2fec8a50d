import type { Database } from '../../../platform/postgres.ts'
import { outsideCodes } from '../../../platform/schema/index.ts'
import type { DemoShop } from '../chain.ts'
import { insertAll } from '../insert-all.ts'
import type { DemoDevice } from './devices.ts'

type Category = readonly [name: string, brands: readonly string[], goods: readonly Article[]]
type Article = readonly [name: string, price: number]

/** What the chain sells: categories with their articles and the price of each against the shop's ticket. */
const range: readonly Category[] = [
  [
    '女装',
    ['朝集女装', '素朴'],
    [
      ['针织开衫', 1.5],
      ['羊毛大衣', 3.4],
      ['直筒牛仔裤', 1.7],
      ['印花连衣裙', 1.9],
      ['打底衫', 0.7],
      ['西装外套', 2.4],
    ],
  ],
  [
    '男装',
    ['朝集男装', '北野'],
    [
      ['牛津纺衬衫', 1.3],
      ['卫衣', 1.2],
      ['休闲裤', 1.4],
      ['羽绒服', 3.6],
      ['POLO 衫', 1],
      ['夹克', 2.2],
    ],
  ],
  [
    '鞋',
    ['步里', '北野'],
    [
      ['帆布鞋', 1.1],
      ['跑步鞋', 2],
      ['乐福鞋', 1.8],
      ['童鞋', 0.9],
      ['雪地靴', 2.1],
    ],
  ],
  [
    '家居',
    ['朝集家', '素朴'],
    [
      ['纯棉四件套', 2.2],
      ['香薰蜡烛', 0.6],
      ['陶瓷碗', 0.35],
      ['收纳箱', 0.5],
      ['抱枕', 0.6],
      ['保温杯', 0.8],
      ['小夜灯', 0.7],
    ],
  ],
  [
    '生活日用',
    ['朝集日用'],
    [
      ['洗衣液', 0.4],
      ['纸巾', 0.25],
      ['护手霜', 0.3],
      ['牙刷套装', 0.25],
      ['雨伞', 0.5],
      ['垃圾袋', 0.15],
      ['电池', 0.2],
    ],
  ],
  [
    '数码',
    ['朝集数码', '蓝野'],
    [
      ['充电宝', 0.9],
      ['蓝牙耳机', 1.7],
      ['数据线', 0.3],
      ['手机壳', 0.4],
      ['台灯', 1.1],
    ],
  ],
  [
    '食品',
    ['朝集食品'],
    [
      ['坚果礼盒', 1],
      ['燕麦片', 0.4],
      ['挂耳咖啡', 0.5],
      ['茶叶', 1.2],
      ['饼干', 0.25],
      ['矿泉水', 0.08],
    ],
  ],
  [
    '文具',
    ['蓝野'],
    [
      ['笔记本', 0.2],
      ['中性笔', 0.1],
      ['马克笔', 0.5],
      ['书包', 1.3],
    ],
  ],
]

export type Goods = {
  id: number
  name: string
  categoryId: number
  category: string
  brandId: number
  brand: string
  price: number
}

const firstCategory = 801_001
const firstBrand = 802_001
const firstGoods = 803_001
const brands = [...new Set(range.flatMap(([, names]) => names))]

export const demoGoods: readonly Goods[] = range
  .flatMap(([category, names, goods], index) =>
    goods.map(([name, price], turn) => ({
      category,
      index,
      name,
      price,
      brand: names[turn % names.length] ?? '',
    })),
  )
  .map(({ category, index, name, price, brand }, order) => ({
    id: firstGoods + order,
    name,
    categoryId: firstCategory + index,
    category,
    brandId: firstBrand + brands.indexOf(brand),
    brand,
    price,
  }))

/** The zone in which a category stands; the others lie on the promotion island, as do those whose zone a shop lacks. */
const standsIn: Readonly<Record<string, string>> = {
  女装: '女装区',
  男装: '男装区',
  鞋: '鞋区',
  家居: '家居区',
  生活日用: '生活日用',
  数码: '数码区',
}
const island = '中岛促销'

/** Where each category is sold in a shop: zone by category. */
export function zonesOfGoods({ zones }: Pick<DemoShop, 'zones'>): Record<number, number> {
  const named = (name: string | undefined) => zones.find(({ zh }) => zh === name)
  return Object.fromEntries(
    demoGoods.flatMap(({ categoryId, category }) => {
      const zone = named(standsIn[category]) ?? named(island)
      return zone ? [[categoryId, Number(zone.id)]] : []
    }),
  )
}

/** Names of articles, categories, brands and tills, as if their systems had told them. */
export async function insertCodes(db: Database, devices: readonly DemoDevice[]): Promise<void> {
  const code = (kind: string, number: number, name: string, space = '') => ({
    kind,
    space,
    code: name,
    number,
    name,
  })
  const once = <T>(rows: readonly T[], key: (row: T) => number) => [
    ...new Map(rows.map(row => [key(row), row])).values(),
  ]
  await insertAll(
    db,
    outsideCodes,
    [
      ...demoGoods.map(({ id, name }) => code('goods', id, name)),
      ...once(demoGoods, row => row.categoryId).map(row => code('category', row.categoryId, row.category)),
      ...once(demoGoods, row => row.brandId).map(row => code('brand', row.brandId, row.brand)),
      ...devices
        .filter(({ kind }) => kind === 'till')
        .map(({ id, name, shopId }) => code('till', Number(id), name, shopId)),
    ],
    { keep: true },
  )
}

/** The goods as an array for statements: id, category, brand, price. */
export const goodsSql = `[${demoGoods.map(({ id, categoryId, brandId, price }) => `(toUInt32(${id}), toUInt32(${categoryId}), toUInt32(${brandId}), toFloat64(${price}))`).join(', ')}]`
