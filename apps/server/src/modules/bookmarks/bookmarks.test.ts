import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callerOf, type ProblemWorld, problemWorld } from '../../../test/problem-world.ts'
import { bookmarks } from '../../platform/schema/index.ts'
import { bookmarkService } from './service.ts'

let world: ProblemWorld
beforeAll(async () => {
  world = await problemWorld()
}, 60_000)
afterAll(() => world?.close())
beforeEach(async () => {
  world.at('2026-10-01T02:00:00.000Z')
  await world.db.delete(bookmarks)
})

const inspector = callerOf('inspector')
const colleague = callerOf('colleague')
const stranger = callerOf('stranger')
const marks = () => bookmarkService({ db: world.db, now: world.now })
const opening = { cameraId: 'ezviz-camera', at: '2026-10-01T01:00:00.000Z', title: '开门营业' }
const day = { shopId: 'jingan', from: '2026-09-30T16:00:00Z', to: '2026-10-01T16:00:00Z' }

describe('bookmarks of recordings', () => {
  it('are seen by everybody who may see the shop, on their day, oldest first', async () => {
    await marks().create(inspector, opening)
    await marks().create(colleague, { ...opening, at: '2026-10-01T00:30:00Z', title: '' })
    await marks().create(inspector, { ...opening, at: '2026-09-30T15:59:59Z' })
    expect(await marks().list(inspector, day)).toMatchObject([
      { at: '2026-10-01T00:30:00.000Z', title: '', own: false, userName: 'colleague 名' },
      { at: '2026-10-01T01:00:00.000Z', title: '开门营业', own: true, shopId: 'jingan' },
    ])
  })

  it('of one moment are one, and a title that comes later names it', async () => {
    const { id } = await marks().create(inspector, { ...opening, title: '' })
    expect(await marks().create(inspector, opening)).toMatchObject({ id, title: '开门营业' })
    expect(await marks().create(inspector, { ...opening, title: '' })).toMatchObject({
      id,
      title: '开门营业',
    })
  })

  it('are named and removed by whoever made them alone', async () => {
    const { id } = await marks().create(inspector, opening)
    await expect(marks().rename(colleague, id, '别人的')).rejects.toMatchObject({ problem: 'notFound' })
    await expect(marks().remove(colleague, id)).rejects.toMatchObject({ problem: 'notFound' })
    expect(await marks().rename(inspector, id, '开门')).toMatchObject({ title: '开门' })
    await marks().remove(inspector, id)
    expect(await marks().list(inspector, day)).toEqual([])
  })

  it('are refused for cameras out of sight and for times to come', async () => {
    await expect(marks().create(stranger, opening)).rejects.toMatchObject({ problem: 'forbidden' })
    await expect(marks().create(inspector, { ...opening, cameraId: 'none' })).rejects.toMatchObject({
      problem: 'notFound',
    })
    await expect(marks().create(inspector, { ...opening, at: '2026-10-01T02:05:00Z' })).rejects.toMatchObject(
      { problem: 'ruleBroken' },
    )
    await expect(marks().list(stranger, day)).rejects.toMatchObject({ problem: 'forbidden' })
  })
})
