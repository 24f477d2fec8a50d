import type { Picture } from '@aisle/contract'
import { isProblem, unreachable } from '../../lib/problem.ts'
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
  /** Whether it may be taken later: the service did not answer, or not to this session, or not now. */
  mayPass(error: unknown): boolean
  sent(picture: Picture): void
  /** The service answered and did not take it: it is given up. */
  refused(error: unknown): void
}

/** Answers that are not about the picture: the session has ended, too many calls, the service is not there behind its gateway. */
const passing: ReadonlySet<number> = new Set([401, 429, 502, 503, 504])
export const mayPass = (error: unknown) =>
  isProblem(error) && (error.code === unreachable || passing.has(error.status))

/** Frames that wait for the network, oldest first, sent one after the other as soon as the service answers. */
export function uploadQueue({ store, send, mayPass, sent, refused }: Deps) {
  const waiting = createStore<readonly TakenFrame[]>([])
  const late = new Map<string, (picture: Picture) => void>()
  /** What the browser did not keep: these are nowhere but here. */
  const unkept = new Set<string>()
  let flushing: Promise<void> | undefined

  /** Another page of this browser may have sent what both took up. */
  async function dropSent() {
    const left = await store.all().catch(() => undefined)
    if (!left) return
    const still = new Set(left.map(({ id }) => id))
    waiting.set(waiting.get().filter(({ id }) => unkept.has(id) || still.has(id)))
  }

  async function forget(id: string) {
    waiting.set(waiting.get().filter(frame => frame.id !== id))
    await store.remove(id).catch(() => undefined)
  }

  async function sendAll(userId: string) {
    await dropSent()
    for (const frame of waiting.get().filter(each => each.userId === userId)) {
      try {
        const picture = await send(frame)
        await forget(frame.id)
        if (!picture) continue
        sent(picture)
        late.get(frame.id)?.(picture)
      } catch (error) {
        if (mayPass(error)) return
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
      unkept.add(frame.id)
      waiting.set([...waiting.get(), frame])
      const isKept = await store.put(frame).then(
        () => true,
        () => false,
      )
      if (isKept) unkept.delete(frame.id)
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
