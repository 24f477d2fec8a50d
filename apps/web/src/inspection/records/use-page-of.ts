import { useState } from 'react'

/** The page of a list that begins anew whenever what the list is about changes. */
export function usePageOf(about: unknown): [page: number, turnTo: (page: number) => void] {
  const subject = JSON.stringify(about)
  const [at, set] = useState({ subject, page: 1 })
  return [at.subject === subject ? at.page : 1, page => set({ subject, page })]
}
