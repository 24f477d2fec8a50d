/** Settings of the simulator process, from its environment. All faults are reported together. */
export type SimulatorConfig = {
  host: string
  /** Control port; the platforms follow. 0: each chosen by the OS. */
  port: number
  mediaHost: string
  clipsFolder?: string
  dataFolder?: string
}

export function readConfig(env: Record<string, string | undefined> = process.env): SimulatorConfig {
  const faults: string[] = []
  const port = Number(env.SIMULATOR_PORT ?? '7700')
  if (!Number.isInteger(port) || port < 0 || port > 65_531) {
    faults.push(`SIMULATOR_PORT must be 0 or a port up to 65531, not "${env.SIMULATOR_PORT}"`)
  }
  const mediaHost = env.SIMULATOR_MEDIA_HOST ?? '127.0.0.1'
  if (!/^(\[[0-9a-f:]+\]|[\w.-]+)$/i.test(mediaHost)) {
    faults.push(`SIMULATOR_MEDIA_HOST must be a host name or address without a port, not "${mediaHost}"`)
  }
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return {
    host: env.SIMULATOR_HOST || '127.0.0.1',
    port,
    mediaHost,
    ...(env.AISLE_SCENES && { clipsFolder: env.AISLE_SCENES }),
    ...(env.SIMULATOR_DATA && { dataFolder: env.SIMULATOR_DATA }),
  }
}
