/** Browsers open six HTTP/1.1 connections per host and let the rest wait in silence; one is left for the console. */
export const slotsPerHost = 5

export type HostSlots = {
  isFull(host: string): boolean
  /** Takes a slot; answers how to give it back (once, however often called). */
  take(host: string): () => void
}

/** Counts the long-lived HTTP streams per host of this tab. */
export function hostSlots(limit = slotsPerHost): HostSlots {
  const taken = new Map<string, number>()
  return {
    isFull: host => (taken.get(host) ?? 0) >= limit,
    take(host) {
      taken.set(host, (taken.get(host) ?? 0) + 1)
      let held = true
      return () => {
        if (!held) return
        held = false
        const left = (taken.get(host) ?? 1) - 1
        if (left > 0) taken.set(host, left)
        else taken.delete(host)
      }
    },
  }
}
