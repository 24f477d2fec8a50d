import { barCodeShare, drawBarCode } from './bar-code.ts'
import { glyphColumns, glyphHeight, glyphWidth, isDrawable } from './bitmap-font.ts'
import { chinaTime } from './china-time.ts'

/**
 * What a camera burns into its picture, all along the bottom edge, where the console lays nothing over it: the bar code,
 * date and time beside it, and its label at the right.
 */
export function drawOverlay(
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
  overlay: { at: number; label: string },
): void {
  const scale = Math.max(1, Math.round(width / 640))
  const margin = 4 * scale
  const clockLeft = Math.round(width * barCodeShare) + margin
  const labelWidth = overlay.label.length * (glyphWidth + 1) * scale
  const labelTop = height - margin - glyphHeight * scale
  drawText(pixels, width, height, clockText(overlay.at), clockLeft, labelTop, scale)
  drawText(pixels, width, height, overlay.label, width - margin - labelWidth, labelTop, scale)
  drawBarCode(pixels, width, height, overlay.at)
}

/** `2026-11-20 10:24:36.4`, China time. */
function clockText(at: number): string {
  const { date, time } = chinaTime(at)
  return `${date} ${time}.${Math.floor((at % 1000) / 100)}`
}

/** The camera's name if the font has it, else its device code and channel, as cameras show from the factory. */
export function cameraLabel(camera: { name: string; deviceCode: string; channel: string }): string {
  return isDrawable(camera.name)
    ? camera.name.slice(0, 40)
    : `${camera.deviceCode}-${camera.channel}`.slice(0, 32)
}

const glyphs = new Map<string, number[]>()

function glyph(character: string): number[] {
  const known = glyphs.get(character)
  if (known) return known
  const columns = glyphColumns(character)
  glyphs.set(character, columns)
  return columns
}

/** White with a dark rim, readable on any ground. */
function drawText(
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
  text: string,
  left: number,
  top: number,
  scale: number,
): void {
  const rim = scale > 2 ? 2 : 1
  for (const grow of [rim, 0]) {
    let x = left
    for (const character of text) {
      for (const [column, bits] of glyph(character).entries()) {
        for (let row = 0; row < glyphHeight; row++) {
          if (!((bits >> row) & 1)) continue
          const box = { x: x + column * scale - grow, y: top + row * scale - grow, size: scale + 2 * grow }
          fillBox(pixels, width, height, box, grow ? 20 : 225)
        }
      }
      x += (glyphWidth + 1) * scale
    }
  }
}

function fillBox(
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
  box: { x: number; y: number; size: number },
  luma: number,
): void {
  const x0 = Math.max(0, box.x)
  const x1 = Math.min(width, box.x + box.size)
  const y1 = Math.min(height, box.y + box.size)
  const chroma = width * height
  const chromaWidth = width >> 1
  const chromaSize = chromaWidth * (height >> 1)
  for (let y = Math.max(0, box.y); y < y1; y++) {
    pixels.fill(luma, y * width + x0, y * width + x1)
    if (luma < 128) continue
    const row = chroma + (y >> 1) * chromaWidth
    pixels.fill(128, row + (x0 >> 1), row + ((x1 + 1) >> 1))
    pixels.fill(128, row + chromaSize + (x0 >> 1), row + chromaSize + ((x1 + 1) >> 1))
  }
}
