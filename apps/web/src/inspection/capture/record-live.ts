import { frameSize } from '../player/still.ts'

/** Pictures a second, and how wide: enough to see what happened, little enough for any computer. */
const picturesPerSecond = 12
const widest = 1280
const bitsPerSecond = 2_500_000
const partMs = 2000

/** Formats in the order of preference: what most programs open first. */
const formats = [
  { mime: 'video/mp4;codecs=avc1.42E01F', ending: 'mp4' },
  { mime: 'video/webm;codecs=vp9', ending: 'webm' },
  { mime: 'video/webm', ending: 'webm' },
] as const

export type LiveRecording = {
  /** Ends it; the film so far, undefined where no picture ever came. */
  stop(): Promise<{ blob: Blob; ending: string } | undefined>
}

/** Whether this browser can write films at all. */
export const canRecord = () =>
  typeof MediaRecorder === 'function' &&
  'captureStream' in HTMLCanvasElement.prototype &&
  format() !== undefined

const format = () => formats.find(({ mime }) => MediaRecorder.isTypeSupported(mime))

/**
 * Films what a live picture shows, whatever plays it and however often it reconnects: `element` is asked anew for each
 * picture. `label` stands in the corner of every picture, so that the film says where and when it was taken.
 * @throws Error where the browser cannot record, or must not read the pixels
 */
export function recordLive(element: () => HTMLElement | undefined, label: () => string): LiveRecording {
  const chosen = format()
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!chosen || !context) throw new Error('this browser cannot record')
  const draw = () => {
    const shown = element()
    const size = shown && frameSize(shown)
    if (!size) return
    const scale = Math.min(1, widest / size.width)
    const width = even(size.width * scale)
    const height = even(size.height * scale)
    // A film has one size: the first picture decides, later ones of another size are fitted in.
    if (canvas.dataset.sized === undefined) {
      canvas.width = width
      canvas.height = height
      canvas.dataset.sized = ''
    }
    context.drawImage(size.image, 0, 0, canvas.width, canvas.height)
    watermark(context, label())
  }
  draw()
  const stream = canvas.captureStream(picturesPerSecond)
  const recorder = new MediaRecorder(stream, { mimeType: chosen.mime, videoBitsPerSecond: bitsPerSecond })
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size > 0) parts.push(data)
  })
  recorder.start(partMs)
  const timer = setInterval(draw, 1000 / picturesPerSecond)
  let ended: Promise<void> | undefined
  return {
    async stop() {
      clearInterval(timer)
      ended ??= new Promise(resolve => {
        recorder.addEventListener('stop', () => resolve(), { once: true })
        if (recorder.state === 'inactive') resolve()
        else recorder.stop()
      })
      await ended
      for (const track of stream.getTracks()) track.stop()
      if (parts.length === 0 || canvas.dataset.sized === undefined) return undefined
      return { blob: new Blob(parts, { type: chosen.mime }), ending: chosen.ending }
    },
  }
}

const even = (pixels: number) => Math.max(2, Math.round(pixels / 2) * 2)

/** White on a dark bar, so that it is read over any picture. */
function watermark(context: CanvasRenderingContext2D, text: string) {
  const { width, height } = context.canvas
  const size = Math.max(12, Math.round(height / 40))
  context.font = `500 ${size}px Inter, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif`
  const long = Math.min(width, context.measureText(text).width + size)
  context.fillStyle = 'rgb(5 8 11 / 0.74)'
  context.fillRect(0, height - size * 1.8, long, size * 1.8)
  context.fillStyle = '#fff'
  context.textBaseline = 'middle'
  context.fillText(text, size / 2, height - size * 0.9, width - size)
}
