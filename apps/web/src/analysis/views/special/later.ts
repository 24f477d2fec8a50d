import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { Special } from '../kinds/special.ts'

/** A panel that is fetched when a page that has it is opened, by the name under which its file exports it. */
export function later<Name extends string>(
  load: () => Promise<Record<Name, ComponentType<Special>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Special>> {
  return lazy<ComponentType<Special>>(async () => ({ default: (await load())[name] }))
}
