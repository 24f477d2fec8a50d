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
  section?: Text
  icon?: LucideIcon
  theme: ThemeName
  /** Opens the picker in place while no shop is chosen. */
  needsShop?: boolean
  /** `window`: the page fills the window, without rail and header. */
  frame?: 'shell' | 'window'
  /** `list`: a line in the group's page list. `none`: reached from another page. */
  menu: 'list' | 'none'
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
      page.menu === 'list' && (group === undefined || page.group === group) && can(user, page.authority),
  )
}

/** The path of a page by id, where it is registered and the user may open it: nothing is linked before it works. */
export function pathOf(pages: readonly Page[], id: string, user: Holder): string | undefined {
  const page = pages.find(candidate => candidate.id === id)
  return page && can(user, page.authority) ? page.path : undefined
}
