import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { gentleEnd } from './mpegts-end.ts'

const events = { MEDIA_INFO: 'media_info', ERROR: 'error', LOADING_COMPLETE: 'loading_complete' }

function playing(url: string) {
  const listeners: [string, () => void][] = []
  const player = {
    destroyed: 0,
    on: (event: string, listener: () => void) => void listeners.push([event, listener]),
    destroy: () => void player.destroyed++,
  }
  const end = gentleEnd(player, events, url)
  const emit = (event: string) => {
    for (const [name, listener] of listeners) if (name === event) listener()
  }
  return { player, end, emit }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('ends a player over HTTP at once, and once', () => {
  const { player, end } = playing('http://127.0.0.1/live.flv')
  end()
  end()
  expect(player.destroyed).toBe(1)
})

it.each(Object.values(events))('waits for a socket that still connects until %s', event => {
  const { player, end, emit } = playing('ws://127.0.0.1/live.flv')
  end()
  vi.advanceTimersByTime(5000)
  expect(player.destroyed).toBe(0)
  emit(event)
  // Never inside the event of the library.
  expect(player.destroyed).toBe(0)
  vi.advanceTimersByTime(0)
  expect(player.destroyed).toBe(1)
  vi.advanceTimersByTime(60_000)
  expect(player.destroyed).toBe(1)
})

it('ends a player whose socket stands at once', () => {
  const { player, end, emit } = playing('wss://127.0.0.1/live.flv')
  emit(events.MEDIA_INFO)
  end()
  expect(player.destroyed).toBe(1)
})

it('gives up on a socket that never sends anything', () => {
  const { player, end } = playing('ws://127.0.0.1/live.flv')
  end()
  vi.advanceTimersByTime(15_000)
  expect(player.destroyed).toBe(1)
})
