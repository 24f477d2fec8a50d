import type { Finding } from '@aisle/contract'

const line = '#ffc04d'

/**
 * The picture of a finding with its boxes and labels burned in, as a JPEG.
 * @throws Error where the picture cannot be fetched or drawn
 */
export async function pictureWithBoxes(finding: Finding, label: string): Promise<Blob> {
  const { picture, boxes } = finding
  if (!picture) throw new Error('no picture')
  const image = await loaded(picture.fileAddr)
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth
  canvas.height = image.naturalHeight
  const paint = canvas.getContext('2d')
  if (!paint) throw new Error('no canvas')
  paint.drawImage(image, 0, 0)
  const size = Math.max(14, Math.round(canvas.width / 60))
  paint.font = `600 ${size}px sans-serif`
  paint.textBaseline = 'top'
  const write = (text: string, x: number, y: number) => {
    paint.fillStyle = 'rgb(5 8 11 / 0.74)'
    paint.fillRect(x, y, paint.measureText(text).width + size, size * 1.6)
    paint.fillStyle = '#fff'
    paint.fillText(text, x + size / 2, y + size * 0.3)
  }
  for (const box of boxes) {
    const x = box.x * canvas.width
    const y = box.y * canvas.height
    paint.lineWidth = Math.max(2, canvas.width / 400)
    paint.strokeStyle = line
    paint.strokeRect(x, y, box.width * canvas.width, box.height * canvas.height)
    write(box.label === '' ? label : box.label, x, Math.max(0, y - size * 1.6))
  }
  if (boxes.length === 0) write(label, size, size)
  return new Promise((settle, refuse) =>
    canvas.toBlob(blob => (blob ? settle(blob) : refuse(new Error('not drawn'))), 'image/jpeg', 0.92),
  )
}

async function loaded(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = url
  await image.decode()
  return image
}

/** Hands a file to the browser. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
