import type { ProviderName } from '@aisle/contract'

type Account = {
  id: string
  provider: ProviderName
  name: string
  /** The inherited calls tell two accounts of the first provider apart by it. */
  ysAccountId: number | null
  credentials: Readonly<Record<string, string>>
}

/** Platform accounts of the demo chain. The credentials are those of the simulator (its README) and open nothing else. */
export const platformAccounts = {
  ezviz1: {
    id: '700001',
    provider: 'ezviz',
    name: '萤石开放平台 · 华东',
    ysAccountId: 1,
    credentials: { appKey: 'aisle-ezviz-1', appSecret: '0e21f0a1c4d24c5f9b7a3d6e8f102a31' },
  },
  ezviz2: {
    id: '700002',
    provider: 'ezviz',
    name: '萤石开放平台 · 全国',
    ysAccountId: 2,
    credentials: { appKey: 'aisle-ezviz-2', appSecret: '0e22f0a1c4d24c5f9b7a3d6e8f102a32' },
  },
  shilian: {
    id: '700003',
    provider: 'shilian',
    name: '视联视频平台',
    ysAccountId: null,
    credentials: { user: 'aisle', password: 'aisle-shilian' },
  },
  huawei: {
    id: '700004',
    provider: 'huawei',
    name: '华为云视频管理',
    ysAccountId: null,
    credentials: {
      ak: 'AISLEIVM00000000001A',
      sk: 'a15e0001c4d24c5f9b7a3d6e8f102a3100000001',
      userId: '2026112100000001',
    },
  },
  huiyan: {
    id: '700005',
    provider: 'huiyan',
    name: '慧眼国标平台',
    ysAccountId: null,
    credentials: { user: 'aisle', password: 'aisle-huiyan' },
  },
} as const satisfies Record<string, Account>

export type AccountKey = keyof typeof platformAccounts
