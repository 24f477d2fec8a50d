import { Store } from 'lucide-react'
import type { GroupName, Page, Registry } from '../shell/registry.ts'

const group = (zh: string, en: string) => ({ title: { zh, en }, icon: Store })

export const page = (id: string, more: Partial<Page> = {}): Page => ({
  id,
  path: `/${id}`,
  title: { zh: `页面 ${id}`, en: `Page ${id}` },
  authority: ['inspect.view'],
  group: 'inspection',
  theme: 'light',
  menu: 'list',
  component: () => <Heading id={id} />,
  ...more,
})
const Heading = ({ id }: { id: string }) => <h1>content of {id}</h1>

export const registryOf = (pages: readonly Page[], home = 'shops'): Registry => ({
  pages,
  home,
  groups: {
    overview: group('总览', 'Overview'),
    inspection: group('巡店', 'Inspect'),
    monitor: group('监控', 'Monitor'),
    analysis: group('分析', 'Analysis'),
    report: group('报表', 'Reports'),
    screen: group('大屏', 'Screens'),
    ticket: group('工单', 'Tickets'),
    manage: group('管理', 'Manage'),
  } satisfies Record<GroupName, object>,
})
