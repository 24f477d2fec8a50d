import type { Camera, Picture } from '@aisle/contract'
import { useState } from 'react'
import { toast } from '../../ui/toast.tsx'
import { addPicture } from '../queries.ts'
import { type Circumstances, capture, type PictureSource } from './capture.ts'
import { captureText } from './text.ts'
import { waitingUploads } from './waiting-uploads.ts'

/** The frame's edge lights up: the picture is taken. */
function flash(feed: PictureSource) {
  feed.stage.parentElement?.animate(
    [
      { boxShadow: 'inset 0 0 0 4px #fff', filter: 'brightness(1.25)' },
      { boxShadow: 'inset 0 0 0 4px transparent' },
    ],
    { duration: 260, easing: 'ease-out' },
  )
}

/** Captures of a page: one camera or many, and the pictures taken in this visit, newest first. */
export function useCapture(feeds: { get(cameraId: string): PictureSource | undefined }) {
  const [taken, setTaken] = useState<readonly Picture[]>([])
  const [running, setRunning] = useState(0)

  async function takeOne(camera: Camera, around: Circumstances, whenLate: (picture: Picture) => void) {
    const feed = feeds.get(camera.id)
    if (feed?.shown()) flash(feed)
    const outcome = await capture(camera, feed, around, taken =>
      waitingUploads.keep(taken, picture => {
        setTaken(before => [picture, ...before])
        whenLate(picture)
      }),
    )
    if (outcome && outcome !== 'kept') {
      addPicture(outcome)
      setTaken(before => [outcome, ...before])
    }
    return outcome
  }

  return {
    taken,
    isRunning: running > 0,
    forget: (id: string) => setTaken(before => before.filter(picture => picture.id !== id)),
    remember: (pictures: readonly Picture[]) => setTaken(before => [...pictures, ...before]),
    /**
     * The picture that was saved; undefined, and said so, where none was. One that waits for the network is told to
     * `whenLate` once it arrived.
     */
    async take(
      camera: Camera,
      around: Circumstances,
      whenLate: (picture: Picture) => void = () => {},
    ): Promise<Picture | undefined> {
      setRunning(count => count + 1)
      try {
        const outcome = await takeOne(camera, around, whenLate)
        if (outcome === 'kept') {
          toast.info(captureText.kept)
          return undefined
        }
        if (!outcome) toast.error(captureText.noPicture)
        return outcome
      } catch (error) {
        toast.error(error)
        return undefined
      } finally {
        setRunning(count => count - 1)
      }
    },
    /** All panes that show a picture; says how many were saved and how many were not. */
    async takeAll(cameras: readonly Camera[], around: Circumstances) {
      setRunning(count => count + 1)
      const live = cameras.filter(camera => feeds.get(camera.id)?.shown())
      const results = await Promise.allSettled(live.map(camera => takeOne(camera, around, () => {})))
      const saved = results.filter(result => result.status === 'fulfilled' && result.value).length
      if (saved > 0) toast.success(captureText.captured, { count: saved })
      if (saved < cameras.length) toast.error(captureText.someFailed, { count: cameras.length - saved })
      setRunning(count => count - 1)
    },
  }
}
export type Captures = ReturnType<typeof useCapture>
