import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { checkImage } from './image.ts'

const photo = () =>
  sharp({ create: { width: 640, height: 360, channels: 3, background: { r: 200, g: 30, b: 30 } } })

describe('what is saved as a picture', () => {
  it.each([
    ['image/jpeg', 'jpg', () => photo().jpeg().toBuffer()],
    ['image/png', 'png', () => photo().png().toBuffer()],
    ['image/webp', 'webp', () => photo().webp().toBuffer()],
  ])('takes %s', async (mime, ending, make) => {
    const { thumbnail, ...image } = await checkImage(await make())
    expect(image).toEqual({ mime, ending, width: 640, height: 360 })
    expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'webp', width: 320, height: 180 })
  })

  it('gives the size as it is seen when the picture asks to be turned', async () => {
    const turned = await photo().withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { thumbnail, ...image } = await checkImage(turned)
    expect(image).toMatchObject({ width: 360, height: 640 })
    expect(await sharp(thumbnail).metadata()).toMatchObject({ width: 320, height: 569 })
  })

  it('enlarges no small picture', async () => {
    const { thumbnail } = await checkImage(await photo().resize(100).png().toBuffer())
    expect(await sharp(thumbnail).metadata()).toMatchObject({ width: 100 })
  })

  const jpeg = () => photo().jpeg().toBuffer()
  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['nothing', () => Buffer.alloc(0)],
    ['text', () => Buffer.from('<script>alert(1)</script>')],
    ['a drawing', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a GIF', () => photo().gif().toBuffer()],
    ['a TIFF', () => photo().tiff().toBuffer()],
    [
      'the first bytes of a JPEG before something else',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(500, 7)]),
    ],
    ['half a JPEG', async () => (await jpeg()).subarray(0, 600)],
    ['half a PNG', async () => (await photo().png().toBuffer()).subarray(0, 300)],
    ['half a WebP', async () => (await photo().webp().toBuffer()).subarray(0, 60)],
  ])('refuses %s', async (_, make) => {
    await expect(checkImage(await make())).rejects.toMatchObject({ problem: 'unsupportedMedia' })
  })

  it('refuses more than 10 MB', async () => {
    const large = Buffer.concat([await jpeg(), Buffer.alloc(10_000_000)])
    await expect(checkImage(large)).rejects.toMatchObject({ problem: 'tooLarge' })
  })

  it('refuses a small file that unfolds into a huge picture', async () => {
    const bomb = await sharp({
      create: { width: 10_000, height: 5_001, channels: 3, background: 'black' },
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    await expect(checkImage(bomb)).rejects.toMatchObject({ problem: 'tooLarge' })
  })
})
