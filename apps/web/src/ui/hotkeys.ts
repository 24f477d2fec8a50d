import type { Text } from '@aisle/contract'
import { useEffect, useRef } from 'react'
import { readText, writeText } from '../lib/storage.ts'
import { createStore } from '../lib/store.ts'

/**
 * One key of the console. `keys` are names of KeyboardEvent.key ('ArrowLeft', 's', '?', ' ', 'Escape'), with
 * 'mod+' for Ctrl or ⌘ and 'shift+' in front; letters match either case unless 'shift+' is written.
 */
export type Hotkey = {
  keys: readonly string[]
  /** What it does, as the `?` sheet says it; keys without a text are not listed. */
  text?: Text
  /** Heading it stands under on the sheet. */
  group?: Text
  run(event: KeyboardEvent): void
  /** Called when the key goes up, or the window loses the keyboard while it is down. */
  release?(): void
  /** Called again while the key is held. */
  repeats?: boolean
  /** Works in text fields and open dialogs too (mod+k); Escape belongs to a dialog that is open. */
  always?: boolean
  isEnabled?: boolean
}

const singleKeysKey = 'singleKeys'
/** Whether shortcuts of one key work; a setting of the user. Escape and keys with Ctrl or ⌘ always do. */
export const singleKeysStore = createStore<boolean>(readText(singleKeysKey) !== 'off')
export function setSingleKeys(on: boolean) {
  writeText(singleKeysKey, on ? 'on' : 'off')
  singleKeysStore.set(on)
}

type Layer = { current: readonly Hotkey[] }
const layers: Layer[] = []
const held = new Map<string, { hotkey: Hotkey; layer: Layer }>()

function active(): { hotkey: Hotkey; layer: Layer }[] {
  return layers
    .toReversed()
    .flatMap(layer => layer.current.map(hotkey => ({ hotkey, layer })))
    .filter(({ hotkey }) => hotkey.isEnabled !== false)
}

/** The keys that work now, latest component first: what the `?` sheet lists. */
export function activeHotkeys(): readonly Hotkey[] {
  return active().map(({ hotkey }) => hotkey)
}

/** Keys of a component, for as long as it is on the page. Later components win over earlier ones. */
export function useHotkeys(hotkeys: readonly Hotkey[]) {
  const layer = useRef(hotkeys)
  useEffect(() => {
    layer.current = hotkeys
  })
  useEffect(() => {
    layers.push(layer)
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      for (const [code, down] of held) if (down.layer === layer) drop(code)
    }
  }, [])
}

const typing = 'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="textbox"]'
const notTyping = 'input[type="checkbox"], input[type="radio"], input[type="button"]'
const pressable =
  'button, a, summary, [role="button"], [role="menuitem"], [role="option"], [role="tab"], [role="checkbox"]'
const arrowed =
  '[role="tree"], [role="menu"], [role="listbox"], [role="tablist"], [role="radiogroup"], [role="slider"], [role="grid"], [role="separator"], input[type="radio"], input[type="range"], .ant-segmented'

/** True where the focused element needs the key itself: a field, a pressed button, a list moved through by arrows. */
function isTakenByFocus(event: KeyboardEvent): boolean {
  const target = event.target
  if (!(target instanceof Element)) return false
  if (target.matches(typing) && !target.matches(notTyping)) return true
  if (target.closest('[contenteditable="true"]')) return true
  if ((event.key === ' ' || event.key === 'Enter') && target.closest(pressable)) return true
  return event.key.startsWith('Arrow') && target.closest(arrowed) !== null
}

function isBehindDialog(): boolean {
  return [...document.querySelectorAll('[role="dialog"][aria-modal="true"], dialog[open]')].some(
    dialog => !isBeside(dialog) && (dialog.checkVisibility?.() ?? true),
  )
}

/** A drawer without a mask calls itself modal all the same, while the page beside it goes on. */
function isBeside(dialog: Element): boolean {
  const drawer = dialog.closest('.ant-drawer')
  return drawer !== null && drawer.querySelector('.ant-drawer-mask') === null
}

/** True where the event is the key as written: 'mod+k', 'shift+ArrowLeft', 's', '?'. */
function matches(event: KeyboardEvent, written: string): boolean {
  const parts = written.split('+')
  // '+' itself splits into empty parts.
  const key = written.endsWith('+') ? '+' : (parts.at(-1) ?? '')
  const mod = parts.includes('mod')
  const shift = parts.includes('shift')
  if ((event.ctrlKey || event.metaKey) !== mod || event.altKey) return false
  if (key.length === 1) {
    // Shift + digit types another sign on most layouts: the physical key tells the digit.
    if (shift)
      return event.shiftKey && (event.code === `Digit${key}` || event.key.toLowerCase() === key.toLowerCase())
    if (/\p{L}|\p{N}/u.test(key) && event.shiftKey) return false
    return event.key.toLowerCase() === key.toLowerCase()
  }
  return event.key === key && event.shiftKey === shift
}

/** Whether a dialog was open when the key went down: by now it may have closed itself by it. */
let wasBehindDialog = false
window.addEventListener(
  'keydown',
  () => {
    wasBehindDialog = isBehindDialog()
  },
  true,
)

function find(event: KeyboardEvent) {
  const isCovered = wasBehindDialog || isBehindDialog()
  if (isCovered && event.key === 'Escape') return undefined
  const isTaken = isCovered || isTakenByFocus(event)
  for (const { hotkey, layer } of active()) {
    const written = hotkey.keys.find(keys => matches(event, keys))
    if (written === undefined || (isTaken && !hotkey.always)) continue
    const isSingle = !written.startsWith('mod+') && event.key !== 'Escape'
    if (isSingle && !singleKeysStore.get()) continue
    return { hotkey, layer }
  }
  return undefined
}

function drop(code: string) {
  const down = held.get(code)
  held.delete(code)
  down?.hotkey.release?.()
}

window.addEventListener('keydown', event => {
  if (event.defaultPrevented || event.isComposing) return
  const found = find(event)
  if (!found) return
  event.preventDefault()
  if (event.repeat && !found.hotkey.repeats) return
  if (found.hotkey.release && !held.has(event.code)) held.set(event.code, found)
  found.hotkey.run(event)
})
window.addEventListener('keyup', event => drop(event.code))
// A window that loses the keyboard never hears the key go up: whatever was held ends now.
window.addEventListener('blur', () => {
  for (const code of [...held.keys()]) drop(code)
})
