/** Runs `work` again and again, never twice at once; a failure is logged and the next turn comes. */
export function every(
  ms: number,
  name: string,
  work: () => Promise<void>,
  log: (message: string, error: unknown) => void,
): { stop(): Promise<void> } {
  let running: Promise<void> | undefined
  const turn = () => {
    running ??= work()
      .catch(error => log(name, error))
      .finally(() => {
        running = undefined
      })
  }
  turn()
  const timer = setInterval(turn, ms)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
