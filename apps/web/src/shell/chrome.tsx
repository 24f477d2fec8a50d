import type { Text } from '@aisle/contract'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { createStore, useStore } from '../lib/store.ts'

/**
 * What a page puts into the shell around it. Each is a component that the page renders anywhere in its own tree, so
 * that what stands in the shell shares the page's state:
 *
 *     <PagePane label={{ zh: '摄像头', en: 'Cameras' }}>…tree…</PagePane>
 *     <PageMode>…live / playback switch…</PageMode>
 */

type Slot = 'pane' | 'mode' | 'dates' | 'phoneTitle'
export type PaneWish = { label: Text; width: number }

/** Where the shell has room for each slot now; null where it shows none (full-window pages, phones). */
export const slotElements = createStore<Readonly<Partial<Record<Slot, HTMLElement>>>>({})
/** The page's own context pane; undefined while the group's page list stands there. */
export const paneWish = createStore<PaneWish | undefined>(undefined)
/** Title of the page where it says more than the registry does (the name of a record, a shop). */
export const chromeTitle = createStore<string | undefined>(undefined)

/** For the shell: gives a slot its element (a ref callback). */
export function slotRef(slot: Slot) {
  return (element: HTMLElement | null) => {
    const { [slot]: _, ...others } = slotElements.get()
    slotElements.set(element ? { ...others, [slot]: element } : others)
  }
}

function InSlot({ slot, children }: { slot: Slot; children: ReactNode }) {
  const element = useStore(slotElements)[slot]
  return element ? createPortal(children, element) : null
}

/** The page's content of the context pane (camera tree, report tree), 176–260 px wide. `\` hides it. */
export function PagePane({
  label,
  width = 208,
  children,
}:
  | (PaneWish & { children: ReactNode })
  | (Omit<PaneWish, 'width'> & { width?: number; children: ReactNode })) {
  const { zh, en } = label
  useEffect(() => {
    paneWish.set({ label: { zh, en }, width })
    return () => paneWish.set(undefined)
  }, [zh, en, width])
  return <InSlot slot="pane">{children}</InSlot>
}

/** A switch of the page's mode in the header (live / playback), or its timer. */
export function PageMode({ children }: { children: ReactNode }) {
  return <InSlot slot="mode">{children}</InSlot>
}

/** The date picker of pages that have a period. */
export function PageDates({ children }: { children: ReactNode }) {
  return <InSlot slot="dates">{children}</InSlot>
}

/** What the compact header of a phone shows instead of the scope: `第 3 / 12 路`. */
export function PhoneTitle({ children }: { children: ReactNode }) {
  return <InSlot slot="phoneTitle">{children}</InSlot>
}

/** The title of the document and of the last crumb, where the registry's title is not enough. */
export function usePageTitle(title: string | undefined) {
  useEffect(() => {
    chromeTitle.set(title)
    return () => chromeTitle.set(undefined)
  }, [title])
}

/** What the shell tells the page about itself. */
export type Frame = { width: 'phone' | 'tablet' | 'desk' | 'wide'; isPaneOpen: boolean; togglePane(): void }
export const FrameContext = createContext<Frame>({ width: 'desk', isPaneOpen: true, togglePane: () => {} })
export const useFrame = () => useContext(FrameContext)
