import { createStore } from '../lib/store.ts'

/** Which dialog of the shell is open: at most one. */
export const overlay = createStore<'search' | 'password' | undefined>(undefined)
