import { createStore } from '../../../../lib/store.ts'

/** Where the film stands: the plan, the bar and the list of hottest zones follow one state. */
export type Player = { at: number; isPlaying: boolean; speed: Speed; isLooped: boolean }
export const speeds = [1, 2, 4] as const
export type Speed = (typeof speeds)[number]
/** A picture stays for so long at simple speed. */
export const frameMs = 700

export const player = createStore<Player>({ at: 0, isPlaying: false, speed: 1, isLooped: false })
export const setPlayer = (change: Partial<Player>): void => player.set({ ...player.get(), ...change })

/** The next picture; at the end the film stops, or begins again. */
export function advance(count: number): void {
  const { at, isLooped } = player.get()
  if (at + 1 < count) setPlayer({ at: at + 1 })
  else if (isLooped && count > 1) setPlayer({ at: 0 })
  else setPlayer({ isPlaying: false })
}

/** Begins from the start where the film had ended. */
export function togglePlay(count: number): void {
  const { isPlaying, at } = player.get()
  setPlayer(isPlaying ? { isPlaying: false } : { isPlaying: true, at: at >= count - 1 ? 0 : at })
}
