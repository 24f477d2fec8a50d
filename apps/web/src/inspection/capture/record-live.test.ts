import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { canRecord, recordLive } from './record-live.ts'

const texts: string[] = []
const ended = vi.fn()

/** The part of the browser's recorder that is used: one piece of film when it stops. */
class Recorder extends EventTarget {
  static isTypeSupported = (mime: string) => mime.startsWith('video/webm')
  state = 'inactive'
  start() {
    this.state = 'recording'
  }
  stop() {
    this.state = 'inactive'
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob(['film']) }))
    this.dispatchEvent(new Event('stop'))
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  texts.length = 0
  ended.mockClear()
  vi.stubGlobal('MediaRecorder', Recorder)
  const canvas = HTMLCanvasElement.prototype as unknown as Record<string, unknown>
  canvas.captureStream = () => ({ getTracks: () => [{ stop: ended }] })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function context(
    this: HTMLCanvasElement,
  ) {
    return {
      canvas: this,
      drawImage: () => {},
      fillRect: () => {},
      measureText: () => ({ width: 100 }),
      fillText: (text: string) => texts.push(text),
    } as never
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  delete (HTMLCanvasElement.prototype as { captureStream?: unknown }).captureStream
})

function picture() {
  const image = new Image()
  Object.defineProperty(image, 'naturalWidth', { value: 1920 })
  Object.defineProperty(image, 'naturalHeight', { value: 1080 })
  return image
}

describe('a film of live video', () => {
  it('is written in a format that the browser knows, its pictures saying where and when', async () => {
    expect(canRecord()).toBe(true)
    let second = 36
    const recording = recordLive(picture, () => `静安寺店 · 03 收银台 · 10:24:${second}`)
    second = 37
    vi.advanceTimersByTime(500)
    const film = await recording.stop()
    expect(film?.ending).toBe('webm')
    expect(film?.blob.size).toBe(4)
    expect(texts[0]).toContain('10:24:36')
    expect(texts.at(-1)).toContain('10:24:37')
    expect(ended).toHaveBeenCalledTimes(1)
    const drawn = texts.length
    vi.advanceTimersByTime(1000)
    expect(texts.length).toBe(drawn)
  })

  it('is none where no picture ever came', async () => {
    const recording = recordLive(
      () => undefined,
      () => '',
    )
    vi.advanceTimersByTime(500)
    expect(await recording.stop()).toBeUndefined()
  })
})
