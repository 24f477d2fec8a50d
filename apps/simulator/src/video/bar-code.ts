/**
 * The picture's clock for machines. It sits in the bottom left corner: 2 rows of 28 cells, each cell 1/80 of the picture
 * wide and 1/45 high, so the block covers x 0 … 28/80 and y 43/45 … 1 (8×8 pixels a cell at 640×360, which are whole
 * blocks of the codec). Upper row: white black, 24 bits, black white. Lower row: black white, 24 bits, white black.
 * The 48 bits, white = 1, highest first: 41 of the epoch time in milliseconds, then 7 of `time mod 107` (finds every
 * one and two wrong bits).
 *
 * Imports nothing, and `readBarCode` names nothing outside itself, so that a test may carry it into a browser as text.
 */

const columns = 28
const rows = 2
const cellsAcross = 80
const cellsDown = 45
/** How much of the picture's width the code takes, from the left. */
export const barCodeShare = columns / cellsAcross
const dark = 32
const light = 205

/** Luma (and neutral chroma) of a planar YUV 4:2:0 picture with the code of `at` written into it. */
export function drawBarCode(pixels: Uint8ClampedArray, width: number, height: number, at: number): void {
  const bits = barCodeBits(at)
  const chromaWidth = width >> 1
  const chromaSize = chromaWidth * (height >> 1)
  for (let row = 0; row < rows; row++) {
    const top = Math.round(((cellsDown - rows + row) * height) / cellsDown)
    const bottom = Math.round(((cellsDown - rows + row + 1) * height) / cellsDown)
    for (let y = top; y < bottom; y++) {
      for (let column = 0; column < columns; column++) {
        const left = Math.round((column * width) / cellsAcross)
        const right = Math.round(((column + 1) * width) / cellsAcross)
        pixels.fill(bits[row * columns + column] ? light : dark, y * width + left, y * width + right)
      }
      if (y & 1) continue
      const start = width * height + (y >> 1) * chromaWidth
      const across = Math.round((columns * width) / cellsAcross) >> 1
      pixels.fill(128, start, start + across)
      pixels.fill(128, start + chromaSize, start + chromaSize + across)
    }
  }
}

/** All 56 cells, row by row, true for white. */
export function barCodeBits(at: number): boolean[] {
  const time = Math.floor(at)
  const payload: boolean[] = []
  for (let k = 40; k >= 0; k--) payload.push(Math.floor(time / 2 ** k) % 2 === 1)
  for (let k = 6; k >= 0; k--) payload.push((((time % 107) >> k) & 1) === 1)
  return [true, false, ...payload.slice(0, 24), false, true, false, true, ...payload.slice(24), true, false]
}

/**
 * The time, epoch ms, that a picture of any size carries, or undefined when there is no code or it is damaged. `channels`
 * counts bytes per pixel: 4 for canvas data, 3 for RGB, 1 for luma alone.
 */
export function readBarCode(pixels: {
  data: Uint8ClampedArray | Uint8Array
  width: number
  height: number
  channels: number
}): number | undefined {
  const { data, width, height, channels } = pixels
  const used = Math.min(channels, 3)
  const level = (row: number, column: number): number => {
    const left = ((column + 0.3) * width) / 80
    const top = ((43 + row + 0.3) * height) / 45
    const right = Math.max(left + 1, ((column + 0.7) * width) / 80)
    const bottom = Math.max(top + 1, ((43 + row + 0.7) * height) / 45)
    let sum = 0
    let count = 0
    for (let y = Math.floor(top); y < Math.min(height, Math.floor(bottom)); y++) {
      for (let x = Math.floor(left); x < Math.min(width, Math.floor(right)); x++) {
        for (let k = 0; k < used; k++) sum += data[(y * width + x) * channels + k] ?? 0
        count += used
      }
    }
    return count ? sum / count : 0
  }
  const white = [level(0, 0), level(0, 27), level(1, 1), level(1, 26)]
  const black = [level(0, 1), level(0, 26), level(1, 0), level(1, 27)]
  const lowestWhite = Math.min(...white)
  const highestBlack = Math.max(...black)
  if (lowestWhite - highestBlack < 50) return undefined
  const threshold = (lowestWhite + highestBlack) / 2
  let time = 0
  let check = 0
  for (let k = 0; k < 48; k++) {
    const bit = level(k < 24 ? 0 : 1, 2 + (k % 24)) > threshold ? 1 : 0
    if (k < 41) time = time * 2 + bit
    else check = check * 2 + bit
  }
  return time % 107 === check ? time : undefined
}
