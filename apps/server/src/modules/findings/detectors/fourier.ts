/** A square of complex numbers, row by row; its side is a power of two. */
export type Complex = { readonly side: number; readonly real: Float64Array; readonly imaginary: Float64Array }

/** Noughts, for `transform` to work in. */
export function complexSquare(side: number): Complex {
  return { side, real: new Float64Array(side * side), imaginary: new Float64Array(side * side) }
}

/** The Fourier transform in place, or its inverse without the division by the number of points. */
export function transform({ side, real, imaginary }: Complex, isInverse = false): void {
  for (let row = 0; row < side; row++) line(real, imaginary, side, row * side, 1, isInverse)
  for (let column = 0; column < side; column++) line(real, imaginary, side, column, side, isInverse)
}

/** Cooley and Tukey, radix 2, of the `count` points that begin at `start` and lie `step` apart. */
function line(
  real: Float64Array,
  imaginary: Float64Array,
  count: number,
  start: number,
  step: number,
  isInverse: boolean,
): void {
  const swap = (values: Float64Array, a: number, b: number) => {
    const kept = values[a] ?? 0
    values[a] = values[b] ?? 0
    values[b] = kept
  }
  for (let i = 1, j = 0; i < count; i++) {
    let bit = count >> 1
    for (; j & bit; bit >>= 1) j ^= bit
    j ^= bit
    if (i >= j) continue
    swap(real, start + i * step, start + j * step)
    swap(imaginary, start + i * step, start + j * step)
  }
  for (let length = 2; length <= count; length <<= 1) {
    const angle = ((isInverse ? 2 : -2) * Math.PI) / length
    const [turnReal, turnImaginary] = [Math.cos(angle), Math.sin(angle)]
    for (let block = 0; block < count; block += length) {
      let factorReal = 1
      let factorImaginary = 0
      for (let k = 0; k < length / 2; k++) {
        const low = start + (block + k) * step
        const high = low + (length / 2) * step
        const [a, b] = [real[high] ?? 0, imaginary[high] ?? 0]
        const highReal = a * factorReal - b * factorImaginary
        const highImaginary = a * factorImaginary + b * factorReal
        real[high] = (real[low] ?? 0) - highReal
        imaginary[high] = (imaginary[low] ?? 0) - highImaginary
        real[low] = (real[low] ?? 0) + highReal
        imaginary[low] = (imaginary[low] ?? 0) + highImaginary
        const next = factorReal * turnReal - factorImaginary * turnImaginary
        factorImaginary = factorReal * turnImaginary + factorImaginary * turnReal
        factorReal = next
      }
    }
  }
}
