import type { Picture } from '@aisle/contract'
import { createStore } from '../../lib/store.ts'

/** A frame that was taken and has not reached the service: all that its upload needs. */
export type TakenFrame = {
  id: string
  /** Who took it: nobody else's session sends it. */
  userId: string
  camera: { id: string; shopId: string; ys: number; number: string }
  /** On the shop's clock. */
  fileTime: string
  presetId: string | undefined
  frame: Blob
}

/** Where frames outlive the page; a browser that keeps nothing keeps them for this page at least. */
export type FrameStore = {
  all(): Promise<TakenFrame[]>
  put(frame: TakenFrame): Promise<void>
  remove(id: string): Promise<void>
}

type Deps = {
  store: FrameStore
  /** Sends one; undefined where its camera is gone. */
  send(frame: TakenFrame): Promise<Picture | undefined>
  isUnreachable(error: unknown): boolean
  sent(picture: Picture): void
  /** The service answered and did not take it: it is given up. */
  refused(error: unknown): void
}

/** Frames that wait for the network, oldest first, sent one after the other as soon as the service answers. */
export function uploadQueue({ store, send, isUnreachable, sent, refused }: Deps) {
  const waiting = createStore<readonly TakenFrame[]>([])
  const late = new Map<string, (picture: Picture) => void>()
  let flushing: Promise<void> | undefined

  async function forget(id: string) {
    waiting.set(waiting.get().filter(frame => frame.id !== id))
    await store.remove(id).catch(() => undefined)
  }

  async function sendAll(userId: string) {
    for (const frame of waiting.get().filter(each => each.userId === userId)) {
      try {
        const picture = await send(frame)
        await forget(frame.id)
        if (!picture) continue
        sent(picture)
        late.get(frame.id)?.(picture)
      } catch (error) {
        if (isUnreachable(error)) return
        await forget(frame.id)
        refused(error)
      } finally {
        if (!waiting.get().some(each => each.id === frame.id)) late.delete(frame.id)
      }
    }
  }

  return {
    waiting,
    /** Keeps a frame that could not be sent; `whenSent` is told while this page is open. */
    async keep(frame: TakenFrame, whenSent: (picture: Picture) => void): Promise<void> {
      late.set(frame.id, whenSent)
      waiting.set([...waiting.get(), frame])
      await store.put(frame).catch(() => undefined)
    },
    /** Takes up what an earlier page left. */
    async open(): Promise<void> {
      const known = new Set(waiting.get().map(({ id }) => id))
      const left = await store.all().catch(() => [])
      waiting.set([...left.filter(({ id }) => !known.has(id)), ...waiting.get()])
    },
    /** Sends what waits of this user, until one does not reach the service. Asked twice at once it is done once. */
    flush(userId: string): Promise<void> {
      flushing ??= sendAll(userId).finally(() => {
        flushing = undefined
      })
      return flushing
    },
  }
}
export type UploadQueue = ReturnType<typeof uploadQueue>
