import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { ThemePart } from '../theme.tsx'
import type { ThemeName } from '../tokens.ts'
import './picture-studio.css'

export type PictureWish = {
  theme: ThemeName
  /** Of what is drawn, in CSS pixels; its height follows from what it holds. */
  width: number
  type: 'image/png' | 'image/jpeg'
  /** Pixels of the picture for each CSS pixel. */
  scale?: number
  /** Without the space around that a picture by itself has. */
  isBare?: boolean
}
/** Draws something where nobody sees it, waits until its figures are there, and answers its picture. */
export type TakePicture = (content: ReactNode, wish: PictureWish) => Promise<Blob>

const StudioContext = createContext<TakePicture | undefined>(undefined)

/** Takes pictures; undefined where no studio is around. */
export const useTakePicture = (): TakePicture | undefined => useContext(StudioContext)

type Order = {
  content: ReactNode
  wish: PictureWish
  done(picture: Blob): void
  failed(error: unknown): void
}

/** A place beside the window where pictures are taken, one after the other. */
export function PictureStudio({ children }: { children: ReactNode }) {
  const [order, setOrder] = useState<Order>()
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const take = useMemo<TakePicture>(
    () => (content, wish) => {
      const picture = last.current
        .catch(() => undefined)
        .then(() => new Promise<Blob>((done, failed) => setOrder({ content, wish, done, failed })))
        .finally(() => setOrder(undefined))
      last.current = picture
      return picture
    },
    [],
  )
  return (
    <StudioContext value={take}>
      {children}
      {order && createPortal(<Sitting order={order} />, document.body)}
    </StudioContext>
  )
}

function Sitting({ order }: { order: Order }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let isOver = false
    async function sit() {
      if (!box.current) return
      await settled(box.current, () => isOver)
      if (!isOver && box.current) order.done(await shot(box.current, order.wish))
    }
    sit().catch(order.failed)
    return () => {
      isOver = true
    }
  }, [order])
  return (
    <div
      ref={box}
      className="picture-studio"
      data-bare={order.wish.isBare || undefined}
      style={{ width: order.wish.width }}
      inert
      aria-hidden
    >
      <ThemePart theme={order.wish.theme}>{order.content}</ThemePart>
    </div>
  )
}

const patienceMs = 10_000
const lookMs = 50

/** Waits until nothing loads and every chart has its drawing; after ten seconds what is there has to do. */
async function settled(box: HTMLElement, isOver: () => boolean): Promise<void> {
  const begun = performance.now()
  let quiet = 0
  while (quiet < 3 && !isOver() && performance.now() - begun < patienceMs) {
    await new Promise(resolve => setTimeout(resolve, lookMs))
    const isLoading = box.querySelector('[data-state="loading"], .bone, .ant-spin-spinning') !== null
    const isBare = [...box.querySelectorAll('.chart-canvas')].some(({ firstChild }) => firstChild === null)
    quiet = isLoading || isBare ? 0 : quiet + 1
  }
  await document.fonts?.ready
}

/** What browsers draw at the most, from top to bottom. */
const mostPixels = 16_000

async function shot(box: HTMLElement, { type, scale = 2 }: PictureWish): Promise<Blob> {
  const { domToBlob } = await import('modern-screenshot')
  const part = box.firstElementChild
  const { height } = box.getBoundingClientRect()
  return domToBlob(part ?? box, {
    type,
    scale: Math.min(scale, mostPixels / Math.max(1, height)),
    quality: 0.9,
    timeout: 5000,
  })
}
