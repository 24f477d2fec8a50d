import type { CameraGroupName, Deductions } from '@aisle/contract'

type Named = { zh: string; en: string }
type Leaf = Named & {
  key: string
  score: number
  /** Absent: all or nothing. */
  deductions?: Deductions
  camera?: CameraGroupName
  preset?: string
  seconds: number
  /** How often an average shop loses points here. */
  weakness: number
  /** How often it does not apply. */
  absent?: number
  /** What inspectors write, from small to serious. */
  remarks: readonly [minor: string, medium: string, severe: string]
}
export type EvaluationItem = Leaf & { group: string }

const half: Deductions = { minor: 0.5, medium: 1, severe: 3 }
const usual: Deductions = { minor: 1, medium: 2, severe: 4 }

/** The standard form: 18 items in five groups, 100 points. */
export const evaluationGroups: readonly (Named & { key: string; items: readonly Leaf[] })[] = [
  {
    key: 'image',
    zh: '门店形象',
    en: 'Storefront',
    items: [
      {
        key: 'sign',
        zh: '门头与招牌整洁明亮',
        en: 'Sign clean and lit',
        score: 5,
        deductions: usual,
        camera: 'entrance',
        preset: '全景',
        seconds: 20,
        weakness: 0.1,
        remarks: ['招牌边角有积灰', '招牌一侧灯箱不亮', '门头灯箱大面积不亮'],
      },
      {
        key: 'window',
        zh: '橱窗陈列完整',
        en: 'Window display complete',
        score: 6,
        deductions: usual,
        camera: 'entrance',
        preset: '左橱窗',
        seconds: 30,
        weakness: 0.14,
        absent: 0.03,
        remarks: ['橱窗玻璃有手印', '模特配饰缺失', '橱窗仍是上一季陈列'],
      },
      {
        key: 'floor',
        zh: '地面与玻璃清洁',
        en: 'Floor and glass clean',
        score: 7,
        deductions: usual,
        camera: 'entrance',
        preset: '大门',
        seconds: 30,
        weakness: 0.24,
        remarks: ['门口地垫有污渍', '入口地面有水渍未处理', '地面垃圾较多，长时间无人清扫'],
      },
    ],
  },
  {
    key: 'service',
    zh: '人员服务',
    en: 'Staff and service',
    items: [
      {
        key: 'dress',
        zh: '员工着装规范',
        en: 'Staff in uniform',
        score: 6,
        deductions: usual,
        camera: 'floor',
        preset: '通道',
        seconds: 30,
        weakness: 0.3,
        remarks: ['一名员工未佩戴工牌', '两名员工未穿工装外套', '当班员工多人未着工装'],
      },
      {
        key: 'greeting',
        zh: '主动迎客问候',
        en: 'Guests are greeted',
        score: 6,
        deductions: usual,
        camera: 'entrance',
        preset: '大门',
        seconds: 40,
        weakness: 0.22,
        remarks: ['迎客不及时', '顾客进店 1 分钟无人招呼', '入口长时间无人值守'],
      },
      {
        key: 'phone',
        zh: '在岗不看手机',
        en: 'No phones on duty',
        score: 5,
        camera: 'floor',
        preset: '全景',
        seconds: 30,
        weakness: 0.06,
        remarks: ['员工在卖场看手机', '员工在卖场看手机', '两名员工聚在一起看手机'],
      },
      {
        key: 'fitting',
        zh: '试衣间服务及时',
        en: 'Fitting rooms attended',
        score: 5,
        deductions: half,
        camera: 'floor',
        preset: '等候区',
        seconds: 30,
        weakness: 0.16,
        absent: 0.08,
        remarks: ['试衣后衣物未及时收回', '试衣间门口堆放衣物', '等候顾客无人接待'],
      },
    ],
  },
  {
    key: 'checkout',
    zh: '收银规范',
    en: 'Checkout',
    items: [
      {
        key: 'manned',
        zh: '收银机前有员工值守',
        en: 'Till is manned',
        score: 5,
        camera: 'checkout',
        preset: '收银台',
        seconds: 20,
        weakness: 0.04,
        remarks: ['收银台无人值守', '收银台无人值守', '收银台无人值守，顾客等待'],
      },
      {
        key: 'desk',
        zh: '收银台台面整洁',
        en: 'Checkout desk tidy',
        score: 5,
        deductions: usual,
        camera: 'checkout',
        preset: '收银台',
        seconds: 30,
        weakness: 0.4,
        remarks: ['台面有散落小票', '台面左侧纸箱与杂物未归位', '台面堆满退货，影响顾客结账'],
      },
      {
        key: 'codes',
        zh: '收款码立牌清晰',
        en: 'Payment codes readable',
        score: 4,
        deductions: half,
        camera: 'checkout',
        preset: '左收银机',
        seconds: 15,
        weakness: 0.08,
        absent: 0.02,
        remarks: ['立牌有折痕', '立牌被遮挡', '二号机没有收款码立牌'],
      },
      {
        key: 'supplies',
        zh: '购物袋与小票纸充足',
        en: 'Bags and paper at hand',
        score: 4,
        deductions: half,
        camera: 'checkout',
        preset: '中收银机',
        seconds: 15,
        weakness: 0.1,
        remarks: ['小号购物袋所剩不多', '购物袋未补充', '小票纸用尽，顾客等待'],
      },
      {
        key: 'queue',
        zh: '排队不超过 5 人',
        en: 'Queue of at most 5',
        score: 7,
        deductions: usual,
        camera: 'checkout',
        preset: '排队区',
        seconds: 30,
        weakness: 0.16,
        remarks: ['排队 6 人，未及时加开', '排队 8 人，只开一台', '排队超过 10 人，持续 5 分钟'],
      },
    ],
  },
  {
    key: 'display',
    zh: '商品陈列',
    en: 'Display',
    items: [
      {
        key: 'order',
        zh: '陈列整齐度',
        en: 'Display in order',
        score: 8,
        deductions: usual,
        camera: 'floor',
        preset: '通道',
        seconds: 60,
        weakness: 0.58,
        remarks: ['中岛叠装略凌乱', '多处叠装倒塌未整理', '试后商品随意放置，货架凌乱'],
      },
      {
        key: 'price',
        zh: '价签齐全',
        en: 'Price labels complete',
        score: 5,
        deductions: half,
        camera: 'floor',
        preset: '左端架',
        seconds: 40,
        weakness: 0.34,
        remarks: ['一处价签倾斜', '促销堆头缺价签', '整组货架缺价签'],
      },
      {
        key: 'heap',
        zh: '促销堆头饱满',
        en: 'Promotion stands full',
        score: 5,
        deductions: usual,
        camera: 'floor',
        preset: '中岛',
        seconds: 30,
        weakness: 0.2,
        absent: 0.07,
        remarks: ['堆头下层略空', '堆头已空一半', '堆头空置'],
      },
      {
        key: 'stock',
        zh: '缺货及时补货',
        en: 'Gaps refilled',
        score: 5,
        deductions: usual,
        camera: 'floor',
        preset: '左货架',
        seconds: 40,
        weakness: 0.28,
        remarks: ['个别尺码缺货', '家居墙缺货未补', '整列货架空置'],
      },
    ],
  },
  {
    key: 'safety',
    zh: '消防安全',
    en: 'Fire safety',
    items: [
      {
        key: 'aisle',
        zh: '通道无堆物',
        en: 'Aisles clear',
        score: 6,
        deductions: usual,
        camera: 'back',
        preset: '通道',
        seconds: 30,
        weakness: 0.14,
        remarks: ['后仓通道一侧有空箱', '后仓通道被货物占用一半', '安全出口被货物堵住'],
      },
      {
        key: 'extinguisher',
        zh: '灭火器在位有效',
        en: 'Extinguishers in place',
        score: 6,
        camera: 'back',
        preset: '全景',
        seconds: 20,
        weakness: 0.02,
        remarks: ['灭火器被货物遮挡', '灭火器不在原位', '灭火器压力不足'],
      },
    ],
  },
]

/** What is looked at without points, by the time of day. */
export const inspectionGroups: readonly (Named & {
  key: string
  items: readonly (Named & { key: string; camera: CameraGroupName; abnormal: string })[]
})[] = [
  {
    key: 'opening',
    zh: '开店检查',
    en: 'Opening',
    items: [
      {
        key: 'lights',
        zh: '照明全部开启',
        en: 'All lights on',
        camera: 'floor',
        abnormal: '家居区两盏射灯不亮',
      },
      {
        key: 'shutters',
        zh: '卷帘门完全升起',
        en: 'Shutters fully up',
        camera: 'entrance',
        abnormal: '侧门卷帘未升到顶',
      },
      {
        key: 'tills',
        zh: '收银设备已开机',
        en: 'Tills are on',
        camera: 'checkout',
        abnormal: '二号收银机未开机',
      },
      {
        key: 'posters',
        zh: '海报为当期活动',
        en: 'Posters are current',
        camera: 'entrance',
        abnormal: '入口仍挂上期海报',
      },
    ],
  },
  {
    key: 'running',
    zh: '营业中检查',
    en: 'During the day',
    items: [
      {
        key: 'ways',
        zh: '主通道畅通',
        en: 'Main aisle clear',
        camera: 'floor',
        abnormal: '补货推车停在主通道',
      },
      {
        key: 'rooms',
        zh: '试衣间整洁',
        en: 'Fitting rooms tidy',
        camera: 'floor',
        abnormal: '试衣间内遗留衣架',
      },
      {
        key: 'pallets',
        zh: '后仓货物离墙码放',
        en: 'Stock off the walls',
        camera: 'back',
        abnormal: '后仓货物贴墙堆放过高',
      },
      {
        key: 'door',
        zh: '卸货门随手关闭',
        en: 'Loading door kept shut',
        camera: 'back',
        abnormal: '卸货门敞开无人看守',
      },
    ],
  },
  {
    key: 'closing',
    zh: '闭店检查',
    en: 'Closing',
    items: [
      {
        key: 'cash',
        zh: '现金已入保险柜',
        en: 'Cash in the safe',
        camera: 'checkout',
        abnormal: '备用金未清点',
      },
      {
        key: 'power',
        zh: '非必要电源已关闭',
        en: 'Power switched off',
        camera: 'back',
        abnormal: '后仓照明未关',
      },
      {
        key: 'locks',
        zh: '门窗已锁闭',
        en: 'Doors and windows locked',
        camera: 'entrance',
        abnormal: '侧门未上锁',
      },
      { key: 'alarm', zh: '报警已布防', en: 'Alarm armed', camera: 'entrance', abnormal: '报警未布防' },
    ],
  },
]

export const dailyTypes: readonly (Named & { key: string; notes: readonly string[] })[] = [
  {
    key: 'delivery',
    zh: '到货验收',
    en: 'Deliveries',
    notes: ['秋冬新品到货 12 箱，已验收入库', '补货 5 箱，少 1 件，已登记', '活动物料到店，已清点'],
  },
  {
    key: 'complaint',
    zh: '客诉处理',
    en: 'Complaints',
    notes: ['顾客反映试衣间等待久，店长已致歉', '换货纠纷，已按流程办理', '顾客反映价签与系统不符，已更正'],
  },
  {
    key: 'attendance',
    zh: '人员考勤',
    en: 'Attendance',
    notes: ['早班 6 人全部到岗', '晚班一人请假，已调班', '新员工两名到店带教'],
  },
  {
    key: 'repair',
    zh: '设备报修',
    en: 'Repairs',
    notes: ['二层射灯不亮，已报修', '收银二号机打印头更换', '中央空调温度偏高，物业已处理'],
  },
  {
    key: 'promotion',
    zh: '促销活动',
    en: 'Promotions',
    notes: ['会员日活动开始，堆头按图布置', '满减海报已更换', '周末主题活动人流较多，加开收银一台'],
  },
  {
    key: 'hygiene',
    zh: '卫生清洁',
    en: 'Cleaning',
    notes: ['橱窗玻璃清洁完成', '地面深度清洁，闭店后进行', '货架除尘完成'],
  },
]
