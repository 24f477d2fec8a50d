import { type ProviderOptions, type VendorCamera, VendorError } from '../provider.ts'

export type ControlLock = {
  /**
   * Runs work with the lock's token: the one that is held, else a new one. Work renews the lock. `urgent`: for a stop,
   * which must not be kept from its lock.
   */
  with<T>(camera: VendorCamera, work: (token: string) => Promise<T>, urgent?: boolean): Promise<T>
  /** Takes the lock where it is not held yet. */
  take(camera: VendorCamera): Promise<void>
  /** Gives the lock back where it is held. */
  release(camera: VendorCamera): Promise<void>
}

/**
 * The control lock of Huawei's cameras: taken at the first move, renewed by each, and remembered in the shared memory,
 * so that the server that stops need not be the one that started.
 */
export function huaweiLock({
  options: { account, memory, now },
  lockMs,
  take,
  giveBack,
}: {
  options: Pick<ProviderOptions, 'account' | 'memory' | 'now'>
  lockMs: number
  take(camera: VendorCamera, urgent: boolean): Promise<{ control_token: string }>
  giveBack(camera: VendorCamera): Promise<unknown>
}): ControlLock {
  const keyOf = ({ deviceCode, channel }: VendorCamera) =>
    `huawei:${account.id}:lock:${deviceCode}:${channel}`

  async function held(camera: VendorCamera): Promise<string | undefined> {
    const found = await memory.read(keyOf(camera))
    return found && found.expiresAt > now() ? found.value : undefined
  }

  /** The present token; takes the lock anew when nobody here holds one other than the refused. */
  function tokenFor(camera: VendorCamera, urgent: boolean, refused?: string): Promise<string> {
    return memory.exclusive(keyOf(camera), async () => {
      const present = await held(camera)
      if (present && present !== refused) return present
      const { control_token } = await take(camera, urgent)
      await memory.write(keyOf(camera), control_token, now() + lockMs)
      return control_token
    })
  }

  async function run<T>(
    camera: VendorCamera,
    token: string,
    work: (token: string) => Promise<T>,
  ): Promise<T> {
    const result = await work(token)
    await memory.write(keyOf(camera), token, now() + lockMs)
    return result
  }

  return {
    async with(camera, work, urgent = false) {
      const remembered = await held(camera)
      const token = remembered ?? (await tokenFor(camera, urgent))
      try {
        return await run(camera, token, work)
      } catch (error) {
        const lost = error instanceof VendorError && error.code === 'controlledByOther'
        if (!lost || remembered === undefined) throw error
        // The remembered lock ran out on the platform: nothing was done, so the command may be sent again.
        return run(camera, await tokenFor(camera, urgent, token), work)
      }
    },
    async take(camera) {
      await tokenFor(camera, false)
    },
    async release(camera) {
      if ((await held(camera)) === undefined) return
      await memory.remove(keyOf(camera))
      await giveBack(camera)
    },
  }
}
