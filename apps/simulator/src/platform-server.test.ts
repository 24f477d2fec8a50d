import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSocket, type Simulated, simulated } from '../test/simulated.ts'
import type { Platform } from './world.ts'

let simulator: Simulated
beforeEach(async () => {
  simulator = await simulated()
})
afterEach(() => simulator.close())

const media: [Platform, string][] = [
  ['ezviz', '/openlive/x.flv'],
  ['shilian', '/live/x.flv'],
  ['huawei', '/live/x.m3u8'],
  ['huiyan', '/rtp/x.live.flv'],
]

describe('every platform', () => {
  it.each(media)(
    'lets pages of any origin ask %s for media, even for what is not there',
    async (platform, path) => {
      const url = simulator.addresses[platform] + path
      const asked = await fetch(url, { method: 'OPTIONS' })
      expect(asked.status).toBe(204)
      const refused = await fetch(url)
      expect(refused.status).toBeGreaterThanOrEqual(400)
      for (const { headers } of [asked, refused]) expect(headers.get('access-control-allow-origin')).toBe('*')
    },
  )

  it.each(['shilian', 'huiyan'] as const)('refuses a WebSocket of %s that leads nowhere', async platform => {
    const base = simulator.addresses[platform].replace('http', 'ws')
    expect(await openSocket(`${base}/live/x.flv?key=x`)).toEqual({ refused: 403 })
  })

  it('lives on after an upgrade with an address that is none', async () => {
    const socket = connect(Number(new URL(simulator.addresses.huiyan).port), '127.0.0.1')
    socket.write('GET // HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    await once(socket, 'close')
    expect((await fetch(`${simulator.addresses.huiyan}/api/user/login`)).status).toBe(400)
  })

  it('answers in its own words for a body that cannot be read', async () => {
    const send = (platform: Platform, path: string) =>
      fetch(simulator.addresses[platform] + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{',
      })
    expect(await (await send('shilian', '/webapi/login')).json()).toMatchObject({ ret: -2 })
    const huawei = await send('huawei', '/v2/2026112100000001/enterprises/access-token')
    expect(huawei.status).toBe(400)
    expect(await huawei.json()).toMatchObject({ error_code: 'IVM.10020001' })
    expect(await (await send('ezviz', '/api/lapp/token/get')).json()).toMatchObject({ code: '10001' })
  })
})
