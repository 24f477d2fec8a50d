import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveStreams } from '../../test/streams.ts'
import { type Capture, openCapture } from './capture.ts'

let streams: Awaited<ReturnType<typeof serveStreams>>
let capture: Capture
const warnings: string[] = []

beforeAll(async () => {
  streams = await serveStreams()
  capture = openCapture({ log: { warn: message => warnings.push(message) } })
})
afterAll(async () => {
  await capture.close()
  streams.close()
})

async function colourOf(jpeg: Buffer): Promise<'red' | 'blue' | 'other'> {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([160, 90])
  const [r = 0, g = 0, b = 0] = data
  if (r > 180 && g < 80 && b < 80) return 'red'
  return b > 180 && r < 80 && g < 80 ? 'blue' : 'other'
}

// The first picture waits for a process to start, which loads a large library.
describe('pictures from streams', { timeout: 30_000 }, () => {
  it('takes the first picture of an HTTP-FLV stream that never ends', async () => {
    const { jpeg } = await capture.take(`${streams.url}/red.flv`, 'httpFlv')
    expect(await colourOf(jpeg)).toBe('red')
  })

  it('takes the first picture of FLV over a WebSocket', async () => {
    const { jpeg } = await capture.take(streams.ws, 'wsFlv')
    expect(await colourOf(jpeg)).toBe('red')
  })

  it('takes the first picture of fragmented MP4', async () => {
    const { jpeg } = await capture.take(`${streams.url}/red.mp4`, 'fmp4')
    expect(await colourOf(jpeg)).toBe('red')
  })

  it('takes the newest segment of HLS', async () => {
    const { jpeg } = await capture.take(`${streams.url}/live.m3u8`, 'hls')
    expect(await colourOf(jpeg)).toBe('blue')
  })

  it.each([
    ['an address that does not exist', '/nothing.flv'],
    ['a stream without a picture', '/empty.flv'],
  ])('reports %s as a failure of the platform, without its address', async (_, path) => {
    const failure = capture.take(`${streams.url}${path}?token=geheim`, 'httpFlv')
    await expect(failure).rejects.toMatchObject({ problem: 'vendorFailed' })
    await failure.catch(error => expect(`${error.message} ${error.cause}`).not.toContain('geheim'))
  })

  it('kills a child whose stream stays silent and works on', async () => {
    const silent = [1, 2].map(() => capture.take(`${streams.url}/silent`, 'httpFlv', { timeoutMs: 1000 }))
    const waiting = capture.take(`${streams.url}/red.flv`, 'httpFlv')
    for (const take of silent) await expect(take).rejects.toMatchObject({ problem: 'vendorSlow' })
    expect(await colourOf((await waiting).jpeg)).toBe('red')
  })

  it('takes many pictures at once, two at a time', async () => {
    const pictures = await Promise.all(
      Array.from({ length: 30 }, () => capture.take(`${streams.url}/red.flv`, 'httpFlv')),
    )
    expect(await Promise.all(pictures.map(({ jpeg }) => colourOf(jpeg)))).toEqual(Array(30).fill('red'))
  })

  it('takes nothing more once closed', async () => {
    const closed = openCapture({ log: { warn: () => undefined } })
    await closed.close()
    await expect(closed.take(streams.ws, 'wsFlv')).rejects.toMatchObject({ problem: 'unavailable' })
  })

  it('lets no child crash in all this', () => expect(warnings).toEqual([]))
})
