import path from 'node:path'
import sharp from 'sharp'
import type { PeopleSheet } from './scene.ts'

/**
 * One drawing of a person at one size, alpha multiplied in: `luma` is (Y−16)·alpha, `blue` and `red` are the signed
 * chroma·alpha. Of every row only the part around its content is kept, pixel x at `start[row] + x`; the part is wide
 * enough that sampling between two neighbouring rows needs no edge rules.
 */
export type SpriteLevel = {
  width: number
  height: number
  /** The point between the feet. */
  anchorX: number
  anchorY: number
  luma: Uint8Array
  alpha: Uint8Array
  blue: Int8Array
  red: Int8Array
  /** Per row the columns between which something is drawn. */
  from: Uint16Array
  to: Uint16Array
  start: Int32Array
}
/** Level k is 1/2^k of the sheet's size. */
export type Sprite = SpriteLevel[]
/** `[row][column]`, rows and columns as in the sheet. */
export type Sheet = Sprite[][]

const sheetColumns = 11
const sheetRows = 5
// Decoded images are used once: the library's own cache would only hold memory.
sharp.cache(false)
sharp.concurrency(1)

const levels = 4
/** Cells are cut to their content on this grid, which keeps every level on whole pixels. */
const grid = 1 << (levels - 1)

export type SpriteStore = {
  sheet(outfit: string): Promise<Sheet>
  /** Loads all outfits one after the other, in the background. */
  warm(): void
}

/** Loads each outfit once, when first asked for. */
export function spriteStore(folder: string, people: PeopleSheet): SpriteStore {
  const sheets = new Map<string, Promise<Sheet>>()
  let warming = false

  function sheet(outfit: string): Promise<Sheet> {
    const known = sheets.get(outfit)
    if (known) return known
    const loading = loadSheet(path.join(folder, 'people', `${outfit}.webp`), people)
    loading.catch(() => sheets.delete(outfit))
    sheets.set(outfit, loading)
    return loading
  }

  async function loadAll(): Promise<void> {
    for (const { id } of people.outfits) {
      // Somebody may wait for another sheet meanwhile: that one goes first.
      await Promise.allSettled(sheets.values())
      await sheet(id)
    }
  }

  return {
    sheet,
    warm() {
      if (warming) return
      warming = true
      // A sheet that cannot be read fails again, and loudly, for the camera that needs it.
      loadAll().catch(() => {})
    },
  }
}

/** Less cover than this is not seen. */
const faint = 6

async function loadSheet(file: string, people: PeopleSheet): Promise<Sheet> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const sheet: Sheet = []
  for (let row = 0; row < sheetRows; row++) {
    const sprites: Sprite[] = []
    for (let column = 0; column < sheetColumns; column++) {
      sprites.push(cutSprite({ data, width: info.width }, row, column, people))
    }
    sheet.push(sprites)
    // A sheet is some 30 ms of work: streams that run meanwhile get their turn between rows.
    await new Promise(resolve => setImmediate(resolve))
  }
  return sheet
}

function cutSprite(
  image: { data: Uint8Array; width: number },
  row: number,
  column: number,
  { cell: [cellWidth, cellHeight], anchor: [anchorX, anchorY] }: PeopleSheet,
): Sprite {
  const start = (row * cellHeight * image.width + column * cellWidth) * 4
  const alphaAt = (x: number, y: number) => image.data[start + (y * image.width + x) * 4 + 3] ?? 0
  const box = { left: cellWidth, top: cellHeight, right: 0, bottom: 0 }
  for (let y = 0; y < cellHeight; y++) {
    for (let x = 0; x < cellWidth; x++) {
      if (alphaAt(x, y) < faint) continue
      if (x < box.left) box.left = x
      if (x > box.right) box.right = x
      if (y < box.top) box.top = y
      box.bottom = y
    }
  }
  const left = (Math.floor(box.left / grid) - 1) * grid
  const top = (Math.floor(box.top / grid) - 1) * grid
  const width = (Math.ceil((box.right + 1) / grid) + 1) * grid - left
  const height = (Math.ceil((box.bottom + 1) / grid) + 1) * grid - top
  const level = emptyLevel(width, height, anchorX - left, anchorY - top)
  for (let y = box.top; y <= box.bottom; y++) {
    for (let x = box.left; x <= box.right; x++) {
      const from = start + (y * image.width + x) * 4
      const alpha = softened(image.data[from + 3] ?? 0, Math.min(x, cellWidth - 1 - x, cellHeight - 1 - y))
      if (alpha < faint) continue
      const r = image.data[from] ?? 0
      const g = image.data[from + 1] ?? 0
      const b = image.data[from + 2] ?? 0
      const to = (y - top) * width + x - left
      level.alpha[to] = alpha
      level.luma[to] = ((11966 * r + 40254 * g + 4064 * b) * alpha) / 16711680
      level.blue[to] = ((-6596 * r - 22189 * g + 28784 * b) * alpha) / 16711680
      level.red[to] = ((28784 * r - 26145 * g - 2639 * b) * alpha) / 16711680
    }
  }
  const sprite = [level]
  for (let k = 1; k < levels; k++) sprite.push(halved(sprite[k - 1] ?? level))
  // The largest colours are never drawn, see draw-sprite.ts.
  return sprite.map((each, k) => packed(each, k > 0))
}

/** Shadows run out before the cell's edge instead of being cut by it. */
function softened(alpha: number, toEdge: number): number {
  return alpha < 130 && toEdge < 16 ? (alpha * toEdge) / 16 : alpha
}

function emptyLevel(width: number, height: number, anchorX: number, anchorY: number): SpriteLevel {
  const plane = () => new Uint8Array(width * height)
  const signed = () => new Int8Array(width * height)
  return {
    width,
    height,
    anchorX,
    anchorY,
    luma: plane(),
    alpha: plane(),
    blue: signed(),
    red: signed(),
    from: new Uint16Array(height),
    to: new Uint16Array(height),
    start: Int32Array.from({ length: height }, (_, y) => y * width),
  }
}

function halved(source: SpriteLevel): SpriteLevel {
  const width = source.width >> 1
  const target = emptyLevel(width, source.height >> 1, source.anchorX / 2, source.anchorY / 2)
  const mean = (plane: Uint8Array | Int8Array, at: number): number =>
    ((plane[at] ?? 0) +
      (plane[at + 1] ?? 0) +
      (plane[at + source.width] ?? 0) +
      (plane[at + source.width + 1] ?? 0) +
      2) >>
    2
  for (let y = 0; y < target.height; y++) {
    for (let x = 0; x < width; x++) {
      const from = y * 2 * source.width + x * 2
      const to = y * width + x
      target.alpha[to] = mean(source.alpha, from)
      target.luma[to] = mean(source.luma, from)
      target.blue[to] = mean(source.blue, from)
      target.red[to] = mean(source.red, from)
    }
  }
  return target
}

/** The level with only what can be sampled of every row: the content of it and its neighbours, and two pixels more. */
function packed(level: SpriteLevel, coloured: boolean): SpriteLevel {
  markSpans(level)
  const { width, height, from, to } = level
  const parts: { left: number; right: number }[] = []
  const start = new Int32Array(height)
  let size = 0
  for (let y = 0; y < height; y++) {
    let left = width
    let right = 0
    for (const row of [y - 1, y, y + 1]) {
      left = Math.min(left, from[row] ?? width)
      right = Math.max(right, to[row] ?? 0)
    }
    if (right > left) {
      left = Math.max(0, left - 3)
      right = Math.min(width, right + 3)
    } else right = left
    parts.push({ left, right })
    start[y] = size - left
    size += right - left
  }
  const pack = <T extends Uint8Array | Int8Array>(plane: T, target: T): T => {
    for (const [y, { left, right }] of parts.entries()) {
      target.set(plane.subarray(y * width + left, y * width + right), (start[y] ?? 0) + left)
    }
    return target
  }
  return {
    ...level,
    start,
    luma: pack(level.luma, new Uint8Array(size)),
    alpha: pack(level.alpha, new Uint8Array(size)),
    blue: coloured ? pack(level.blue, new Int8Array(size)) : new Int8Array(0),
    red: coloured ? pack(level.red, new Int8Array(size)) : new Int8Array(0),
  }
}

function markSpans(level: SpriteLevel): void {
  for (let y = 0; y < level.height; y++) {
    let from = level.width
    let to = 0
    for (let x = 0; x < level.width; x++) {
      if ((level.alpha[y * level.width + x] ?? 0) === 0) continue
      if (x < from) from = x
      to = x + 1
    }
    level.from[y] = from
    level.to[y] = to
  }
}
