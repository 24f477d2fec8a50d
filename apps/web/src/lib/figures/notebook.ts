import type { Question } from '@aisle/contract'
import { createContext, useContext, useEffect } from 'react'

/** What a piece of a page is asking now: files, copies and links of it are made of these questions, not of what it drew. */
export type Notebook = {
  /** Holds a question until the answered function is called. */
  note(question: Question): () => void
  /** Each once, in the order in which they were noted. */
  questions(): readonly Question[]
}

export function notebook(): Notebook {
  const held = new Map<symbol, Question>()
  return {
    note(question) {
      const key = Symbol('question')
      held.set(key, question)
      return () => void held.delete(key)
    },
    questions() {
      const once = new Map([...held.values()].map(question => [JSON.stringify(question), question]))
      return [...once.values()]
    },
  }
}

/** The notebook of the piece around; every question asked with `useQuestion` inside is noted there. */
export const NotebookContext = createContext<Notebook | undefined>(undefined)

/** Notes a question in the notebook around, whoever gets its figures: a piece with a call of its own says what stands behind it. */
export function useNoted(question: Question | undefined): void {
  const notes = useContext(NotebookContext)
  const written = JSON.stringify(question)
  useEffect(
    () => (written === undefined ? undefined : notes?.note(JSON.parse(written) as Question)),
    [notes, written],
  )
}
