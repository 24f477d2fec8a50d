import { describe, expect, it } from 'vitest'
import { capabilities, contract, defaultMoveMs, defaultPlanTime, maxPresets, sourceTypes } from './index.ts'

/** Business constants and limits of the inspection specification, section 9, as the calls declare them. */
const sizeOf = (query: { parse(value: unknown): unknown }, given: object = {}) =>
  (query.parse(given) as { pageSize: number }).pageSize

describe('page sizes', () => {
  it('are 4 for the videos of the shop home, and up to 1000 devices for monitoring', () => {
    const { query } = contract.checkShop.getVideosByShop
    expect(sizeOf(query, { shopid: '1' })).toBe(4)
    expect(sizeOf(query, { shopid: '1', pageSize: 1000 })).toBe(1000)
  })
  it('are 9999 for the shop list', () => {
    expect(sizeOf(contract.checkShop.getCheckShopList.query)).toBe(9999)
  })
  it('are 10 for the check records of a shop', () => {
    expect(sizeOf(contract.statistics.getCheckshopRecord.query)).toBe(10)
  })
  it('are 20 for the gallery of snapshots, and 1 where one file is asked for', () => {
    const { query } = contract.checkShop.findCheckShopFileList2
    expect(sizeOf(query)).toBe(20)
    expect(sizeOf(query, { pageSize: 1 })).toBe(1)
  })
  it('lie between 1 and 9999', () => {
    const { query } = contract.checkShop.getCheckShopList
    for (const pageSize of [0, -1, 10_000, 1.5, 'many'])
      expect(query.safeParse({ pageSize }).success).toBe(false)
  })
})

describe('steering', () => {
  it('moves for 1000 ms at speed 1 where nothing else is said', () => {
    expect(defaultMoveMs).toBe(1000)
    expect(contract.cameras.ptz.body.parse({ command: 'up' })).toMatchObject({ durationMs: 1000 })
    expect(contract.monitor.ptzStart.query.parse({ deviceSerial: 'C1', direction: 0 })).toMatchObject({
      speed: 1,
    })
  })
  it('takes speed 115 on the platform of GB28181 where none is given', () => {
    const given = { deviceCode: 'd', channelId: 'c', command: 'left' }
    expect(contract.monitor.huiyanPtz.query.parse(given)).toMatchObject({
      horizonSpeed: 115,
      verticalSpeed: 115,
      zoomSpeed: 115,
    })
  })
  it('knows the preset commands 129, 130 and 131 and no other', () => {
    const given = { deviceCode: 'd', channelId: 'c', parameter2: 1 }
    for (const cmdCode of [129, 130, 131])
      expect(contract.monitor.huiyanFrontEnd.query.safeParse({ ...given, cmdCode }).success).toBe(true)
    for (const cmdCode of [128, 132, 0])
      expect(contract.monitor.huiyanFrontEnd.query.safeParse({ ...given, cmdCode }).success).toBe(false)
  })
  it('numbers presets from 1 to 12', () => {
    expect(maxPresets).toBe(12)
  })
})

describe('plans', () => {
  it('have 00:00 as their usual time', () => {
    expect(defaultPlanTime).toBe('00:00')
  })
})

describe('source types', () => {
  it('are 0 to 3, one a platform', () => {
    expect(sourceTypes).toEqual({ ezviz: 0, shilian: 1, huawei: 2, huiyan: 3 })
  })
  it('let each camera say whether it pans and tilts', () => {
    expect(Object.keys(capabilities.shape)).toContain('ptz')
  })
})
