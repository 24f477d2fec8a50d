import type { Authority, Camera, Text } from '@aisle/contract'
import type { LucideIcon } from 'lucide-react'
import { type ComponentType, createContext, type LazyExoticComponent, useContext } from 'react'
import { matchPath } from 'react-router'
import { can } from '../lib/session.ts'
import type { ThemeName } from '../ui/tokens.ts'

/** The entries of the rail, in order; one is shown where it holds a page that the user may open. */
export const groupNames = [
  'overview',
  'inspection',
  'monitor',
  'analysis',
  'report',
  'screen',
  'ticket',
  'manage',
] as const
export type GroupName = (typeof groupNames)[number]
export type Group = { title: Text; icon: LucideIcon; isBelow?: boolean }

/** Parts of the pages of figures, above the headings of their page list; one at a time is open. */
export const parts = {
  overview: { zh: '总览', en: 'Overview' },
  flow: { zh: '客流', en: 'Flow' },
  customers: { zh: '客群', en: 'Customers' },
  space: { zh: '空间与动线', en: 'Space and movement' },
  sales: { zh: '销售与商品', en: 'Sales and goods' },
} as const satisfies Record<string, Text>
export type Part = keyof typeof parts

type Heading = Text & { part?: Part }

/** Headings of the page list of a group, in their order; a page without one stands under the name of its group. */
export const sections = {
  problems: { zh: '问题与巡更', en: 'Problems and patrols' },
  pictures: { zh: '抓拍与计划', en: 'Pictures and plans' },
  ai: { zh: 'AI 巡店', en: 'AI shop' },
  settings: { zh: '设置', en: 'Settings' },
  screens: { zh: '大屏', en: 'Screens' },
  overviewDataOverview: { zh: '数据总览', en: 'Data overview', part: 'overview' },
  overviewRealTime: { zh: '实时', en: 'Real time', part: 'overview' },
  overviewCockpit: { zh: '驾驶舱', en: 'Cockpit', part: 'overview' },
  overviewWaysIn: { zh: '查看方式', en: 'Ways in', part: 'overview' },
  flowStatistics: { zh: '客流统计', en: 'Statistics', part: 'flow' },
  flowEntrances: { zh: '出入口', en: 'Entrances', part: 'flow' },
  flowFloorsAndZones: { zh: '楼层与区域', en: 'Floors and zones', part: 'flow' },
  flowStoresAndFormats: { zh: '店铺与业态', en: 'Stores and formats', part: 'flow' },
  flowConversion: { zh: '进店与转化', en: 'Conversion', part: 'flow' },
  flowCalendar: { zh: '节假日与时段', en: 'Calendar', part: 'flow' },
  flowCompareAndDiagnose: { zh: '对比与诊断', en: 'Compare and diagnose', part: 'flow' },
  customersWhoTheyAre: { zh: '客群构成', en: 'Who they are', part: 'customers' },
  customersNewOldReturning: { zh: '新老与回店', en: 'New, old, returning', part: 'customers' },
  customersIntoTheShop: { zh: '进店分析', en: 'Into the shop', part: 'customers' },
  customersStayAndTour: { zh: '驻留与游逛', en: 'Stay and tour', part: 'customers' },
  customersSnapshots: { zh: '抓拍', en: 'Snapshots', part: 'customers' },
  spaceHeat: { zh: '热力', en: 'Heat', part: 'space' },
  spaceRoutes: { zh: '动线', en: 'Routes', part: 'space' },
  spaceMap: { zh: '地图', en: 'Map', part: 'space' },
  spaceWifiProbe: { zh: 'WiFi 探针', en: 'WiFi probe', part: 'space' },
  salesSales: { zh: '销售', en: 'Sales', part: 'sales' },
  salesGoods: { zh: '商品', en: 'Goods', part: 'sales' },
  salesClerks: { zh: '导购', en: 'Clerks', part: 'sales' },
  salesActivities: { zh: '活动', en: 'Activities', part: 'sales' },
  reportQuery: { zh: '查询', en: 'Query' },
  reportDaily: { zh: '日报', en: 'Daily' },
  reportExport: { zh: '导出', en: 'Export' },
  help: { zh: '帮助', en: 'Help' },
} as const satisfies Record<string, Heading>
/** The part that a heading stands in; undefined outside the pages of figures. */
export const partOf = (section: Section | undefined): Part | undefined =>
  section && (sections[section] as Heading).part

export type Section = keyof typeof sections
const sectionNames = Object.keys(sections) as Section[]

/** One page of the console. The table of them is the only place that knows its path, title and who may open it. */
export type Page = {
  id: string
  /** Matched with its letter case; a trailing slash is accepted. */
  path: string
  aliasPaths?: readonly string[]
  title: Text
  /** Any one is enough; empty admits everyone signed in. */
  authority: readonly Authority[]
  group: GroupName
  /** Heading that the page stands under in the group's page list. */
  section?: Section
  icon?: LucideIcon
  theme: ThemeName
  /** Opens the picker in place while no shop is chosen. */
  needsShop?: boolean
  /** `window`: the page fills the window, without rail and header. */
  frame?: 'shell' | 'window'
  /** Nobody sits at it: it stays where it is while the service cannot be reached, and goes on when it is back. */
  isUnattended?: boolean
  /**
   * `list`: a line in the group's page list. `tab`: a tab under the title of the page it is a variant of, and a line of
   * its own for someone who may not open that page. `none`: reached from another page.
   */
  menu: 'list' | 'tab' | 'none'
  /** Id of the page that this one is a variant of. */
  variantOf?: string
  component: LazyExoticComponent<ComponentType> | ComponentType
}

export type Registry = {
  pages: readonly Page[]
  groups: Readonly<Record<GroupName, Group>>
  home: string
  /** Stands in the header: what waits for the user. */
  bell?: ComponentType | LazyExoticComponent<ComponentType>
  /** A camera on pages that are not about video. */
  cameraCard?: ComponentType<CameraCardProps> | LazyExoticComponent<ComponentType<CameraCardProps>>
}

/** One camera as a card: its last picture, live video when asked for, and the way into monitoring. */
export type CameraCardProps = { camera: Camera; timeZone: string; href: string | undefined }

export const RegistryContext = createContext<Registry | undefined>(undefined)

export function useRegistry(): Registry {
  const registry = useContext(RegistryContext)
  if (!registry) throw new Error('RegistryContext is missing above the shell')
  return registry
}

/** Whether an address is one of a path, which may hold a place for a word: `/wifiAnalysis/:id`. */
const isAt = (pattern: string, path: string): boolean =>
  pattern.includes(':') ? matchPath({ path: pattern, caseSensitive: true }, path) !== null : pattern === path

/** The registered page of an address, whatever trailing slash it has. */
export function pageAt(pages: readonly Page[], pathname: string): Page | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  return pages.find(page => [page.path, ...(page.aliasPaths ?? [])].some(known => isAt(known, path)))
}

type Holder = Parameters<typeof can>[0]

/** Pages in the menus of someone: allowed ones with a line of their own. */
export function menuPages(pages: readonly Page[], user: Holder, group?: GroupName): Page[] {
  return pages.filter(
    page =>
      (page.menu === 'list' || (page.menu === 'tab' && rootOf(pages, page, user) === page)) &&
      (group === undefined || page.group === group) &&
      can(user, page.authority),
  )
}

/** The lines of a group's page list under their headings, in the order of `sections`; the group's own first. */
export function menuSections(
  pages: readonly Page[],
  user: Holder,
  group: GroupName,
): { section: Section | undefined; pages: Page[] }[] {
  const own = menuPages(pages, user, group)
  return [undefined, ...sectionNames]
    .map(section => ({ section, pages: own.filter(page => page.section === section) }))
    .filter(block => block.pages.length > 0)
}

/** Pages that the search finds: every allowed one that stands in a menu or among the tabs of another. */
export function foundPages(pages: readonly Page[], user: Holder): Page[] {
  return pages.filter(page => page.menu !== 'none' && can(user, page.authority))
}

/** Pages by their ids, in that order, as far as the user may open them. */
export function pagesNamed(pages: readonly Page[], user: Holder, ids: readonly string[]): Page[] {
  return ids.flatMap(id => pages.find(page => page.id === id && can(user, page.authority)) ?? [])
}

/** The page whose line in the menus stands for `page`: the one it is a variant of, where the user may open that. */
export function rootOf(pages: readonly Page[], page: Page, user: Holder): Page {
  const root = pages.find(candidate => candidate.id === page.variantOf)
  return page.menu === 'tab' && root && can(user, root.authority) ? root : page
}

/** The tabs that a page stands among, itself included; empty where it stands alone. */
export function tabsOf(pages: readonly Page[], page: Page, user: Holder): Page[] {
  const root = rootOf(pages, page, user)
  const tabs = pages.filter(
    candidate => rootOf(pages, candidate, user) === root && can(user, candidate.authority),
  )
  return tabs.length > 1 ? [root, ...tabs.filter(tab => tab !== root)] : []
}

/** The path of a page by id, where it is registered and the user may open it: nothing is linked before it works. */
export function pathOf(pages: readonly Page[], id: string, user: Holder): string | undefined {
  const page = pages.find(candidate => candidate.id === id)
  return page && can(user, page.authority) ? page.path : undefined
}

/** Where a shop opens: its home, else its cameras. */
export function shopPathOf(pages: readonly Page[], user: Holder): string | undefined {
  return pathOf(pages, 'home', user) ?? pathOf(pages, 'monitor', user)
}
