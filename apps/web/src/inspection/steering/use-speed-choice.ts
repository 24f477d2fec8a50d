import { useState } from 'react'
import { readText, writeText } from '../../lib/storage.ts'
import { type SpeedName, speeds } from './use-steering.ts'

const key = 'ptzSpeed'
const usual: SpeedName = 'mid'

const isSpeed = (text: string | null): text is SpeedName => text !== null && Object.hasOwn(speeds, text)

/** How fast cameras turn: the choice stays from camera to camera and from day to day. */
export function useSpeedChoice(): [SpeedName, (name: SpeedName) => void] {
  const [speed, setSpeed] = useState<SpeedName>(() => {
    const kept = readText(key)
    return isSpeed(kept) ? kept : usual
  })
  return [
    speed,
    name => {
      setSpeed(name)
      writeText(key, name === usual ? null : name)
    },
  ]
}
