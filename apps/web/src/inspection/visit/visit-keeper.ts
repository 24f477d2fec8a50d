import { createStore } from '../../lib/store.ts'

/** A page that was left is still the same visit for so long: who looked at a recording comes back. */
export const sameVisitMs = 10 * 60_000

/**
 * `waiting`: nothing was seen yet. `going`: the check-shop record has begun. `ended`: the inspector said so; looking on
 * makes no new one by itself.
 */
export type VisitState = {
  readonly phase: 'waiting' | 'going' | 'ended'
  readonly recordId?: string | undefined
  /** Epoch ms. */
  readonly beganAt?: number | undefined
  readonly endedAt?: number | undefined
  /** Cameras whose picture was seen. */
  readonly viewed: ReadonlySet<string>
}

/** What is remembered of a visit whose page was left. */
export type LeftVisit = {
  recordId: string
  beganAt: number
  leftAt: number
  viewed: string[]
  noted: string[]
}

type Deps<Camera> = {
  calls: {
    /** Begins the record of the visit; answers its id and when it began (epoch ms). */
    begin(at: number): Promise<{ id: string; beganAt: number }>
    /** Notes that a camera was watched. */
    note(recordId: string, camera: Camera): Promise<unknown>
    /** Ends the record. `isLeaving`: the call must outlive the page. */
    end(record: { id: string; beganAt: number; endedAt: number }, isLeaving: boolean): Promise<unknown>
  }
  remembered: { read(): LeftVisit | undefined; write(visit: LeftVisit | undefined): void }
  now(): number
}

const none: VisitState = { phase: 'waiting', viewed: new Set() }

/**
 * The record of a visit: begins with the first moving picture, notes each camera once, ends when the inspector finishes
 * it or leaves the page; who comes back soon goes on with it.
 */
export function visitKeeper<Camera extends { id: string }>({ calls, remembered, now }: Deps<Camera>) {
  const state = createStore<VisitState>(none)
  let noted = new Set<string>()
  let beginning: Promise<string> | undefined
  let isOpen = false

  function begin(): Promise<string> {
    beginning ??= calls.begin(now()).then(({ id, beganAt }) => {
      state.set({ ...state.get(), phase: 'going', recordId: id, beganAt, endedAt: undefined })
      // The page was left while the answer was on its way: what has begun is ended all the same.
      if (!isOpen) leave()
      return id
    })
    return beginning
  }

  function leave(): void {
    isOpen = false
    const { phase, recordId, beganAt, viewed } = state.get()
    if (phase !== 'going' || recordId === undefined || beganAt === undefined) return
    const leftAt = now()
    remembered.write({ recordId, beganAt, leftAt, viewed: [...viewed], noted: [...noted] })
    state.set(none)
    noted = new Set()
    beginning = undefined
    calls.end({ id: recordId, beganAt, endedAt: leftAt }, true).catch(() => {
      // The page is gone: nobody is left to be told.
    })
  }

  return {
    state,

    /** The page is there: a visit that was left a moment ago goes on. */
    open(): void {
      isOpen = true
      const left = remembered.read()
      remembered.write(undefined)
      if (!left || state.get().phase !== 'waiting' || now() - left.leftAt > sameVisitMs) return
      const { recordId, beganAt, viewed } = left
      noted = new Set(left.noted)
      beginning = Promise.resolve(recordId)
      state.set({ phase: 'going', recordId, beganAt, viewed: new Set(viewed) })
    },

    /** A camera shows a moving picture. */
    see(camera: Camera): void {
      const { viewed, phase } = state.get()
      if (!viewed.has(camera.id)) state.set({ ...state.get(), viewed: new Set(viewed).add(camera.id) })
      if (phase === 'ended' || noted.has(camera.id)) return
      noted.add(camera.id)
      begin()
        .then(id => calls.note(id, camera))
        .catch(() => {
          // The visit goes on without its record; the next camera tries again.
          noted.delete(camera.id)
          if (state.get().recordId === undefined) beginning = undefined
        })
    },

    /** Ends the visit. Throws what the service says; the visit then goes on. */
    async finish(): Promise<void> {
      const { phase, recordId, beganAt } = state.get()
      if (phase !== 'going' || recordId === undefined || beganAt === undefined) return
      const endedAt = now()
      await calls.end({ id: recordId, beganAt, endedAt }, false)
      state.set({ ...state.get(), phase: 'ended', endedAt })
    },

    /** Begins another visit with the camera that is seen now. */
    start(camera: Camera): void {
      if (state.get().phase === 'going') return
      state.set(none)
      noted = new Set()
      beginning = undefined
      this.see(camera)
    },

    leave,
  }
}
