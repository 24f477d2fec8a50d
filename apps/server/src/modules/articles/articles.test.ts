import { describe, expect, it } from 'vitest'
import { aisle } from '../../../test/aisle.ts'

const server = await aisle()
const admin = await server.as('admin')
const viewer = await server.as('viewer')
const base = '/api/articles'
const draft = { topic: 'cases', title: '雨天怎么排班', titleEn: 'Rosters on rainy days', body: '先看天气。' }
const seenBy = async (who: typeof viewer, id: string) =>
  (await who.call('GET', base)).data.find((one: { id: string }) => one.id === id)

describe('an article', () => {
  it('is seen by its editors until it is published, then by everyone', async () => {
    const { data: made } = await admin.call('POST', base, draft)
    expect(made).toMatchObject({ status: 'draft', version: 1, isPublic: false })
    expect(await seenBy(viewer, made.id)).toBeUndefined()
    expect((await viewer.call('POST', `${base}/${made.id}/read`)).status).toBe(404)
    await admin.call('POST', `${base}/${made.id}/step`, { action: 'publish', version: 1 })
    expect(await seenBy(viewer, made.id)).toMatchObject({ title: draft.title, status: 'published' })
    expect((await viewer.call('POST', `${base}/${made.id}/read`)).data.reads).toBe(1)
  })

  it('stands as it was published while it is worked at, and is gone while it is archived', async () => {
    const { data: made } = await admin.call('POST', base, draft)
    const url = `${base}/${made.id}`
    await admin.call('POST', `${url}/step`, { action: 'publish', version: 1 })
    const { data: saved } = await admin.call('PUT', url, { ...draft, title: '新标题', version: 2 })
    expect(saved).toMatchObject({ status: 'draft', title: '新标题', isPublic: true })
    expect(await seenBy(viewer, made.id)).toMatchObject({ title: draft.title, status: 'published' })
    await admin.call('POST', `${url}/step`, { action: 'publish', version: 3 })
    expect((await seenBy(viewer, made.id)).title).toBe('新标题')
    await admin.call('POST', `${url}/step`, { action: 'archive', version: 4 })
    expect(await seenBy(viewer, made.id)).toBeUndefined()
    const refused = await admin.call('PUT', url, { ...draft, version: 5 })
    expect(refused).toMatchObject({ code: 10001, reason: 'status:archived' })
    const { data: back } = await admin.call('POST', `${url}/step`, { action: 'restore', version: 5 })
    expect(back.status).toBe('draft')
  })

  it('is changed by editors alone, and by none who read an older one', async () => {
    const { data: made } = await admin.call('POST', base, draft)
    expect((await viewer.call('PUT', `${base}/${made.id}`, { ...draft, version: 1 })).status).toBe(403)
    await admin.call('PUT', `${base}/${made.id}`, { ...draft, version: 1 })
    const late = await admin.call('PUT', `${base}/${made.id}`, { ...draft, title: '晚了', version: 1 })
    expect(late).toMatchObject({ status: 409, data: { title: draft.title, version: 2 } })
    const wrong = await admin.call('POST', `${base}/${made.id}/step`, { action: 'archive', version: 2 })
    expect(wrong).toMatchObject({ code: 10001, reason: 'status:draft' })
  })
})
