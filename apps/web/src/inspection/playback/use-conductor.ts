import type { Camera } from '@aisle/contract'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { messageOf } from '../../lib/problem.ts'
import { browserSurroundings } from '../player/candidates.ts'
import { wallClock } from '../player/clock.ts'
import { type Conductor, conductor } from './conductor.ts'
import { playSource } from './play-source.ts'
import { playTrack } from './play-track.ts'

function newStage() {
  const stage = document.createElement('div')
  stage.className = 'live-stage'
  return stage
}

/** The clock and the pictures of the page, for as long as it is open; a closed tab gives its sessions back too. */
export function useConductor(cameras: readonly Camera[], at: number, isAsked: boolean) {
  const [director] = useState(() =>
    conductor({
      clock: wallClock,
      at,
      isAsked,
      createTrack(id, changed) {
        const camera = cameras.find(each => each.id === id)
        if (!camera) throw new Error(`camera ${id} is not of this shop`)
        return playTrack({
          stage: newStage(),
          source: playSource(camera),
          clock: wallClock,
          random: Math.random,
          surroundings: browserSurroundings(),
          worker: true,
          messageOf,
          changed,
        })
      },
    }),
  )
  useEffect(() => {
    director.start()
    window.addEventListener('pagehide', director.stop)
    window.addEventListener('pageshow', director.start)
    return () => {
      window.removeEventListener('pagehide', director.stop)
      window.removeEventListener('pageshow', director.start)
      director.stop()
    }
  }, [director])
  const view = useSyncExternalStore(director.subscribe, director.view)
  return { director, view }
}

const lookEveryMs = 100
const sometimes = (listener: () => void) => {
  const timer = setInterval(listener, lookEveryMs)
  return () => clearInterval(timer)
}

/** What `read` says, looked at some times a second; renders only when it changed. */
export const useLook = <T extends string | number | boolean | undefined>(read: () => T): T =>
  useSyncExternalStore(sometimes, read)

/** The time of the clock in whole seconds (epoch ms). */
export const useClockSecond = (director: Conductor) => useLook(() => Math.floor(director.now() / 1000) * 1000)
