/**
 * Keeps the last frame of a picture that is about to go, as a canvas behind whatever comes next.
 * Drawing is allowed even where reading the pixels is not.
 */
export function keepStill(stage: HTMLElement, element: HTMLElement) {
  const size = frameSize(element)
  if (!size) return
  const canvas = stage.querySelector<HTMLCanvasElement>('canvas[data-still]') ?? newStill(stage)
  canvas.width = size.width
  canvas.height = size.height
  canvas.getContext('2d')?.drawImage(size.image, 0, 0)
}

function newStill(stage: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.dataset.still = ''
  canvas.setAttribute('aria-hidden', 'true')
  stage.prepend(canvas)
  return canvas
}

/** The frame an element shows just now; undefined for a framed page or before the first frame. */
export function frameSize(
  element: HTMLElement,
): { image: HTMLVideoElement | HTMLImageElement; width: number; height: number } | undefined {
  if (element instanceof HTMLVideoElement && element.videoWidth > 0) {
    return { image: element, width: element.videoWidth, height: element.videoHeight }
  }
  if (element instanceof HTMLImageElement && element.naturalWidth > 0) {
    return { image: element, width: element.naturalWidth, height: element.naturalHeight }
  }
  return undefined
}

/** The frame on the screen as a JPEG; undefined where the browser does not let its pixels be read. */
export function grabFrame(element: HTMLElement): Promise<Blob | undefined> {
  const size = frameSize(element)
  if (!size) return Promise.resolve(undefined)
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  try {
    canvas.getContext('2d')?.drawImage(size.image, 0, 0)
    return new Promise(resolve => canvas.toBlob(blob => resolve(blob ?? undefined), 'image/jpeg', 0.9))
  } catch {
    // Tainted by a picture of another origin: the server takes the picture instead.
    return Promise.resolve(undefined)
  }
}
