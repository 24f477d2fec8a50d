import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { ask, signIn, useBrowser } from './browser.ts'
import { flagship } from './cameras.ts'

const browser = useBrowser()
type Found = { total: number; records: { id: string; fileAddr: string; isAnnotated: boolean }[] }

describe('pictures', () => {
  it('are found again, drawn upon without changing them, compared and packed', async () => {
    const { page, faults } = await browser.open({ locale: 'zh-CN' })
    await signIn(page, 'inspector')
    const { shopId, cameras } = await flagship(page)
    const camera = cameras.find(each => each.status === 'online')
    const taken: string[] = []
    for (let count = 0; count < 2; count++)
      taken.push((await ask<{ id: string }>(page, `/api/cameras/${camera?.id}/snapshot`, {})).id)

    await page.goto(`/x_2_SnapPlan/x_2_SnapPicList?shop=${shopId}&camera=${camera?.id}&period=today`)
    const wall = page.locator('[data-panel=p1][data-state=ready]')
    await wall.locator('.snap-tile').nth(1).waitFor()
    await wall.locator('.snap-tile a').first().focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await wall.getByText('已选 2 张').waitFor()
    await wall.getByRole('button', { name: '对比', exact: true }).click()
    await page.getByRole('slider', { name: '对比分界' }).waitFor()
    await page.keyboard.press('Escape')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      wall.getByRole('button', { name: '打包下载' }).click(),
    ])
    const bytes = await readFile(await download.path())
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
    expect(bytes.readUInt16LE(bytes.length - 12)).toBe(2)

    const before = await page.evaluate(
      async id => (await (await fetch(`/api/pictures/${id}/content`)).blob()).size,
      taken[0] ?? '',
    )
    await page.goto(`/x_2_SnapPlan/x_2_SnapPicDetail?shop=${shopId}&picture=${taken[0]}`)
    await page.getByRole('button', { name: '标注' }).click()
    const stage = page.getByRole('application')
    const box = await stage.boundingBox()
    if (!box) throw new Error('nothing to draw on')
    await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.3)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.6, { steps: 4 })
    await page.mouse.up()
    await page.getByLabel('说明，回车确认').fill('积灰')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: '保存标注' }).click()
    await page.getByText('标注已保存，原图保留').waitFor()
    const found = await ask<Found>(page, `/api/pictures?cameraId=${camera?.id}&pageSize=50`)
    expect(found.records.find(each => each.id === taken[0])?.isAnnotated).toBe(true)
    const after = await page.evaluate(
      async id => (await (await fetch(`/api/pictures/${id}/content`)).blob()).size,
      taken[0] ?? '',
    )
    expect(after).toBe(before)
    const drawn = await page.evaluate(
      async id => (await fetch(`/api/pictures/${id}/annotated`)).headers.get('content-type'),
      taken[0] ?? '',
    )
    expect(drawn).toBe('image/jpeg')

    // What it shows is judged, and leads to a problem.
    await page.locator('[data-panel=p3]').getByText('有问题').click()
    await expect
      .poll(async () =>
        (await ask<Found>(page, `/api/pictures?cameraId=${camera?.id}&mark=problem`)).records.map(
          each => each.id,
        ),
      )
      .toContain(taken[0])
    expect(faults).toEqual([])
  })
})
