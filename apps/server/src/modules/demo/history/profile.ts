/** Quarter hours of the day, by how many come in each: `isFree` on weekends and holidays. Adds up to 1 over the open hours. */
export function profile(isFree: boolean, open: number, close: number): { slot: number; weight: number }[] {
  const waves = isFree
    ? [
        { at: 15.2, wide: 2.2, high: 1 },
        { at: 19.2, wide: 1.5, high: 0.75 },
      ]
    : [
        { at: 12.6, wide: 1.1, high: 0.55 },
        { at: 18.9, wide: 1.7, high: 1 },
      ]
  const slots: { slot: number; weight: number }[] = []
  for (let slot = open; slot < close; slot += 3) {
    const hour = slot / 12
    const weight = waves.reduce(
      (sum, wave) => sum + wave.high * Math.exp(-(((hour - wave.at) / wave.wide) ** 2) / 2),
      0.12,
    )
    // The doors open and close on few.
    const edge = Math.min(1, (slot - open + 2) / 12, (close - slot + 1) / 12)
    slots.push({ slot, weight: weight * edge })
  }
  const whole = slots.reduce((sum, { weight }) => sum + weight, 0)
  return slots.map(({ slot, weight }) => ({ slot, weight: weight / whole }))
}
