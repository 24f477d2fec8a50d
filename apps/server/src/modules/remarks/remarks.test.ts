import { describe, expect, it } from 'vitest'
import { aisle } from '../../../test/aisle.ts'
import type { Caller } from '../../platform/http/request.ts'
import { areas, shops, users } from '../../platform/schema/index.ts'
import { dailyRemarkService } from './service.ts'

const server = await aisle()
const admin = await server.as('admin')
const analyst = await server.as('analyst')
const inspector = await server.as('inspector')
const viewer = await server.as('viewer')
const [shop] = await server.database.db.select().from(shops).orderBy(shops.id).limit(1)
const base = '/api/dailyRemarks'
const date = '2026-03-02'

describe('a remark on a day', () => {
  it('is empty until somebody writes it, and then says who did and who stands by it', async () => {
    const { data: none } = await viewer.call('GET', `${base}?date=${date}`)
    expect(none).toMatchObject({ text: '', version: 0, updatedBy: '', signedAt: null })
    const { data: draft } = await analyst.call('PUT', base, { date, text: ' 暴雨，提前闭店 ', version: 0 })
    expect(draft).toMatchObject({ text: '暴雨，提前闭店', version: 1, signedBy: '' })
    const signed = { date, text: draft.text, version: 1, isSigned: true }
    const { data: whole } = await admin.call('PUT', base, signed)
    expect(whole.signedBy).not.toBe('')
    expect(whole.updatedBy).toBe(whole.signedBy)
    const { data: changed } = await analyst.call('PUT', base, { date, text: '改', version: 2 })
    expect(changed).toMatchObject({ version: 3, signedBy: '', signedAt: null })
  })

  it('is not overwritten by whoever read an older one', async () => {
    const late = await analyst.call('PUT', base, { date, text: '晚了', version: 1 })
    expect(late).toMatchObject({ status: 409, data: { text: '改', version: 3 } })
    expect((await analyst.call('PUT', base, { date, text: '晚了', version: 0 })).status).toBe(409)
  })

  it('is of its place alone, and of those who see all of it', async () => {
    const at = `${base}?date=${date}&shopId=${shop!.id}`
    expect((await admin.call('GET', at)).data).toMatchObject({ text: '', version: 0, isWhole: true })
    const [area] = await server.database.db.select().from(areas).limit(1)
    expect((await admin.call('GET', `${base}?date=${date}&areaId=${area!.id}`)).data.isWhole).toBe(true)
    const part = await inspector.call('GET', `${base}?date=${date}`)
    if (!part.data.isWhole) {
      expect(part.data).toMatchObject({ text: '', version: 0 })
      expect((await inspector.call('PUT', base, { date, text: 'x', version: 0 })).status).toBe(403)
    }
    expect((await viewer.call('PUT', base, { date, text: 'x', version: 3 })).status).toBe(403)
  })

  it('is of an area that there is, with shops that its reader sees', async () => {
    const { db } = server.database
    const [user] = await db.select().from(users).limit(1)
    const unknown = { date, text: 'x', version: 0, areaId: 'nowhere' }
    expect((await admin.call('GET', `${base}?date=${date}&areaId=nowhere`)).status).toBe(404)
    expect((await admin.call('PUT', base, unknown)).status).toBe(404)
    expect((await admin.call('PUT', base, { ...unknown, areaId: 'x'.repeat(9000) })).status).toBe(404)
    await db.insert(areas).values({ id: 'bare', name: '无门店', nameEn: 'Bare', level: 'county' })
    const limited = {
      userId: user!.id,
      scope: { all: false, areaIds: [], shopIds: [shop!.id] },
    } as unknown as Caller
    const remarks = dailyRemarkService({ db, now: () => new Date() })
    await remarks.write({ ...limited, scope: { all: true } } as Caller, {
      date,
      areaId: 'bare',
      text: '内部',
      version: 0,
      isSigned: false,
    })
    expect(await remarks.read(limited, { date, areaId: 'bare' })).toMatchObject({ text: '', isWhole: false })
  })
})
