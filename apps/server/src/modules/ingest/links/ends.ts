import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '../../../platform/postgres.ts'
import { devices, shops } from '../../../platform/schema/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { Broker } from './broker.ts'
import { dahuaDevice } from './dahua.ts'
import type { LinkRow } from './store.ts'

type Opener = Pick<Secrets, 'decrypt'>
type Deps = { db: Database; secrets: Opener; fetch: typeof fetch }

const passwordOf = (secrets: Opener, { password }: LinkRow) =>
  password === '' ? '' : secrets.decrypt(password)

/** The broker of a link. */
export function brokerOf(secrets: Opener, link: LinkRow): Broker {
  const { url, username, clientId, topics } = link
  return { url, username, password: passwordOf(secrets, link), clientId, topics }
}

/** The device of a link; its clock is that of the shop where it stands. */
export async function deviceOf({ db, secrets, fetch }: Deps, link: LinkRow, signal: AbortSignal) {
  const { url, username, deviceSn, channels } = link
  const [shop] = await db
    .select({ timeZone: shops.timeZone })
    .from(devices)
    .innerJoin(shops, eq(shops.id, devices.shopId))
    .where(and(eq(devices.sn, deviceSn.toLowerCase()), isNull(devices.removedAt)))
  const timeZone = shop?.timeZone ?? 'Asia/Shanghai'
  return dahuaDevice(
    { url, username, password: passwordOf(secrets, link), deviceSn, channels, timeZone },
    { fetch, signal },
  )
}
