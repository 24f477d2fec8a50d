/** Lets `size` works run at once; the others wait in the order they came. */
export function gate(size: number) {
  const waiting: (() => void)[] = []
  let free = Math.max(1, Math.floor(size))
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>(resolve => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
export type Gate = ReturnType<typeof gate>
