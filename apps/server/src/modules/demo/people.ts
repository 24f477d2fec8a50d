import type { SeedRole } from '@aisle/contract'

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
