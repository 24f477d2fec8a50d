import type { Camera } from '@aisle/contract'
import { useEffect, useRef, useState } from 'react'
import { useName } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { toast } from '../../ui/toast.tsx'
import { saveBlob } from '../ai/save-jpg.ts'
import type { Feeds } from '../live/use-live-feed.ts'
import { canRecord, type LiveRecording, recordLive } from './record-live.ts'
import { shopTime } from './shop-time.ts'
import { captureText as words } from './text.ts'

/** Longer ones are what recordings of the platform are for. */
const longestRecordingMs = 300_000

type Running = { recording: LiveRecording; fileName: string }

/**
 * Films the live picture of one camera into a file of the viewer's computer, five minutes at most; another camera or
 * another page ends it, and what was filmed is saved.
 */
export function useLiveRecording(
  feeds: Feeds,
  camera: Camera,
  { shopName, timeZone }: { shopName: string; timeZone: string },
) {
  const name = useName()
  const { user } = useSession()
  const running = useRef<Running>(undefined)
  const [since, setSince] = useState<number>()

  const stop = useRef(async () => {
    const ended = running.current
    running.current = undefined
    setSince(undefined)
    const film = await ended?.recording.stop()
    if (!ended) return
    if (!film) return toast.error(words.noFilm)
    saveBlob(`${ended.fileName}.${film.ending}`, film.blob)
    toast.success(words.filmed)
  }).current

  function start() {
    const feed = feeds.get(camera.id)
    if (!feed?.shown()?.canReadFrame) return toast.error(words.cannotFilm)
    const place = `${shopName} · ${camera.number} ${name(camera.name, camera.nameEn)}`
    const clock = () => shopTime(new Date(feed.state().lastPictureAt ?? Date.now()), timeZone)
    try {
      const recording = recordLive(
        () => feeds.get(camera.id)?.shown()?.element,
        () => [place, clock(), user?.realName].filter(Boolean).join(' · '),
      )
      const fileName = `${shopName}_${camera.number}_${clock().replaceAll(/[-:]/g, '').replace(' ', '-')}`
      running.current = { recording, fileName }
      setSince(Date.now())
    } catch {
      toast.error(words.cannotFilm)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a recording is of the camera it began with
  useEffect(() => () => void (running.current && stop()), [camera.id, stop])
  useEffect(() => {
    if (since === undefined) return
    const timer = setTimeout(() => void stop(), longestRecordingMs)
    return () => clearTimeout(timer)
  }, [since, stop])

  return {
    isOffered: canRecord(),
    /** When it began (epoch ms), while it runs. */
    since,
    toggle: () => (running.current ? void stop() : start()),
  }
}
export type LiveFilm = ReturnType<typeof useLiveRecording>
