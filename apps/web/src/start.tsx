import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './lib/queries.ts'
import { forgetPlaces } from './lib/recent.ts'
import { sessionStore } from './lib/session.ts'
import { readText, writeText } from './lib/storage.ts'
import { Router } from './router.tsx'
import { everything, rememberScope } from './shell/scope.ts'

const lastUserKey = 'lastUser'

/** What one user was shown or chose is not the next one's: answers, recent places and scope go with the user. */
function followUser() {
  let current: string | undefined
  const follow = () => {
    const session = sessionStore.get()
    const id = session.phase === 'signedOut' ? undefined : session.user.id
    if (id === current) return
    if (current !== undefined) queryClient.clear()
    current = id
    if (id === undefined || id === readText(lastUserKey)) return
    writeText(lastUserKey, id)
    forgetPlaces()
    rememberScope(everything)
  }
  follow()
  sessionStore.subscribe(follow)
}

/** Puts the console into the page. */
export function start(root: HTMLElement | null) {
  if (!root) throw new Error('index.html has no #root')
  followUser()
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Router />
      </QueryClientProvider>
    </StrictMode>,
  )
}
