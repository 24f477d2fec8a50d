import type { Text } from '@aisle/contract'

export type CameraGroup = 'entrance' | 'checkout' | 'floor' | 'back'
/** Where the simulated camera looks in its scene: centre as a share of the picture, zoom 1 (widest) to 4. */
export type Position = { x: number; y: number; zoom: number }
type Window = readonly [name: string, x: number, y: number, width: number]

type Scene = {
  /** What a camera with this view is called in the shop. */
  name: Text
  group: CameraGroup
  /** The floor it belongs on, where the shop has that many. */
  floor: number
  /** Views worth keeping, first the widest; in pixels of the 2560 × 1440 picture, 16:9. */
  presets: readonly Window[]
}

/** The scenes that the simulator can show (its scenes/scenes.json), in the order in which shops number their cameras. */
export const scenes = {
  entrance: {
    name: { zh: '正门入口', en: 'Main entrance' },
    group: 'entrance',
    floor: 1,
    presets: [
      ['全景', 384, 346, 1792],
      ['大门', 772, 278, 1100],
      ['防盗门', 990, 501, 700],
      ['左展桌', 16, 650, 850],
      ['右展桌', 1710, 585, 850],
      ['模特', 1839, 475, 640],
    ],
  },
  window: {
    name: { zh: '橱窗', en: 'Shop window' },
    group: 'entrance',
    floor: 1,
    presets: [
      ['全景', 384, 346, 1792],
      ['左橱窗', 96, 255, 1150],
      ['右橱窗', 1410, 282, 1150],
      ['左模特', 207, 430, 640],
      ['右模特', 1920, 466, 640],
      ['走廊', 818, 658, 1000],
    ],
  },
  atrium: {
    name: { zh: '中庭入口', en: 'Atrium entrance' },
    group: 'entrance',
    floor: 1,
    presets: [
      ['全景', 384, 316, 1792],
      ['咖啡亭', 814, 451, 800],
      ['正面店铺', 764, 219, 900],
      ['左店铺', 0, 352, 800],
      ['右店铺', 1760, 328, 800],
      ['花坛', 187, 684, 800],
    ],
  },
  carpark: {
    name: { zh: '车库入口', en: 'Car-park entrance' },
    group: 'entrance',
    floor: -1,
    presets: [
      ['全景', 384, 346, 1792],
      ['电梯厅门', 983, 309, 640],
      ['横道', 851, 478, 850],
      ['道闸', 1458, 524, 640],
      ['左车位', 0, 346, 750],
      ['右车位', 1810, 362, 750],
    ],
  },
  checkout_front: {
    name: { zh: '收银台', en: 'Checkout' },
    group: 'checkout',
    floor: 1,
    presets: [
      ['全景', 384, 346, 1792],
      ['收银台', 685, 385, 1150],
      ['左收银机', 634, 540, 560],
      ['中收银机', 1039, 530, 560],
      ['右收银机', 1385, 521, 560],
      ['排队区', 492, 618, 900],
    ],
  },
  checkout_back: {
    name: { zh: '收银台背面', en: 'Checkout, rear' },
    group: 'checkout',
    floor: 1,
    presets: [
      ['全景', 384, 346, 1792],
      ['收银台', 783, 477, 1200],
      ['左机位', 671, 599, 600],
      ['右机位', 1534, 641, 600],
      ['货架', 874, 365, 1000],
      ['大门', 1199, 357, 520],
    ],
  },
  women: {
    name: { zh: '女装区', en: "Women's wear" },
    group: 'floor',
    floor: 1,
    presets: [
      ['全景', 384, 346, 1792],
      ['展桌', 749, 672, 900],
      ['左挂架', 0, 673, 900],
      ['右挂架', 1436, 524, 900],
      ['模特', 707, 505, 900],
      ['后墙', 739, 343, 800],
    ],
  },
  main_aisle: {
    name: { zh: '主通道', en: 'Main aisle' },
    group: 'floor',
    floor: 1,
    presets: [
      ['全景', 384, 316, 1792],
      ['通道', 780, 330, 1000],
      ['左端架', 484, 680, 640],
      ['右端架', 1436, 680, 640],
      ['左货架', 0, 700, 850],
      ['右货架', 1710, 700, 850],
    ],
  },
  island: {
    name: { zh: '中岛陈列', en: 'Centre island' },
    group: 'floor',
    floor: 1,
    presets: [
      ['全景', 384, 346, 1792],
      ['中岛', 718, 569, 1100],
      ['左前桌', 565, 738, 600],
      ['右前桌', 1368, 712, 600],
      ['模特台', 962, 440, 560],
      ['左货架', 0, 633, 800],
    ],
  },
  home_wall: {
    name: { zh: '家居墙', en: 'Home wall' },
    group: 'floor',
    floor: 2,
    presets: [
      ['全景', 384, 346, 1792],
      ['墙左', 188, 372, 800],
      ['墙中', 880, 372, 800],
      ['墙右', 1572, 372, 800],
      ['左展桌', 280, 633, 700],
      ['沙发', 0, 624, 800],
    ],
  },
  fitting: {
    name: { zh: '试衣间外', en: 'Outside fitting rooms' },
    group: 'floor',
    floor: 2,
    presets: [
      ['全景', 384, 346, 1792],
      ['左隔间', 37, 419, 850],
      ['中隔间', 695, 453, 700],
      ['右隔间', 1176, 403, 850],
      ['等候区', 0, 735, 850],
      ['服务台', 1760, 733, 800],
    ],
  },
  men: {
    name: { zh: '男装区', en: "Men's wear" },
    group: 'floor',
    floor: 2,
    presets: [
      ['全景', 384, 346, 1792],
      ['展桌', 290, 620, 850],
      ['左挂架', 0, 508, 850],
      ['右挂架', 1368, 545, 1000],
      ['模特', 468, 470, 850],
      ['后墙', 830, 337, 800],
    ],
  },
  shoes: {
    name: { zh: '鞋墙', en: 'Shoe wall' },
    group: 'floor',
    floor: 2,
    presets: [
      ['全景', 384, 346, 1792],
      ['鞋墙左', 100, 384, 800],
      ['鞋墙中', 824, 379, 800],
      ['鞋墙右', 1519, 373, 800],
      ['试鞋凳', 6, 810, 700],
      ['展台', 944, 748, 560],
    ],
  },
  electronics: {
    name: { zh: '数码区', en: 'Electronics' },
    group: 'floor',
    floor: 3,
    presets: [
      ['全景', 384, 346, 1792],
      ['电视墙', 696, 235, 1000],
      ['左体验桌', 0, 711, 640],
      ['中体验桌', 1010, 686, 640],
      ['右体验桌', 1920, 664, 640],
      ['服务台', 1870, 460, 560],
    ],
  },
  cafe: {
    name: { zh: '餐饮区', en: 'Café' },
    group: 'floor',
    floor: 4,
    presets: [
      ['全景', 384, 346, 1792],
      ['点餐台', 958, 374, 900],
      ['左座区', 0, 572, 1000],
      ['右座区', 1560, 639, 1000],
      ['菜单', 1085, 225, 640],
      ['收银', 1342, 479, 480],
    ],
  },
  escalator: {
    name: { zh: '扶梯口', en: 'Escalator' },
    group: 'floor',
    floor: 2,
    presets: [
      ['全景', 384, 432, 1792],
      ['上行梯口', 734, 779, 640],
      ['下行梯口', 1206, 770, 640],
      ['扶梯全景', 691, 292, 1150],
      ['左店铺', 0, 413, 800],
      ['右店铺', 1760, 398, 800],
    ],
  },
  stock: {
    name: { zh: '后仓', en: 'Stock room' },
    group: 'back',
    floor: -1,
    presets: [
      ['全景', 384, 316, 1792],
      ['左货架', 105, 435, 850],
      ['右货架', 1710, 464, 850],
      ['托盘', 1244, 528, 850],
      ['内门', 1084, 357, 560],
      ['通道', 864, 505, 1000],
    ],
  },
  loading: {
    name: { zh: '卸货口', en: 'Loading dock' },
    group: 'back',
    floor: 1,
    presets: [
      ['全景', 384, 396, 1792],
      ['一号门', 405, 364, 900],
      ['二号门', 1306, 380, 900],
      ['托盘区', 962, 602, 750],
      ['右侧堆放', 1760, 728, 800],
      ['货车', 667, 432, 560],
    ],
  },
} as const satisfies Record<string, Scene>

export type SceneId = keyof typeof scenes

const picture = { width: 2560, height: 1440 }
const widestWindow = 1792

/** The presets of a scene as the simulator keeps them, numbered from 1. */
export function scenePresets(id: SceneId): { index: number; name: string; position: Position }[] {
  return scenes[id].presets.map(([name, x, y, width], order) => ({
    index: order + 1,
    name,
    position: {
      x: rounded((x + width / 2) / picture.width),
      y: rounded((y + (width * 9) / 32) / picture.height),
      zoom: rounded(widestWindow / width),
    },
  }))
}

function rounded(value: number): number {
  return Math.round(value * 1e5) / 1e5
}
