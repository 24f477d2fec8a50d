import { createStore } from '../lib/store.ts'

/** Whether the sheet of keys (`?`) is open; the shell draws it from the active keys. */
export const hotkeySheet = createStore(false)
