import type { Random } from './random.ts'

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
