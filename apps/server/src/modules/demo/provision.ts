import type { ProviderName } from '@aisle/contract'
import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '../../platform/postgres.ts'
import { cameraAccounts, installation } from '../../platform/schema/index.ts'
import { type Chain, demoChain } from './chain.ts'
import { demoKey } from './demo-key.ts'
import { platformAccounts } from './platform-accounts.ts'
import { nowhere } from './seed.ts'

/** Where the simulator listens: its control port and one address for each platform. */
export type SimulatorAddresses = Record<ProviderName | 'control', string>

/** A camera as `PUT /control/cameras` of the simulator takes it. */
export type ProvisionedCamera = {
  platform: ProviderName
  deviceCode: string
  channel: string
  name: string
  scene: string
  seed: number
  ptz: boolean
  recordingDays: number
  open: string
  close: string
  faults?: { offline: boolean }
  presets: { index: number; name: string; position: { x: number; y: number; zoom: number } }[]
  quirks?: { account: string } | { liveAs: string }
}

const kept = z.object({ seed: z.number(), addresses: z.partialRecord(z.string(), z.string()) })
const answerWithinMs = 20_000

/**
 * Tells the simulator which cameras there are and the demo accounts where it listens; to be called at each start of a
 * demo, before cameras are used. An account that an administrator has pointed elsewhere stays as it is. Does nothing
 * where the demo was not seeded.
 * @throws when the simulator does not answer or refuses a camera
 */
export async function provisionSimulator({
  addresses,
  db,
  fetch,
}: {
  addresses: SimulatorAddresses
  db: Database
  fetch: typeof globalThis.fetch
}): Promise<void> {
  const [row] = await db.select().from(installation).where(eq(installation.key, demoKey))
  if (!row) return
  const demo = kept.parse(row.value)
  await pushCameras(addresses.control, simulatedCameras(demoChain(demo.seed)), fetch)
  await db.transaction(async transaction => {
    for (const { id, provider } of Object.values(platformAccounts)) {
      const ours = [nowhere, demo.addresses[provider] ?? nowhere]
      await transaction
        .update(cameraAccounts)
        .set({ baseUrl: addresses[provider] })
        .where(and(eq(cameraAccounts.id, id), inArray(cameraAccounts.baseUrl, ours)))
    }
    await transaction
      .update(installation)
      .set({ value: { ...demo, addresses } })
      .where(eq(installation.key, demoKey))
  })
}

async function pushCameras(control: string, cameras: ProvisionedCamera[], fetch: typeof globalThis.fetch) {
  const response = await fetch(`${control}/control/cameras?replace=true`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(cameras),
    signal: AbortSignal.timeout(answerWithinMs),
  })
  const answer = await response.text()
  if (!response.ok) throw new Error(`the simulator refused the demo cameras: ${response.status} ${answer}`)
}

/** Every camera of the chain as the simulator knows it. */
export function simulatedCameras({ shops }: Chain): ProvisionedCamera[] {
  return shops.flatMap(shop =>
    shop.cameras.map(camera => ({
      platform: camera.provider,
      deviceCode: camera.deviceCode,
      channel: camera.channel,
      name: label(`${shop.code}-${camera.number} ${camera.nameEn}`),
      scene: camera.scene,
      seed: camera.seed,
      ptz: camera.ptz,
      recordingDays: camera.recordingDays,
      open: shop.openTime,
      close: shop.closeTime,
      // Left out where the camera works, so that what was switched on the control page stays.
      ...(camera.offline && { faults: { offline: true } }),
      presets: camera.presets.map(({ index, name, position }) => ({ index, name, position })),
      ...quirksOf(camera),
    })),
  )
}

/** What cameras burn into their picture has letters without accents. */
function label(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '')
}

function quirksOf({
  account,
  provider,
  liveAs,
}: Chain['shops'][number]['cameras'][number]): Pick<ProvisionedCamera, 'quirks'> {
  if (provider === 'ezviz') return { quirks: { account: String(platformAccounts[account].ysAccountId) } }
  return liveAs ? { quirks: { liveAs } } : {}
}
