import type { CheckKind, ScoreDraftContent } from '@aisle/contract'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { sessionStore, useSession } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { draftCopy } from './draft-copy.ts'
import { type DraftKeeper, draftKeeper } from './draft-keeper.ts'
import { scoringText as words } from './text.ts'

/** How a form begins, and how it is read from what was kept of it. One value for all renders. */
export type KeptShape<Sheet> = { empty: Sheet; read(content: ScoreDraftContent, shopId: string): Sheet }

/** A half-filled form of a kind about a shop, kept on this device and on the server, and turned into its record. */
export function useKeptForm<Sheet>(
  kind: CheckKind,
  shopId: string,
  { empty, read }: KeptShape<Sheet>,
  isOn: boolean,
) {
  const { user } = useSession()
  const keeper = useKeeper(kind, user?.id ?? '', shopId)
  const keeping = useStore(keeper.state)
  const [sheet, setSheet] = useState<Sheet>(empty)
  const [isReady, ready] = useState(false)
  const [failure, fail] = useState<unknown>()
  const [generation, renew] = useState(0)
  const latest = useRef(sheet)

  const show = useCallback((next: Sheet) => {
    latest.current = next
    setSheet(next)
  }, [])
  const showContent = useCallback(
    (content: ScoreDraftContent | undefined) => {
      show(content ? read(content, shopId) : empty)
      renew(before => before + 1)
    },
    [show, read, empty, shopId],
  )
  const open = useCallback(() => {
    fail(undefined)
    keeper
      .open()
      .then(content => {
        showContent(content)
        ready(true)
      })
      .catch(fail)
  }, [keeper, showContent])
  useEffect(() => {
    if (!isOn) return
    open()
    const nudge = () => keeper.nudge()
    const follow = () => {
      if (document.hidden) return
      keeper.refresh().then(
        isOther => isOther && showContent(keeper.content()),
        // What cannot be asked for now is asked for with the next save.
        () => {},
      )
    }
    window.addEventListener('online', nudge)
    window.addEventListener('pagehide', nudge)
    document.addEventListener('visibilitychange', follow)
    const forget = sessionStore.subscribe(() => {
      if (sessionStore.get().phase === 'signedIn') nudge()
    })
    return () => {
      window.removeEventListener('online', nudge)
      window.removeEventListener('pagehide', nudge)
      document.removeEventListener('visibilitychange', follow)
      forget()
      keeper.close()
    }
  }, [isOn, keeper, open, showContent])

  return {
    sheet,
    /** What is on the form now, also between two renders. */
    now: () => latest.current,
    isReady,
    /** Grows with each content that came from elsewhere: the server, another tab, the choice between two. */
    generation,
    failure,
    open,
    keeping,
    change(next: Sheet, content: ScoreDraftContent) {
      show(next)
      keeper.change(content)
    },
    keepNow: () => void keeper.flush(),
    resolve(which: 'mine' | 'theirs') {
      showContent(keeper.choose(which))
    },
    /** Saves what is open, then makes the record of it. Throws where the server has something to ask. */
    async submit(allowUnscored: boolean) {
      if (!(await keeper.flush())) throw flushFault(keeper)
      const { version, key } = keeper.identity()
      const params = { kind, shopId }
      const made = await api.scoreDrafts.submit({ params, body: { version, key, allowUnscored } })
      keeper.reset()
      show(empty)
      return made
    },
  }
}

function flushFault(keeper: DraftKeeper): unknown {
  const state = keeper.state.get()
  return state.phase === 'refused'
    ? state.error
    : state.phase === 'conflict'
      ? words.draftElsewhere
      : state.phase === 'empty'
        ? words.nothingScored
        : words.offline
}

function useKeeper(kind: CheckKind, userId: string, shopId: string): DraftKeeper {
  return useMemo(() => {
    const params = { kind, shopId }
    return draftKeeper({
      calls: {
        load: () => api.scoreDrafts.get({ params }),
        save: body => api.scoreDrafts.save({ params, body }),
      },
      local: draftCopy(kind, userId, shopId),
      newKey,
    })
  }, [kind, userId, shopId])
}

/** Random, also where the page has no secure context and so no randomUUID. */
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')
