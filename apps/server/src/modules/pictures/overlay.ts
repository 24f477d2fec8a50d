import type { AnnotationShape } from '@aisle/contract'
import sharp from 'sharp'

const yellow = '#FFC04D'
const outline = '#17202E'

/** Letters that XML reads as more than themselves. */
const written = (text: string) =>
  text.replace(/[&<>"']/g, letter => `&#${letter.codePointAt(0)};`).replace(/\p{Cc}/gu, ' ')

/** Where, when and by whom, on a dark bar in the corner so that it is read over any picture. */
function watermarkOf(text: string, width: number, height: number): string {
  if (text === '') return ''
  const letter = Math.max(11, Math.round(width / 64))
  // Chinese signs are as wide as they are high, others about half of that.
  const long = [...text].reduce((sum, sign) => sum + (/[\u2e80-\uffff]/.test(sign) ? 1 : 0.58), 0) * letter
  const bar = Math.round(letter * 1.8)
  return `<rect x="0" y="${height - bar}" width="${Math.min(width, long + letter)}" height="${bar}" fill="#05080B" fill-opacity="0.74"/><text x="${letter / 2}" y="${height - bar * 0.32}" font-family="Noto Sans CJK SC, Noto Sans SC, sans-serif" font-size="${letter}" fill="#FFFFFF">${written(text)}</text>`
}

/** Boxes, arrows, words and the watermark as SVG of a picture's size; blurred areas are none of it. */
function overlayOf(
  shapes: readonly AnnotationShape[],
  width: number,
  height: number,
  watermark = '',
): string {
  const line = Math.max(3, Math.round(width / 320))
  const letter = Math.max(14, Math.round(width / 48))
  const stroked = (body: string) =>
    `<g fill="none" stroke="${outline}" stroke-width="${line * 2}">${body}</g><g fill="none" stroke="${yellow}" stroke-width="${line}">${body}</g>`
  const words = (x: number, y: number, text: string) =>
    text === ''
      ? ''
      : `<text x="${x}" y="${y}" font-family="Noto Sans CJK SC, Noto Sans SC, sans-serif" font-size="${letter}" font-weight="600" fill="${yellow}" stroke="${outline}" stroke-width="${line * 1.5}" paint-order="stroke">${written(text)}</text>`
  const drawn = shapes.map(shape => {
    if (shape.kind === 'blur') return ''
    if (shape.kind === 'text') return words(shape.at.x * width, shape.at.y * height, shape.label)
    if (shape.kind === 'box') {
      const [x, y, w, h] = [shape.x * width, shape.y * height, shape.width * width, shape.height * height]
      const above = y > letter * 1.4 ? y - letter * 0.4 : y + h + letter * 1.1
      return (
        stroked(`<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${line}"/>`) +
        words(x, above, shape.label)
      )
    }
    const [x1, y1, x2, y2] = [
      shape.from.x * width,
      shape.from.y * height,
      shape.to.x * width,
      shape.to.y * height,
    ]
    const turn = Math.atan2(y2 - y1, x2 - x1)
    const tip = (by: number) =>
      `${x2 - Math.cos(turn + by) * line * 6} ${y2 - Math.sin(turn + by) * line * 6}`
    return (
      stroked(`<path d="M${x1} ${y1}L${x2} ${y2}M${tip(0.5)}L${x2} ${y2}L${tip(-0.5)}"/>`) +
      words(x1, y1 - letter * 0.4, shape.label)
    )
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawn.join('')}${watermarkOf(watermark, width, height)}</svg>`
}

/** The picture with what was drawn on it and its watermark as a JPEG; blurred areas can not be made out any more. */
export async function annotated(
  data: Buffer,
  shapes: readonly AnnotationShape[],
  watermark = '',
): Promise<Buffer> {
  const upright = await sharp(data).rotate().jpeg({ quality: 92 }).toBuffer({ resolveWithObject: true })
  const { width, height } = upright.info
  const blurred = await Promise.all(
    shapes.flatMap(shape => {
      if (shape.kind !== 'blur') return []
      const left = Math.min(width - 1, Math.floor(shape.x * width))
      const top = Math.min(height - 1, Math.floor(shape.y * height))
      const size = {
        width: Math.max(1, Math.min(width - left, Math.ceil(shape.width * width))),
        height: Math.max(1, Math.min(height - top, Math.ceil(shape.height * height))),
      }
      return [
        sharp(upright.data)
          .extract({ left, top, ...size })
          // Coarse first: a blur alone could be undone.
          .resize(Math.max(1, Math.round(size.width / 24)), Math.max(1, Math.round(size.height / 24)), {
            fit: 'fill',
          })
          .resize(size.width, size.height, { fit: 'fill', kernel: 'cubic' })
          .toBuffer()
          .then(input => ({ input, left, top })),
      ]
    }),
  )
  return (
    sharp(upright.data)
      .composite([
        ...blurred,
        { input: Buffer.from(overlayOf(shapes, width, height, watermark)), left: 0, top: 0 },
      ])
      // Thin coloured lines stay sharp.
      .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
      .toBuffer()
  )
}
