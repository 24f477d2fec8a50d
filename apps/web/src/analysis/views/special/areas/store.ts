import { createStore } from '../../../../lib/store.ts'
import type { Editing } from './draft.ts'

/** What plan and list of the page share: the area that is drawn now, and the one pointed out. */
export const editingStore = createStore<Editing | undefined>(undefined)
export const pickedStore = createStore<string | undefined>(undefined)

export function edit(change: (editing: Editing) => Editing): void {
  const now = editingStore.get()
  if (now) editingStore.set(change(now))
}
