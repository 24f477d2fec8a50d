import type { Authority, Text } from '@aisle/contract'
import type { LucideIcon } from 'lucide-react'
import { type ComponentType, createContext, type LazyExoticComponent, useContext } from 'react'
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

/** Headings of the page list of a group, in their order; a page without one stands under the name of its group. */
export const sections = {
  problems: { zh: '问题与巡更', en: 'Problems and patrols' },
  pictures: { zh: '抓拍与计划', en: 'Pictures and plans' },
  ai: { zh: 'AI 巡店', en: 'AI shop' },
  settings: { zh: '设置', en: 'Settings' },
} as const satisfies Record<string, Text>
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
}

export const RegistryContext = createContext<Registry | undefined>(undefined)

export function useRegistry(): Registry {
  const registry = useContext(RegistryContext)
  if (!registry) throw new Error('RegistryContext is missing above the shell')
  return registry
}

/** The registered page of an address, whatever trailing slash it has. */
export function pageAt(pages: readonly Page[], pathname: string): Page | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  return pages.find(page => page.path === path || page.aliasPaths?.includes(path))
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
