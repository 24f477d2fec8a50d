import type { Camera } from '@aisle/contract'
import { useEffect, useRef } from 'react'
import type { Presets } from './use-presets.ts'

/** A place to look at; another `key` turns there again. */
export type Place = { key: string; cameraId: string | null; presetId: string | null }

type Around = {
  cameras: readonly Camera[]
  camera: Camera
  presets: Presets
  select(cameraId: string): void
}

/** Goes to the camera of a place and, once its presets are known, turns it there; once for each key. */
export function useTurnTo(place: Place | undefined, around: Around) {
  const { cameras, camera, presets } = around
  const reached = useRef(around)
  reached.current = around
  const selectedFor = useRef<string>(undefined)
  const turnedFor = useRef<string>(undefined)
  const { key, cameraId } = place ?? {}
  const isThere = cameraId === camera.id
  const exists = cameras.some(each => each.id === cameraId)
  const preset = isThere ? presets.presets.find(each => each.id === place?.presetId) : undefined

  useEffect(() => {
    if (key !== undefined) return
    // Nothing is looked for: the same place may come again.
    selectedFor.current = undefined
    turnedFor.current = undefined
  }, [key])
  useEffect(() => {
    if (key === undefined || typeof cameraId !== 'string' || !exists || selectedFor.current === key) return
    selectedFor.current = key
    if (reached.current.camera.id !== cameraId) reached.current.select(cameraId)
  }, [key, cameraId, exists])

  useEffect(() => {
    if (key === undefined || !preset || turnedFor.current === key) return
    turnedFor.current = key
    void reached.current.presets.go(preset)
  }, [key, preset])

  return { isThere, preset, exists }
}
