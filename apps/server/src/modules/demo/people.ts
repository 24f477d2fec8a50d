import type { SeedRole } from '@aisle/contract'
import type { Random } from './random.ts'

/** The password of every demo account. */
export const demoPassword = 'Aisle2026'

type DemoUser = {
  id: string
  loginName: string
  realName: string
  role: SeedRole
  /** Areas the user may see; absent: every shop. */
  areas?: readonly string[]
  /** Shown on the sign-in page of a demo. */
  offered: boolean
}

/** Accounts to sign in with. The ids of areas are those of `regions` and of the official list. */
export const demoUsers: readonly DemoUser[] = [
  { id: '701001', loginName: 'admin', realName: '赵明远', role: 'administrator', offered: true },
  {
    id: '701002',
    loginName: 'inspector',
    realName: '林晓彤',
    role: 'inspector',
    areas: ['1', '5'],
    offered: true,
  },
  { id: '701003', loginName: 'analyst', realName: '何思远', role: 'operator', offered: true },
  { id: '701004', loginName: 'support', realName: '许文博', role: 'support', offered: true },
  {
    id: '701005',
    loginName: 'viewer',
    realName: '沈佳宁',
    role: 'viewer',
    areas: ['31', '32', '33'],
    offered: true,
  },
  {
    id: '701006',
    loginName: 'chenjiahao',
    realName: '陈嘉豪',
    role: 'inspector',
    areas: ['1', '4'],
    offered: false,
  },
  {
    id: '701007',
    loginName: 'liangyuting',
    realName: '梁雨婷',
    role: 'inspector',
    areas: ['2', '5'],
    offered: false,
  },
  {
    id: '701008',
    loginName: 'songzihan',
    realName: '宋子涵',
    role: 'inspector',
    areas: ['3', '6', '7'],
    offered: false,
  },
  {
    id: '701009',
    loginName: 'duhaoran',
    realName: '杜浩然',
    role: 'inspector',
    areas: ['3', '4'],
    offered: false,
  },
]

export const inspectors = demoUsers.filter(user => user.role === 'inspector')
export const inspectorId = '701002'

const surnames = [
  ...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾郝龚邵万钱严覃武戴莫孔向汤',
]
const givenNames = [
  ...[
    '静怡',
    '晓雯',
    '思琪',
    '雨欣',
    '佳琳',
    '梦洁',
    '婉清',
    '诗涵',
    '欣妍',
    '雅婷',
    '慧敏',
    '丽娟',
    '秀芳',
    '春燕',
    '红梅',
  ],
  ...[
    '小倩',
    '海燕',
    '玉兰',
    '巧玲',
    '美华',
    '文静',
    '若曦',
    '语嫣',
    '可馨',
    '子萱',
    '依琳',
    '嘉怡',
    '凤霞',
    '桂香',
    '晓燕',
  ],
  ...[
    '志成',
    '建业',
    '俊杰',
    '浩宇',
    '子轩',
    '文涛',
    '家豪',
    '伟杰',
    '国栋',
    '明辉',
    '立群',
    '晓峰',
    '永康',
    '德胜',
    '少华',
  ],
  ...[
    '振宇',
    '立新',
    '天佑',
    '博文',
    '嘉诚',
    '宏伟',
    '卫东',
    '世杰',
    '晨阳',
    '学军',
    '立平',
    '玉龙',
    '锦程',
    '启航',
    '昊天',
  ],
]

/** Answers a new name at each call, never one twice. */
export function namesFrom(random: Random, taken: readonly string[]): () => string {
  const used = new Set(taken)
  return () => {
    for (;;) {
      const name = random.pick(surnames) + random.pick(givenNames)
      if (used.has(name)) continue
      used.add(name)
      return name
    }
  }
}

/**
 * A mobile number of valid form that rings nowhere: the series 154 was never given to a network. The zeros show that
 * it is not meant to be dialled.
 */
export function phoneNumber(shop: number, person: number): string {
  return `15400${String(shop).padStart(3, '0')}${String(person).padStart(3, '0')}`
}
