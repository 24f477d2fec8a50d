import { useEffect } from 'react'
import { useSession } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { toast } from '../../ui/toast.tsx'
import { addPicture } from '../queries.ts'
import { sendFrame } from './capture.ts'
import { browserFrames } from './frame-store.ts'
import { captureText as words } from './text.ts'
import { mayPass, type TakenFrame, uploadQueue } from './upload-queue.ts'

const againMs = 10_000

/** Sends what waits, unless another page of this browser does so right now. */
const flush = (userId: string): Promise<void> =>
  'locks' in navigator
    ? navigator.locks.request('aisle-uploads', { ifAvailable: true }, lock =>
        lock ? waitingUploads.flush(userId) : undefined,
      )
    : waitingUploads.flush(userId)

/** Pictures of this browser that wait for the network. */
export const waitingUploads = uploadQueue({
  store: browserFrames(),
  send: sendFrame,
  mayPass,
  sent: addPicture,
  refused: error => toast.error(error),
})
let isOpen = false

const ownOf = (frames: readonly TakenFrame[], userId: string | undefined) =>
  frames.filter(frame => frame.userId === userId).length

/** How many pictures of the user wait; while any does, they are tried again and again. */
export function useWaitingUploads(): { count: number; sendNow(): void } {
  const { user } = useSession()
  const userId = user?.id
  const count = ownOf(useStore(waitingUploads.waiting), userId)
  useEffect(() => {
    if (isOpen) return
    isOpen = true
    void waitingUploads.open()
  }, [])
  useEffect(() => {
    if (count === 0 || userId === undefined) return
    const tryAgain = async () => {
      await flush(userId)
      if (ownOf(waitingUploads.waiting.get(), userId) === 0) toast.success(words.uploaded, { count })
    }
    const timer = setInterval(tryAgain, againMs)
    window.addEventListener('online', tryAgain)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', tryAgain)
    }
  }, [count, userId])
  return {
    count,
    sendNow() {
      if (userId !== undefined) void flush(userId)
    },
  }
}
