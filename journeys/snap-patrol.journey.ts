import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { ask, signIn, useBrowser } from './browser.ts'
import { flagship } from './cameras.ts'

const browser = useBrowser()
type Shops = { records: { shopid: string; shopname: string }[] }
type Round = {
  state: string
  counts: { total: number; done: number; pending: number }
  shots: { shopId: string; picture: { id: string; mark: string | null; isAnnotated: boolean } | null }[]
  figures: { good: number; problem: number; problems: number; shops: number }
}

/** Names of a ZIP whose files are stored as they are, by its directory at the end. */
function namesOf(data: Buffer): string[] {
  const end = data.length - 22
  expect(data.readUInt32LE(end)).toBe(0x06054b50)
  const names: string[] = []
  let at = data.readUInt32LE(end + 16)
  for (let left = data.readUInt16LE(end + 10); left > 0; left--) {
    const length = data.readUInt16LE(at + 28)
    names.push(data.toString('utf8', at + 46, at + 46 + length))
    at += 46 + length + data.readUInt16LE(at + 30)
  }
  return names
}

describe('a snapshot patrol', () => {
  it('of two shops is captured, judged by key, circled, raised as a problem, packed and finished', async () => {
    const { page, faults } = await browser.open({ locale: 'zh-CN' })
    await signIn(page, 'inspector')
    const { shopId } = await flagship(page)
    const { records } = await ask<Shops>(page, '/api/monitor/checkShop/getCheckShopList?pageSize=10')
    const other = records.find(shop => shop.shopid !== shopId)
    await page.goto(`/x_2_MonitorSnap/x_2_MonitorSnap?shops=${shopId},${other?.shopid}`)
    const form = page.locator('[data-panel=p1]')
    await form.locator('.ant-tree-treenode').nth(3).waitFor()
    await form.getByLabel('摄像头名称').fill('收银')
    await form.getByText(/将抓拍 2 家门店的 \d+ 张图片/).waitFor()
    await form.getByRole('button', { name: '立即抓拍' }).click()
    await page.waitForURL(/batch=\d+/)
    const batchId = new URL(page.url()).searchParams.get('batch')
    const round = () => ask<Round>(page, `/api/snapshots/batches/${batchId}`)
    await expect.poll(async () => (await round()).counts.pending, { timeout: 60_000 }).toBe(0)
    const taken = (await round()).shots.flatMap(shot => shot.picture?.id ?? [])
    expect((await round()).figures.shops).toBe(2)

    const wall = page.locator('[data-panel=p2][data-state=ready]')
    await wall
      .locator('.shoot-thumbs li')
      .nth(taken.length - 1)
      .waitFor()
    await wall.getByText(`第 1 / ${taken.length} 张`).waitFor()
    await page.keyboard.press('y')
    await wall.getByText(`第 2 / ${taken.length} 张`).waitFor()

    await wall.getByRole('button', { name: '圈出' }).click()
    const stage = page.getByRole('application')
    await stage.locator('img').evaluate((image: HTMLImageElement) => image.decode())
    const box = await stage.boundingBox()
    if (!box) throw new Error('nothing to draw on')
    await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.3)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.6, { steps: 4 })
    await page.mouse.up()
    await page.getByLabel('说明，回车确认').fill('堆物')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: '保存标注' }).click()
    await page.getByText('标注已保存，原图保留').waitFor()

    // The pen is in the form at once.
    await wall.getByRole('button', { name: '有问题' }).waitFor()
    await page.keyboard.press('n')
    await page.keyboard.type('收银台堆物')
    await page.getByLabel('整改期限').waitFor()
    await page.locator('[data-panel=p3]').getByRole('button', { name: '登记问题' }).click()
    await page.getByText('已登记「收银台堆物」').waitFor()
    await expect.poll(async () => (await round()).figures).toMatchObject({ good: 1, problem: 1, problems: 1 })
    const second = (await round()).shots.flatMap(shot => shot.picture ?? [])[1]
    expect(second).toMatchObject({ id: taken[1], mark: 'problem', isAnnotated: true })
    const raised = await ask<{ records: { itemName: string; dueAt: string | null }[] }>(
      page,
      `/api/problems?pictureId=${taken[1]}`,
    )
    expect(raised.records).toMatchObject([{ itemName: '收银台堆物', dueAt: expect.any(String) }])

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '打包下载' }).click(),
    ])
    const names = namesOf(await readFile(await download.path()))
    expect(names).toHaveLength(taken.length)
    expect(new Set(names).size).toBe(taken.length)
    for (const name of names) expect(name).toMatch(/^.+店_\d\d .*收银.*_\d{8}-\d{6}(_\d+)?\.jpg$/)

    await page.getByRole('button', { name: '完成', exact: true }).click()
    if (taken.length > 2) await page.locator('.ant-popconfirm').getByRole('button', { name: '完成' }).click()
    await page.getByText('已完成本次抓拍巡店').waitFor()
    expect((await round()).state).toBe('done')
    expect(faults).toEqual([])
  }, 150_000)
})
