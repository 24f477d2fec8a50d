/** A number in [0, 1) that depends on all that is given and looks random. The same today and in a year. */
export function noise(seed: number, ...keys: number[]): number {
  let h = (seed ^ 0x9e3779b9) | 0
  for (const key of keys) {
    // Times outgrow 32 bits: both halves count.
    h = mix(h ^ (key | 0))
    h = mix(h ^ Math.floor(key / 4294967296))
  }
  return (mix(h) >>> 0) / 4294967296
}

function mix(value: number): number {
  let h = value
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) + 0x6d2b79f5
}
