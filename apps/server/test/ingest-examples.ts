import { type FactKind, factKindNames } from '@aisle/contract'
import type { Input, Things } from './examples.ts'

type Tools = { make(path: string, body: object): Promise<Record<string, unknown> & { id: string }> }

const now = Date.now()
const at = new Date(now - 60_000).toISOString()
const window = { from: new Date(now - 360_000).toISOString(), to: at }

/** A good row of each kind, in a shop or of a device. */
export const factRows = {
  counts: () => ({ device: 'not-there', ...window, in: 3, out: 1 }),
  faces: () => ({ device: 'not-there', at, person: 'p-1', gender: 'F', age: 31 }),
  sales: shop => ({ id: 'r-1', shop, at, net: 42.5, lines: [{ goods: 'sku-1', net: 42.5 }] }),
  posEvents: shop => ({ shop, at, kind: 'drawer_open', till: '2' }),
  pos: shop => ({
    transactionId: 'x-1',
    locationId: shop,
    startTime: now - 60_000,
    items: [{ unitPrice: 9.5 }],
  }),
  touches: shop => ({ id: 't-1', shop, at, goods: 'sku-1', seconds: 8 }),
  probes: shop => ({ shop, at, point: 'ap-1', phone: '02:00:00:00:00:01', signal: -60 }),
  heat: shop => ({ shop, map: 'ground', at, cols: 2, rows: 2, seconds: [1, 2, 3, 4] }),
  tracks: shop => ({
    id: 'w-1',
    shop,
    map: 'ground',
    at,
    points: [
      [0, 10, 20],
      [500, 30, 40],
    ],
  }),
  weather: () => ({ cityId: '3101', date: at.slice(0, 10), hour: 9, weather: 'rain', temperature: 12.5 }),
  heartbeats: () => ({ device: 'not-there', at }),
} as const satisfies Record<FactKind, (shop: string) => object>

const csv = { kind: 'counts', name: 'a.csv', file: Buffer.from('sn,in\nnot-there,3\n').toString('base64') }
const axisMessage = {
  apiName: 'Axis Retail Data',
  utcSent: at,
  sensor: { serial: 'not-there' },
  data: { measurements: [] },
}

/** One good use of each call of those that post, and of those that let them. */
export function ingestExamples({ make }: Tools) {
  const source = () => make('/api/ingest/sources', { name: '例', allShops: true })
  const linkTo = async () => ({
    sourceId: (await source()).id,
    kind: 'pull',
    format: 'dahua',
    name: '例',
    url: 'http://127.0.0.1:9',
    deviceSn: 'not-there',
    channels: [1],
  })
  const link = async () => make('/api/ingest/links', await linkTo())
  // A list of rows, where other calls take one object.
  const posted = async (...rows: object[]) => ({
    body: rows as unknown as Record<string, unknown>,
    token: String((await source()).token),
  })
  const facts = Object.fromEntries(
    factKindNames.map(name => [name, (w: Things) => posted(factRows[name](w.shopId))]),
  )
  return {
    ingestSources: {
      list: () => ({}),
      create: (w: Things) => ({ body: { name: '例', shopIds: [w.shopId] } }),
      rotate: async () => ({ params: { sourceId: (await source()).id } }),
      revoke: async () => ({ params: { sourceId: (await source()).id } }),
    },
    ingestLinks: {
      list: () => ({}),
      create: async () => ({ body: await linkTo() }),
      update: async () => ({
        params: { linkId: (await link()).id },
        body: { name: '改名', username: 'admin', password: 'another', channels: [1, 2] },
      }),
      pause: async () => ({ params: { linkId: (await link()).id }, body: { isPaused: true } }),
      // Nobody is there: that is an answer, too.
      try: async () => ({ params: { linkId: (await link()).id } }),
      remove: async () => ({ params: { linkId: (await link()).id } }),
    },
    ingest: {
      ...facts,
      findings: (w: Things) =>
        posted({
          id: '1',
          algorithm: 'queue',
          at: new Date().toISOString(),
          confidence: 0.7,
          cameraId: w.cameras.ezviz.id,
        }),
    },
    imports: {
      list: () => ({}),
      upload: () => ({ body: csv }),
      one: async () => ({ params: { importId: (await make('/api/ingest/imports', csv)).id } }),
      run: async () => ({
        params: { importId: (await make('/api/ingest/imports', csv)).id },
        body: { mapping: { device: 'sn', line: '=1' }, isDryRun: false },
      }),
      stop: async () => ({ params: { importId: (await make('/api/ingest/imports', csv)).id } }),
    },
    quarantine: {
      groups: () => ({}),
      rows: async () => ({ query: { sourceId: (await source()).id, kind: 'counts', path: 'device' } }),
      replay: async () => ({ body: { sourceId: (await source()).id, kind: 'counts', shiftSeconds: -3600 } }),
      discard: async () => ({ body: { sourceId: (await source()).id, kind: 'counts', ids: ['1'] } }),
    },
    sensors: {
      push: async () => ({
        params: { dialect: 'axis' },
        body: axisMessage,
        token: String((await source()).token),
      }),
      pushTo: async () => ({
        params: { dialect: 'axis', token: String((await source()).token) },
        body: axisMessage,
      }),
    },
  } satisfies Record<string, Record<string, (w: Things) => Input | Promise<Input>>>
}
