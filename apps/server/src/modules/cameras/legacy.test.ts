import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { aisle, eventually, simulatedPlatforms } from '../../../test/aisle.ts'
import { control, type DemoCamera, demoCamera, foreignCamera, watch } from '../../../test/platforms.ts'

const simulator = await simulatedPlatforms()
const server = await aisle({ simulator, tickers: true })
const platforms = control(simulator)
const inspector = await server.as('inspector')
const admin = await server.as('admin')

const monitor = (path: string, query: Record<string, string | number>, who = inspector) => {
  const texts = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)]))
  return who.call('GET', `/api/monitor/${path}?${new URLSearchParams(texts)}`)
}
const videoOf = ({ shopId, deviceCode, channel }: DemoCamera) => ({
  shopId,
  videoNo: deviceCode,
  channelNo: channel,
})
const stands = (camera: DemoCamera) =>
  eventually(async () => !(await platforms.movement(camera)), `${camera.id} stands still`)

describe('getVideosByShop', () => {
  const videos = (query: Record<string, string | number>, who = inspector) =>
    monitor('checkShop/getVideosByShop', query, who)
  const { shopId } = demoCamera('ezviz')

  it('answers four a page, and all of them over the pages', async () => {
    const first = (await videos({ shopid: shopId })).data
    expect(first).toMatchObject({ current: 1, size: 4 })
    expect(first.records).toHaveLength(4)
    const all = (await videos({ shopid: shopId, pageSize: 1000 })).data
    expect(all.records).toHaveLength(all.total)
    const pages: { onlyId: string }[] = []
    for (let pageNumber = 1; pageNumber <= Math.ceil(all.total / 4); pageNumber++)
      pages.push(...(await videos({ shopid: shopId, pageNumber })).data.records)
    expect(pages).toEqual(all.records)
    expect((await videos({ shopid: shopId, pageNumber: 99 })).data).toMatchObject({
      total: all.total,
      records: [],
    })
  })

  it('keeps to one source type and to what is searched for', async () => {
    for (const ys of [0, 1, 2, 3]) {
      const { records } = (await videos({ shopid: shopId, ys, pageSize: 100 })).data
      expect(records.length).toBeGreaterThan(0)
      expect(records.every((record: { ys: number }) => record.ys === ys)).toBe(true)
    }
    const camera = demoCamera('ezviz')
    const found = (await videos({ shopid: shopId, searchKey: camera.deviceCode.toLowerCase() })).data
    expect(found.records.map((record: { onlyId: string }) => record.onlyId)).toEqual([camera.id])
    for (const searchKey of ['%', '_', '\\'])
      expect((await videos({ shopid: shopId, searchKey })).data.total).toBe(0)
  })

  it('answers the fields of the specification, and no vendor secret', async () => {
    const { records } = (await videos({ shopid: shopId, ys: 0, pageSize: 100 })).data
    const camera = demoCamera('ezviz')
    const video = records.find((record: { onlyId: string }) => record.onlyId === camera.id)
    expect(video).toMatchObject({
      serialnumber: camera.deviceCode,
      channelno: '1',
      ysAccountId: 1,
      token: '',
      videoInfos: [{ status: 1 }],
      shopId,
    })
    expect(video.presets).toHaveLength(camera.presets.length)
    expect(video.presets[0]).toMatchObject({ videoNo: camera.deviceCode, channelNo: '1', shopId })
  })

  it('of a shop outside the scope is refused', async () => {
    const foreign = foreignCamera()
    expect(await videos({ shopid: foreign.shopId })).toMatchObject({ status: 403, code: 403, data: null })
    expect((await videos({ shopid: foreign.shopId }, admin)).data.total).toBeGreaterThan(0)
  })
})

describe('steering by the first provider’s numbers', () => {
  it('starts a move that the server stops, at the usual speed', async () => {
    const camera = demoCamera('ezviz', 1)
    const query = { deviceSerial: camera.deviceCode.toLowerCase(), channelNo: 1, direction: 8 }
    expect(await monitor('device/ptz/start', query)).toMatchObject({ status: 200, data: null })
    await stands(camera)
    const sent = await platforms.requests('ezviz', /ptz\/start$/)
    expect(sent.at(-1)?.body).toMatchObject({ direction: '8', speed: '1' })
  })

  it('stops at once', async () => {
    const camera = demoCamera('ezviz', 2)
    const query = { deviceSerial: camera.deviceCode, channelNo: '1' }
    await monitor('device/ptz/start', { ...query, direction: 8, speed: 2 })
    expect((await monitor('device/ptz/stop', query)).status).toBe(200)
    expect(await platforms.movement(camera)).toBeUndefined()
  })

  it('is served at the bare path too', async () => {
    const { deviceCode } = demoCamera('ezviz', 2)
    expect((await inspector.call('GET', `/monitor/device/ptz/stop?deviceSerial=${deviceCode}`)).status).toBe(
      200,
    )
  })

  it('refuses numbers that mean nothing, fixed cameras, and other people’s', async () => {
    const { deviceCode } = demoCamera('ezviz', 3)
    for (const direction of [12, -1, 'left'])
      expect(await monitor('device/ptz/start', { deviceSerial: deviceCode, direction })).toMatchObject({
        status: 400,
        errors: [{ path: 'direction' }],
      })
    const fixed = demoCamera('ezviz', 0, { ptz: false })
    expect(await monitor('device/ptz/start', { deviceSerial: fixed.deviceCode, direction: 2 })).toMatchObject(
      {
        code: 10001,
        reason: 'notSupported',
      },
    )
    const foreign = foreignCamera()
    expect(
      await monitor('device/ptz/start', { deviceSerial: foreign.deviceCode, direction: 2 }),
    ).toMatchObject({
      status: 404,
    })
  })
})

describe('steering a GB28181 camera', () => {
  it('uses speed 115 where none is given', async () => {
    const camera = demoCamera('huiyan')
    const query = { deviceCode: camera.deviceCode, channelId: camera.channel }
    expect((await monitor('huiyan/ptz/control', { ...query, command: 'zoomin' })).status).toBe(200)
    expect(await platforms.movement(camera)).toBe('zoomIn')
    await stands(camera)
    const [start] = await platforms.requests('huiyan', /ptz\/control/)
    expect(start?.query).toMatchObject({
      command: 'zoomin',
      horizonSpeed: '115',
      verticalSpeed: '115',
      zoomSpeed: '115',
    })
    await monitor('huiyan/ptz/control', { ...query, command: 'zoomout' })
    await monitor('huiyan/ptz/control', { ...query, command: 'stop' })
    expect(await platforms.movement(camera)).toBeUndefined()
  })

  it('sets, calls and clears a preset with 129, 130 and 131', async () => {
    const camera = demoCamera('huiyan', 1)
    const command = (cmdCode: number, parameter2 = 9) =>
      monitor('huiyan/ptz/front/end/command', {
        deviceCode: camera.deviceCode,
        channelId: camera.channel,
        shopId: camera.shopId,
        cmdCode,
        parameter1: 0,
        parameter2,
        combindCode2: 0,
      })
    const presets = async () => (await inspector.call('GET', `/api/cameras/${camera.id}/presets`)).data
    const has9 = async () =>
      (await presets()).some((preset: { presetIndex: number }) => preset.presetIndex === 9)
    expect((await command(129)).status).toBe(200)
    expect(await has9()).toBe(true)
    const named = await inspector.call('POST', '/api/monitor/checkShop/updateHuiyanPreset', {
      ...videoOf(camera),
      presetIndex: 9,
      presetName: '仓库门',
    })
    expect(named.data).toMatchObject({ presetIndex: 9, presetName: '仓库门' })
    expect(
      (await presets()).filter((preset: { presetIndex: number }) => preset.presetIndex === 9),
    ).toHaveLength(1)
    expect((await command(130)).status).toBe(200)
    expect((await command(131)).status).toBe(200)
    expect(await has9()).toBe(false)
    const sent = await platforms.requests('huiyan', /ptz\/front_end_command/)
    expect(sent.map(({ query }) => [query.cmdCode, query.parameter2])).toEqual([
      ['129', '9'],
      ['130', '9'],
      ['131', '9'],
    ])
    for (const [cmdCode, index, path] of [
      [128, 9, 'cmdCode'],
      [129, 0, 'parameter2'],
      [129, 13, 'parameter2'],
    ] as const)
      expect(await command(cmdCode, index)).toMatchObject({ status: 400, errors: [{ path }] })
  })

  it('plays', async () => {
    const camera = demoCamera('huiyan', 2)
    const { data } = await monitor('huiyan/play', {
      deviceCode: camera.deviceCode,
      channelId: camera.channel,
    })
    expect(Object.keys(data).sort()).toEqual(expect.arrayContaining(['flv', 'hls', 'wsFlv']))
    const stream = await watch([{ kind: 'httpFlv', url: data.flv }])
    await eventually(async () => stream.bytes() > 5_000, 'video flows')
    stream.leave()
  })
})

describe('presets by device and channel', () => {
  const call = (method: 'POST' | 'PUT', name: string, body: object) =>
    inspector.call(method, `/api/monitor/checkShop/${name}`, body)

  it('are saved under the lowest free number and the usual name, renamed and removed', async () => {
    const camera = demoCamera('shilian', 1)
    const taken = camera.presets.map(preset => preset.index)
    const free = [...Array(12).keys()].map(at => at + 1).find(index => !taken.includes(index))
    const { data } = await call('POST', 'savePreset', { ...videoOf(camera), presetName: '' })
    expect(data).toMatchObject({
      ...videoOf(camera),
      presetName: '自定义预置位',
      presetIndex: free,
      userId: '701002',
    })
    const renamed = await call('PUT', 'updatePreset', { id: data.id, presetName: '试衣间' })
    expect(renamed.data).toMatchObject({ id: data.id, presetName: '试衣间', presetIndex: free })
    const removed = await inspector.call('DELETE', `/api/monitor/checkShop/delPresetByIds/${data.id}`)
    expect(removed).toMatchObject({ status: 200, data: null })
    expect((await call('PUT', 'updatePreset', { id: data.id, presetName: '再来' })).status).toBe(404)
  })

  it('are not saved for a camera of another shop, or of none', async () => {
    const camera = demoCamera('shilian', 1)
    const elsewhere = { ...videoOf(camera), shopId: demoCamera('ezviz', 70).shopId }
    for (const body of [elsewhere, videoOf(foreignCamera()), { ...videoOf(camera), videoNo: 'nothing' }])
      expect(await call('POST', 'savePreset', body)).toMatchObject({ status: 404 })
    expect(
      await call('PUT', 'updatePreset', { id: foreignCamera().presets[0]?.id, presetName: 'x' }),
    ).toMatchObject({
      status: 404,
    })
  })

  it('of other platforms are not recorded by the GB28181 call', async () => {
    expect(
      await call('POST', 'updateHuiyanPreset', { ...videoOf(demoCamera('ezviz')), presetIndex: 3 }),
    ).toMatchObject({ status: 400, code: 10001, reason: 'wrongPlatform' })
  })
})

describe('the vendor’s own tokens', () => {
  it('go to those who may have them, and to nobody else', async () => {
    const one = await monitor('getAccessToken', { ysAccountId: 2 })
    expect(one.data).toMatchObject({ accessToken: expect.stringMatching(/\S{16,}/) })
    expect(one.data.expireTime).toBeGreaterThan(Date.now())
    const { dataList } = (await monitor('ys/account/info/list', {})).data
    expect(dataList.map((account: { ysAccountId: number }) => account.ysAccountId)).toEqual([1, 2])
    expect(dataList[1].token).toBe(one.data.accessToken)
    for (const who of [await server.as('analyst'), await server.as('viewer')])
      for (const path of ['getAccessToken', 'ys/account/info/list'])
        expect(await monitor(path, {}, who)).toMatchObject({ status: 403, code: 403, data: null })
    expect(await monitor('getAccessToken', { ysAccountId: 9 })).toMatchObject({ status: 404 })
  })
})

describe('uploading a picture', () => {
  const calls = {
    ezviz: 'uploadCheckShopFile',
    shilian: 'uploadCheckShopFile_shilian',
    huawei: 'uploadCheckShopFile_huawei',
    huiyan: 'uploadHuiyanCheckShopFile',
  } as const
  const picture = sharp({ create: { width: 64, height: 36, channels: 3, background: '#2a6' } })
  const jpeg = picture.clone().jpeg().toBuffer()
  const dataUrl = (data: Buffer) => `data:image/jpeg;base64,${data.toString('base64')}`

  function multipart(name: string, fields: Record<string, string>, file: Buffer, fileName = 'shot.jpg') {
    const boundary = 'aisle-test'
    const parts = Object.entries(fields).map(
      ([key, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
    )
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: image/jpeg\r\n\r\n`
    return server.app.inject({
      method: 'POST',
      url: `/api/monitor/checkShop/${name}`,
      headers: { accesstoken: inspector.token, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat([
        Buffer.from(parts.join('') + head),
        file,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]),
    })
  }

  it.each(['ezviz', 'shilian', 'huawei', 'huiyan'] as const)(
    'of %s keeps it, by its own call only',
    async provider => {
      const camera = demoCamera(provider)
      for (const [owner, name] of Object.entries(calls)) {
        const answer = await inspector.call('POST', `/api/monitor/checkShop/${name}`, {
          ...videoOf(camera),
          file: dataUrl(await jpeg),
        })
        if (owner === provider)
          expect(answer.data).toMatchObject({ cameraId: camera.id, width: 64, height: 36 })
        else expect(answer).toMatchObject({ status: 400, code: 10001, reason: 'wrongProvider' })
      }
      const sent = await multipart(calls[provider], videoOf(camera), await jpeg)
      const { data } = sent.json()
      const content = await server.app.inject({
        url: data.fileAddr,
        headers: { accesstoken: inspector.token },
      })
      expect(content.rawPayload.equals(await jpeg)).toBe(true)
    },
  )

  it('is refused by what the file is, not by its name', async () => {
    const fields = videoOf(demoCamera('ezviz'))
    for (const file of [
      Buffer.from('<html>'),
      Buffer.from('GIF89a'),
      Buffer.alloc(0),
      Buffer.from([0xff, 0xd8, 0xff, 0, 1]),
    ])
      expect((await multipart(calls.ezviz, fields, file)).statusCode).toBe(415)
    const png = await picture.clone().png().toBuffer()
    expect((await multipart(calls.ezviz, fields, png, 'really.txt')).json().code).toBe(200)
  })

  it('over 10 MB is refused, as a file and in JSON', async () => {
    const fields = videoOf(demoCamera('ezviz'))
    const large = Buffer.concat([await jpeg, Buffer.alloc(10_000_001)])
    const answer = await multipart(calls.ezviz, fields, large)
    expect([answer.statusCode, answer.json().code]).toEqual([413, 413])
    expect(
      await inspector.call('POST', `/api/monitor/checkShop/${calls.ezviz}`, {
        ...fields,
        file: dataUrl(large),
      }),
    ).toMatchObject({ status: 413, code: 413 })
    const enormous = await inspector.call('POST', `/api/monitor/checkShop/${calls.ezviz}`, {
      ...fields,
      file: 'A'.repeat(15_000_001),
    })
    expect(enormous).toMatchObject({ status: 413, code: 413 })
  })

  it('without a file, or for a camera outside the scope, is refused', async () => {
    const send = (body: object) => inspector.call('POST', `/api/monitor/checkShop/${calls.ezviz}`, body)
    expect(await send(videoOf(demoCamera('ezviz')))).toMatchObject({
      status: 400,
      errors: [{ path: 'file' }],
    })
    const file = dataUrl(await jpeg)
    expect(await send({ ...videoOf(foreignCamera()), file })).toMatchObject({ status: 403 })
    expect(await send({ ...videoOf(demoCamera('ezviz')), presetId: '999999', file })).toMatchObject({
      status: 400,
      errors: [{ path: 'presetId' }],
    })
  })
})
