/**
 * Planar YUV 4:2:0 in one piece, BT.709, 16…235: Y, then U, then V, each without padding. This is what the encoder takes,
 * so everything is drawn in it.
 */
export type Picture = { width: number; height: number; pixels: Uint8ClampedArray }

export function newPicture(width: number, height: number): Picture {
  return { width, height, pixels: new Uint8ClampedArray((width * height * 3) / 2) }
}

/** From packed RGB of an even size. */
export function pictureFromRgb(rgb: Uint8Array, width: number, height: number): Picture {
  const picture = newPicture(width, height)
  const out = picture.pixels
  const chromaWidth = width >> 1
  const u = width * height
  const v = u + chromaWidth * (height >> 1)
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      let red = 0
      let green = 0
      let blue = 0
      for (let k = 0; k < 4; k++) {
        const place = (y + (k >> 1)) * width + x + (k & 1)
        const r = rgb[place * 3] ?? 0
        const g = rgb[place * 3 + 1] ?? 0
        const b = rgb[place * 3 + 2] ?? 0
        out[place] = 16 + ((11966 * r + 40254 * g + 4064 * b + 32768) >> 16)
        red += r
        green += g
        blue += b
      }
      const place = (y >> 1) * chromaWidth + (x >> 1)
      out[u + place] = 128 + ((-6596 * red - 22189 * green + 28784 * blue + 131072) >> 18)
      out[v + place] = 128 + ((28784 * red - 26145 * green - 2639 * blue + 131072) >> 18)
    }
  }
  return picture
}

/** To packed RGB, for stills. */
export function pictureToRgb({ width, height, pixels }: Picture): Uint8ClampedArray {
  const rgb = new Uint8ClampedArray(width * height * 3)
  const chromaWidth = width >> 1
  const u = width * height
  const v = u + chromaWidth * (height >> 1)
  let to = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const chroma = (y >> 1) * chromaWidth + (x >> 1)
      const luma = ((pixels[y * width + x] ?? 16) - 16) * 1.1644
      const blue = (pixels[u + chroma] ?? 128) - 128
      const red = (pixels[v + chroma] ?? 128) - 128
      rgb[to++] = luma + 1.7927 * red
      rgb[to++] = luma - 0.2132 * blue - 0.5329 * red
      rgb[to++] = luma + 2.1124 * blue
    }
  }
  return rgb
}
