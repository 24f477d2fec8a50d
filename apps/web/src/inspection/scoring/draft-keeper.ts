import type { ScoreDraft, ScoreDraftContent } from '@aisle/contract'
import { isProblem } from '../../lib/problem.ts'
import { createStore } from '../../lib/store.ts'

/** How long a change waits for others before it is saved. */
export const autosaveMs = 1000
/** How long an unreachable service is left alone. */
export const retryMs = 5000
/** Refusals that pass by themselves: another save came first, time ran out, too many at once. */
const passing: readonly number[] = [408, 409, 429]

export type Keeping =
  | { phase: 'empty' }
  | { phase: 'dirty' | 'saving' }
  | { phase: 'saved'; at: Date }
  /** The service cannot be reached: the copy on this device holds. */
  | { phase: 'offline' }
  | { phase: 'refused'; error: unknown }
  /** Another draft stands on the server, null where it was submitted or discarded: the user chooses. */
  | { phase: 'conflict'; theirs: ScoreDraft | null }

/** What is kept on this device of a draft that the server does not have yet. */
export type LocalCopy = { version: number; key: string; content: ScoreDraftContent }

type Deps = {
  calls: {
    load(): Promise<ScoreDraft | null>
    save(body: { version: number; key: string; content: ScoreDraftContent }): Promise<ScoreDraft>
  }
  local: { read(): LocalCopy | undefined; write(copy: LocalCopy | undefined): void }
  newKey(): string
}

/**
 * Keeps the draft of one form: on this device at every change, on the server within 2 s, by version. Answers how that
 * goes; `flush` waits until the server has what is here.
 */
export function draftKeeper({ calls, local, newKey }: Deps) {
  const state = createStore<Keeping>({ phase: 'empty' })
  let version = 0
  let key = newKey()
  let content: ScoreDraftContent | undefined
  let isDirty = false
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined

  function adopt(draft: ScoreDraft | null): void {
    version = draft?.version ?? 0
    key = draft?.key ?? newKey()
    content = draft?.content
    isDirty = false
    local.write(undefined)
    state.set(draft ? { phase: 'saved', at: new Date(draft.updatedAt) } : { phase: 'empty' })
  }

  function plan(ms: number): void {
    if (isClosed || timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      void save()
    }, ms)
  }

  function save(): Promise<void> {
    running ??= attempt().finally(() => {
      running = undefined
    })
    return running
  }

  async function attempt(): Promise<void> {
    if (content === undefined || !isDirty || state.get().phase === 'conflict') return
    clearTimeout(timer)
    timer = undefined
    const sent = content
    isDirty = false
    state.set({ phase: 'saving' })
    try {
      const draft = await calls.save({ version, key, content: sent })
      version = draft.version
      key = draft.key
      if (isDirty) {
        local.write({ version, key, content })
        state.set({ phase: 'dirty' })
        plan(autosaveMs)
      } else {
        forgetCopy(sent)
        state.set({ phase: 'saved', at: new Date(draft.updatedAt) })
      }
    } catch (error) {
      isDirty = true
      await failed(error)
    }
  }

  /** The copy on this device is shared by all tabs: what another one still waits to save stays. */
  function forgetCopy(sent: ScoreDraftContent): void {
    const copy = local.read()
    if (copy && sameContent(copy.content, sent)) local.write(undefined)
  }

  async function failed(error: unknown): Promise<void> {
    if (isProblem(error) && error.status === 409) {
      try {
        state.set({ phase: 'conflict', theirs: await calls.load() })
        return
      } catch {
        // Asked again with the next save.
      }
    }
    if (isProblem(error) && error.status >= 400 && error.status < 500 && !passing.includes(error.status)) {
      state.set({ phase: 'refused', error })
      return
    }
    state.set({ phase: 'offline' })
    plan(Math.max(retryMs, 1000 * ((isProblem(error) && error.retryAfterSeconds) || 0)))
  }

  return {
    state,
    identity: () => ({ version, key }),

    /** The draft to go on with: the server's, or the copy on this device where that is newer. */
    async open(): Promise<ScoreDraftContent | undefined> {
      isClosed = false
      const copy = local.read()
      const draft = await calls.load()
      if (!copy || (draft && sameContent(draft.content, copy.content))) {
        adopt(draft)
        return content
      }
      content = copy.content
      isDirty = true
      version = copy.version
      key = copy.key
      if (copy.version === (draft?.version ?? 0) && (!draft || draft.key === copy.key)) {
        state.set({ phase: 'dirty' })
        plan(0)
      } else state.set({ phase: 'conflict', theirs: draft })
      return content
    },

    /**
     * Takes over what was saved elsewhere meanwhile, in another tab or on the phone; answers whether there was anything.
     * What waits to be saved on this device is left alone.
     */
    async refresh(): Promise<boolean> {
      const isBusy = () => isClosed || isDirty || running !== undefined || local.read() !== undefined
      if (isBusy() || state.get().phase === 'conflict') return false
      const draft = await calls.load()
      const isKnown = (draft?.version ?? 0) === version && (draft === null || draft.key === key)
      if (isBusy() || isKnown) return false
      adopt(draft)
      return true
    },

    content: () => content,

    change(next: ScoreDraftContent): void {
      content = next
      isDirty = true
      local.write({ version, key, content })
      if (state.get().phase === 'conflict') return
      if (running === undefined) state.set({ phase: 'dirty' })
      plan(autosaveMs)
    },

    /** Saves now. True where the server then has all that is here. */
    async flush(): Promise<boolean> {
      await running
      await save()
      return !isDirty && state.get().phase === 'saved'
    },

    /** Ends a conflict. Answers the content to go on with, undefined where the form begins anew. */
    choose(which: 'mine' | 'theirs'): ScoreDraftContent | undefined {
      const now = state.get()
      if (now.phase !== 'conflict') return content
      if (which === 'theirs') {
        adopt(now.theirs)
        return content
      }
      version = now.theirs?.version ?? 0
      key = now.theirs?.key ?? newKey()
      if (content !== undefined) local.write({ version, key, content })
      state.set({ phase: 'dirty' })
      plan(0)
      return content
    },

    /** The draft became a record, or was thrown away: the next one begins. */
    reset: () => adopt(null),

    /** Tries at once what waits: the network came back, or the page is left. */
    nudge(): void {
      if (isDirty) void save()
    },

    close(): void {
      isClosed = true
      clearTimeout(timer)
      timer = undefined
      if (isDirty) void save()
    },
  }
}
export type DraftKeeper = ReturnType<typeof draftKeeper>

/** Alike as JSON says, whatever the order of their fields. */
function sameContent(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inside]) => inside !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inside]) => [name, sorted(inside)]),
  )
}
