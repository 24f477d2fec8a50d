/**
 * The picture of a chart as a PNG data URL, twice its size on the colour of its card: for exports. Undefined where the
 * element holds no drawing (a table, an empty chart).
 */
export async function chartPicture(element: HTMLElement): Promise<string | undefined> {
  const svg = element.querySelector('.chart-canvas svg')
  if (!(svg instanceof SVGSVGElement)) return undefined
  const { width, height } = svg.getBoundingClientRect()
  if (width === 0 || height === 0) return undefined
  const copy = svg.cloneNode(true)
  if (!(copy instanceof SVGSVGElement)) return undefined
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * 2)
  canvas.height = Math.round(height * 2)
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--surface')
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/png')
}
