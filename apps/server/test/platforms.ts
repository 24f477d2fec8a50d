import type { ProviderName } from '@aisle/contract'
import { demoChain } from '../src/modules/demo/chain.ts'
import { demoUsers } from '../src/modules/demo/people.ts'
import type { SimulatorAddresses } from '../src/modules/demo/provision.ts'

const chain = demoChain()
/** Regions of the demo's inspector; everything else is foreign to that account. */
const inspectorAreas = demoUsers.find(user => user.loginName === 'inspector')?.areas ?? []

export type DemoCamera = (typeof chain.shops)[number]['cameras'][number] & {
  shopId: string
  shopName: string
}

const all: DemoCamera[] = chain.shops.flatMap(shop =>
  shop.cameras.map(camera => ({ ...camera, shopId: shop.id, shopName: shop.name })),
)
const isInspectors = ({ shopId }: { shopId: string }) =>
  inspectorAreas.includes(chain.shops.find(shop => shop.id === shopId)?.regionId ?? '')

/** Cameras of one platform that the inspector may see, online unless `offline` is asked for. */
export function demoCameras(
  provider: ProviderName,
  wanted: { ptz?: boolean; recordings?: boolean; offline?: boolean } = {},
): DemoCamera[] {
  return all.filter(
    camera =>
      camera.provider === provider &&
      isInspectors(camera) &&
      camera.ptz === (wanted.ptz ?? true) &&
      camera.recordingDays > 0 === (wanted.recordings ?? true) &&
      (camera.offline !== undefined) === (wanted.offline ?? false),
  )
}

/** The camera at `place` among `demoCameras`, so that tests of one file need not share one. */
export function demoCamera(
  provider: ProviderName,
  place = 0,
  wanted?: Parameters<typeof demoCameras>[1],
): DemoCamera {
  const camera = demoCameras(provider, wanted)[place]
  if (!camera) throw new Error(`the demo has no such ${provider} camera ${place}`)
  return camera
}

/** A camera outside the scope of the inspector. */
export function foreignCamera(provider: ProviderName = 'ezviz'): DemoCamera {
  const camera = all.find(
    each => each.provider === provider && !isInspectors(each) && each.presets.length > 0 && !each.offline,
  )
  if (!camera) throw new Error('the inspector sees every camera')
  return camera
}

type Recorded = {
  number: number
  at: number
  platform: ProviderName
  kind: 'api' | 'media'
  method: string
  path: string
  query: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: whatever the vendor's call carries
  body?: any
  status?: number
}
type Position = { x: number; y: number; zoom: number }
type State = {
  moves: { cameraId: string; movement: string; speed: number; since: number }[]
  positions: Record<string, Position>
  streams: { cameraId: string }[]
  platforms: Record<ProviderName, Record<string, unknown>>
}
type Named = Pick<DemoCamera, 'provider' | 'deviceCode' | 'channel'>

/** What the simulator calls a camera. */
export const simulatedId = ({ provider, deviceCode, channel }: Named) =>
  `${provider}/${deviceCode}/${channel}`

/** The control port of the simulated platforms: what they were asked, how cameras stand, what goes wrong. */
export function control({ control: base }: Pick<SimulatorAddresses, 'control'>) {
  async function send(method: string, path: string, body?: object): Promise<Response> {
    const answer = await fetch(`${base}/control/${path}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(20_000),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there
  const read = async (path: string): Promise<any> => (await send('GET', path)).json()
  const state = (): Promise<State> => read('state')

  return {
    state,
    async requests(platform: ProviderName, path: RegExp, since = 0): Promise<Recorded[]> {
      const recorded: Recorded[] = await read(`requests?platform=${platform}&since=${since}`)
      return recorded.filter(request => path.test(request.path))
    },
    async movement(camera: Named): Promise<string | undefined> {
      return (await state()).moves.find(move => move.cameraId === simulatedId(camera))?.movement
    },
    /** Where a camera looks; known while it moves or is watched. */
    async position(camera: Named): Promise<Position | undefined> {
      return (await state()).positions[simulatedId(camera)]
    },
    async faults(camera: Named, faults: Record<string, boolean | number | string>): Promise<void> {
      await send('PATCH', `cameras/${encodeURIComponent(simulatedId(camera))}`, { faults })
    },
    async switches(platform: ProviderName, switches: Record<string, boolean | number>): Promise<void> {
      await send('PATCH', `platforms/${platform}`, switches)
    },
    expireTokens: (platform: ProviderName) => send('POST', `tokens/expire?platform=${platform}`),
  }
}
export type Control = ReturnType<typeof control>

type Candidate = { kind: string; url: string }

/** Plays the first address that is one long stream, as a browser would; answers the bytes that came, and how to leave. */
export async function watch(candidates: Candidate[]) {
  const stream = candidates.find(({ kind }) => kind === 'httpFlv' || kind === 'wsFlv')
  if (!stream) throw new Error(`no stream among ${candidates.map(({ kind }) => kind).join(', ')}`)
  let bytes = 0
  let leave: () => void
  if (stream.kind === 'wsFlv') {
    const socket = new WebSocket(stream.url)
    socket.binaryType = 'arraybuffer'
    socket.onmessage = ({ data }) => {
      bytes += data.byteLength
    }
    leave = () => socket.close()
  } else {
    const watching = new AbortController()
    const { body } = await fetch(stream.url, { signal: watching.signal })
    const count = new WritableStream<Uint8Array>({
      write(part) {
        bytes += part.length
      },
    })
    body?.pipeTo(count).catch(() => undefined)
    leave = () => watching.abort()
  }
  return { bytes: () => bytes, leave }
}
