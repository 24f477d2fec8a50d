import type { Text } from '@aisle/contract'
import type { TableName } from '../tables/index.ts'

/**
 * What happened, of one kind, and the tables that hold it from the coarsest to the finest. A question reads the first one that
 * has its granularity and every column its metrics, dimensions and filters need.
 */
export type Fact = {
  readonly label: Text
  readonly tables: readonly TableName[]
  /** Which of the overlapping levels a question counts: the smallest place it names, the shop's own where it names none. */
  readonly level?: {
    readonly column: string
    readonly of: Readonly<Record<string, readonly string[]>>
    readonly otherwise: readonly string[]
    /** Levels besides for what names these columns: of other figures they would say what was due and received wrongly. */
    readonly besides?: { readonly naming: RegExp; readonly levels: readonly string[] }
  }
  /** Clerks are left out unless the question is about identity. */
  readonly people?: boolean
  /** Holds slots due and received beside the values (`flow`), or in `source_day` under this name; nothing: a blank is a zero. */
  readonly arrival?: 'own' | string
  /** The fact does not change with time. */
  readonly timeless?: boolean
}

const flowLevels = {
  column: 'node_kind',
  of: { zone: ['zone'], entrance: ['entrance'], floor: ['floor'] },
  otherwise: ['entrance'],
  // Who walked past is counted outside; a line there that is silent takes nothing from who came in, and one that speaks adds nothing.
  besides: { naming: /\b(pass_got_n|expected_n)\b/, levels: ['outside'] },
}
const placeLevels = { column: 'place_kind', of: { zone: ['zone'], floor: ['floor'] }, otherwise: ['shop'] }

export const facts = {
  flow: {
    label: { zh: '客流计数', en: 'Counts at doors' },
    tables: ['flow_day', 'flow_hour', 'flow_raw'],
    level: flowLevels,
    arrival: 'own',
  },
  presence: {
    label: { zh: '在场人数', en: 'People inside' },
    tables: ['presence_hour'],
    level: { column: 'node_kind', of: { floor: ['floor'] }, otherwise: ['shop'] },
  },
  visit: {
    label: { zh: '到访', en: 'Visits of recognised people' },
    tables: ['people_day', 'face_visit'],
    level: placeLevels,
    people: true,
    arrival: 'face',
  },
  stay: { label: { zh: '区域停留', en: 'Stays in zones' }, tables: ['stay'], people: true, arrival: 'track' },
  move: {
    label: { zh: '流转', en: 'Moves' },
    tables: ['move'],
    level: {
      column: 'kind',
      of: {
        entrance: ['entrance'],
        floor: ['floor'],
        zone: ['zone'],
        format: ['shop'],
        brand: ['shop'],
        originFormat: ['shop'],
        originBrand: ['shop'],
      },
      otherwise: ['zone'],
    },
    arrival: 'track',
  },
  reception: { label: { zh: '接待', en: 'Receptions' }, tables: ['reception'], arrival: 'track' },
  sale: {
    label: { zh: '小票', en: 'Receipts' },
    tables: ['sale_day', 'sale_hour', 'sale'],
    arrival: 'sales',
  },
  basket: {
    label: { zh: '商品销售', en: 'Goods sold' },
    tables: ['goods_day', 'sale_line'],
    arrival: 'sales',
  },
  till: { label: { zh: '收银事件', en: 'Till events' }, tables: ['till_event'], arrival: 'pos' },
  touch: { label: { zh: '商品体验', en: 'Touches of goods' }, tables: ['touch'], arrival: 'touch' },
  probe: { label: { zh: '探针', en: 'Wireless probes' }, tables: ['probe'], arrival: 'wifi' },
  heat: { label: { zh: '热力', en: 'Heat grids' }, tables: ['heat_hour'], arrival: 'heat' },
  track: { label: { zh: '动线', en: 'Tracks' }, tables: ['track'], people: true, arrival: 'track' },
  device: { label: { zh: '设备', en: 'Devices' }, tables: ['device_day'] },
  record: { label: { zh: '业务记录', en: 'Records' }, tables: ['record'] },
  stream: { label: { zh: '取流检测', en: 'Checks of streams' }, tables: ['stream_check'] },
  shop: { label: { zh: '门店', en: 'Shops' }, tables: ['shop'], timeless: true },
} as const satisfies Record<string, Fact>
export type FactName = keyof typeof facts
export const factOf = (name: FactName): Fact => facts[name]
