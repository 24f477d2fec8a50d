import type { FrameStore, TakenFrame } from './upload-queue.ts'

const database = 'aisle-uploads'
const table = 'frames'

const settled = <T>(request: IDBRequest<T>) =>
  new Promise<T>((settle, refuse) => {
    request.onsuccess = () => settle(request.result)
    request.onerror = () => refuse(request.error)
  })

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(table, { keyPath: 'id' })
  return settled(request)
}

/** Frames in the browser's own database. Every call fails where there is none (private mode): see `uploadQueue`. */
export function browserFrames(): FrameStore {
  let open: Promise<IDBDatabase> | undefined
  const frames = async (mode: IDBTransactionMode) => {
    open ??= opened()
    return (await open).transaction(table, mode).objectStore(table)
  }
  return {
    all: async () => settled<TakenFrame[]>((await frames('readonly')).getAll()),
    put: async frame => void (await settled((await frames('readwrite')).put(frame))),
    remove: async id => void (await settled((await frames('readwrite')).delete(id))),
  }
}
