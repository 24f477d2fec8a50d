import type { Text } from './problems.ts'

/** A number that decides whether something is a finding, as people may set it. */
export type Threshold = {
  readonly label: Text
  /** What happens when it is raised. */
  readonly note: Text
  readonly initial: number
  readonly min: number
  readonly max: number
  readonly step: number
}

/** When a detector looks: by the opening hours of the shop, on its clock. */
export const watchedHours = ['always', 'open', 'closed'] as const
export type WatchedHours = (typeof watchedHours)[number]

type Ours = {
  readonly kind: 'ours'
  readonly label: Text
  /** What it says, in one sentence. */
  readonly meaning: Text
  readonly hours: WatchedHours
  readonly thresholds: Readonly<Record<string, Threshold>>
}
type Outside = { readonly kind: 'outside'; readonly label: Text; readonly meaning: Text }

/**
 * Everything that a picture may be said to show. `ours`: told by the server itself, by comparing pictures, without a
 * trained model. `outside`: told by a detector of somebody else, through the ingest call.
 */
export const algorithms = {
  black: {
    kind: 'ours',
    label: { zh: '黑屏', en: 'Black picture' },
    meaning: { zh: '画面几乎全黑', en: 'The picture is almost black' },
    hours: 'open',
    thresholds: {
      brightness: {
        label: { zh: '亮度上限', en: 'Brightness at most' },
        note: {
          zh: '95% 的像素不超过此亮度（0–255）即为黑屏；调高更敏感',
          en: '95 % of the pixels are no brighter than this (0–255); higher finds more',
        },
        initial: 30,
        min: 5,
        max: 80,
        step: 1,
      },
    },
  },
  frozen: {
    kind: 'ours',
    label: { zh: '画面冻结', en: 'Frozen picture' },
    meaning: {
      zh: '与上一张图片完全相同，连噪点也没有变化（不看时间水印）',
      en: 'The same as the picture before, down to the noise, whatever the burned-in clock says',
    },
    hours: 'open',
    thresholds: {
      change: {
        label: { zh: '变化上限', en: 'Change at most' },
        note: {
          zh: '平均每个像素的灰度变化不超过此值；调高更敏感',
          en: 'Mean change of a pixel in levels of grey; higher finds more',
        },
        initial: 0.3,
        min: 0.05,
        max: 2,
        step: 0.05,
      },
      minutes: {
        label: { zh: '两图至少间隔（分钟）', en: 'Minutes between the two at least' },
        note: { zh: '间隔更短的两张图片不比较', en: 'Pictures closer to each other are not compared' },
        initial: 1,
        min: 1,
        max: 240,
        step: 1,
      },
    },
  },
  covered: {
    kind: 'ours',
    label: { zh: '镜头遮挡', en: 'Camera covered' },
    meaning: {
      zh: '原本有细节的地方变得平坦，画面布局也消失了',
      en: 'What used to have detail is flat, and the layout of the picture is gone',
    },
    hours: 'always',
    thresholds: {
      flatShare: {
        label: { zh: '失去细节的比例', en: 'Share that lost its detail' },
        note: {
          zh: '参考图中有细节的部分至少有此比例变得平坦；调低更敏感',
          en: 'Of what has detail in the reference, at least this share is flat; lower finds more',
        },
        initial: 0.6,
        min: 0.3,
        max: 1,
        step: 0.05,
      },
    },
  },
  moved: {
    kind: 'ours',
    label: { zh: '偏离预置位', en: 'Moved away' },
    meaning: { zh: '画面与预置位的参考图对不上', en: 'The picture is not where its reference is' },
    hours: 'always',
    thresholds: {
      shift: {
        label: { zh: '偏移下限', en: 'Shift at least' },
        note: {
          zh: '偏移超过画面宽度的此比例才算；调低更敏感',
          en: 'As a share of the width of the picture; lower finds more',
        },
        initial: 0.03,
        min: 0.01,
        max: 0.3,
        step: 0.01,
      },
      matched: {
        label: { zh: '仍吻合的比例', en: 'Share that still fits' },
        note: {
          zh: '参考图的细节在原处吻合的比例低于此值才算；调高更敏感',
          en: 'Of the detail of the reference, less than this is still in its place; higher finds more',
        },
        initial: 0.35,
        min: 0.1,
        max: 0.7,
        step: 0.05,
      },
    },
  },
  blurred: {
    kind: 'ours',
    label: { zh: '画面模糊', en: 'Out of focus' },
    meaning: {
      zh: '清晰度远低于该机位平时的水平',
      en: 'Much less sharp than this camera usually is at this place',
    },
    hours: 'always',
    thresholds: {
      sharpness: {
        label: { zh: '清晰度比例上限', en: 'Sharpness at most' },
        note: {
          zh: '与平时清晰度之比低于此值即为模糊；调高更敏感',
          en: 'As a share of its usual sharpness; higher finds more',
        },
        initial: 0.45,
        min: 0.1,
        max: 0.8,
        step: 0.05,
      },
    },
  },
  motionClosed: {
    kind: 'ours',
    label: { zh: '闭店后有动静', en: 'Motion while closed' },
    meaning: {
      zh: '营业时间以外，画面比上一张多了或少了东西',
      en: 'Outside the opening hours something is there that was not, or the other way round',
    },
    hours: 'closed',
    thresholds: {
      area: {
        label: { zh: '变化面积下限', en: 'Area at least' },
        note: {
          zh: '单个变化区域占画面的比例；调低更敏感',
          en: 'Of one changed area, as a share of the picture; lower finds more',
        },
        initial: 0.004,
        min: 0.001,
        max: 0.1,
        step: 0.001,
      },
      contrast: {
        label: { zh: '变化强度下限', en: 'Contrast at least' },
        note: { zh: '灰度变化超过此值才算；调低更敏感', en: 'Change in levels of grey; lower finds more' },
        initial: 24,
        min: 8,
        max: 80,
        step: 1,
      },
    },
  },
  zoneMotion: {
    kind: 'ours',
    label: { zh: '区域被占用', en: 'Zone in motion' },
    meaning: {
      zh: '划定区域中有很大一部分与上一张不同',
      en: 'A large share of a drawn zone differs from the picture before',
    },
    hours: 'open',
    thresholds: {
      contrast: {
        label: { zh: '变化强度下限', en: 'Contrast at least' },
        note: { zh: '灰度变化超过此值才算；调低更敏感', en: 'Change in levels of grey; lower finds more' },
        initial: 24,
        min: 8,
        max: 80,
        step: 1,
      },
    },
  },
  people: {
    kind: 'outside',
    label: { zh: '人员', en: 'People' },
    meaning: { zh: '外部算法识别到的人', en: 'People, as an outside detector sees them' },
  },
  queue: {
    kind: 'outside',
    label: { zh: '排队', en: 'Queue' },
    meaning: { zh: '外部算法识别到的排队', en: 'A queue, as an outside detector sees it' },
  },
  emptyCounter: {
    kind: 'outside',
    label: { zh: '柜台无人', en: 'Empty counter' },
    meaning: {
      zh: '外部算法识别到柜台没有人',
      en: 'Nobody at the counter, as an outside detector sees it',
    },
  },
  clerkAbsent: {
    kind: 'outside',
    label: { zh: '店员离岗', en: 'Clerk absent' },
    meaning: { zh: '外部算法识别到店员离岗', en: 'No clerk in place, as an outside detector sees it' },
  },
  litter: {
    kind: 'outside',
    label: { zh: '地面垃圾', en: 'Litter' },
    meaning: { zh: '外部算法识别到的垃圾', en: 'Litter, as an outside detector sees it' },
  },
} as const satisfies Record<string, Ours | Outside>

export type Algorithm = keyof typeof algorithms
export const algorithmNames = Object.keys(algorithms) as Algorithm[]
export type OurAlgorithm = {
  [Name in Algorithm]: (typeof algorithms)[Name]['kind'] extends 'ours' ? Name : never
}[Algorithm]
export type OutsideAlgorithm = Exclude<Algorithm, OurAlgorithm>

const isOurs = (name: Algorithm): name is OurAlgorithm => algorithms[name].kind === 'ours'
export const ourAlgorithms: readonly OurAlgorithm[] = algorithmNames.filter(isOurs)
export const outsideAlgorithms = algorithmNames.filter((name): name is OutsideAlgorithm => !isOurs(name))

/** The thresholds of a detector as they are without anybody's setting, by name. */
export function initialThresholds(name: OurAlgorithm): Record<string, number> {
  const declared: Readonly<Record<string, Threshold>> = algorithms[name].thresholds
  return Object.fromEntries(Object.entries(declared).map(([key, { initial }]) => [key, initial]))
}
