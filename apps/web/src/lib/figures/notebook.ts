import type { Question, TablePart } from '@aisle/contract'
import { createContext, useContext, useEffect, useRef } from 'react'

/** What a piece of a page is asking now: files, copies and links of it are made of these questions, not of what it drew. */
export type Notebook = {
  /** Holds a question until the answered function is called. */
  note(question: Question): () => void
  /** Each once, in the order in which they were noted. */
  questions(): readonly Question[]
  /** Holds how a table is made of what is no figure, all of its rows, until the answered function is called. */
  offer(table: ReadTable): () => void
  hasTables(): boolean
  tables(): Promise<TablePart[]>
}
type ReadTable = () => Promise<TablePart>

export function notebook(): Notebook {
  const held = new Map<symbol, Question>()
  const offered = new Set<ReadTable>()
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
    offer(table) {
      offered.add(table)
      return () => void offered.delete(table)
    },
    hasTables: () => offered.size > 0,
    tables: () => Promise.all([...offered].map(read => read())),
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

/** Says how the list of a piece becomes a table of files and copies; undefined while there is none. */
export function useOfferedTable(read: ReadTable | undefined) {
  const notes = useContext(NotebookContext)
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  const isThere = read !== undefined
  useEffect(() => {
    if (!isThere) return
    return notes?.offer(async () => {
      if (!latest.current) throw new Error('the list is gone')
      return latest.current()
    })
  }, [notes, isThere])
}
