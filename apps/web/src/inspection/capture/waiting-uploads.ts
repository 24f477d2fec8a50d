import { useEffect } from 'react'
import { isProblem, unreachable } from '../../lib/problem.ts'
import { useSession } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { toast } from '../../ui/toast.tsx'
import { addPicture } from '../queries.ts'
import { sendFrame } from './capture.ts'
import { browserFrames } from './frame-store.ts'
import { captureText as words } from './text.ts'
import { type TakenFrame, uploadQueue } from './upload-queue.ts'

const againMs = 10_000

export const isUnreachable = (error: unknown) => isProblem(error) && error.code === unreachable

/** Pictures of this browser that wait for the network. */
export const waitingUploads = uploadQueue({
  store: browserFrames(),
  send: sendFrame,
  isUnreachable,
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
    const flush = async () => {
      await waitingUploads.flush(userId)
      if (ownOf(waitingUploads.waiting.get(), userId) === 0) toast.success(words.uploaded, { count })
    }
    const timer = setInterval(flush, againMs)
    window.addEventListener('online', flush)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', flush)
    }
  }, [count, userId])
  return {
    count,
    sendNow() {
      if (userId !== undefined) void waitingUploads.flush(userId)
    },
  }
}
