import { expect, it } from 'vitest'
import { ask, ownProduct, signIn, useBrowser } from './browser.ts'
import { flagship, setFaults } from './cameras.ts'

const browser = useBrowser()

type Found = { records: { id: string; algorithm: string; cameraId: string; foundAt: string }[] }
type Videos = { records: { onlyId: string; devicecode: string; serialnumber: string; channelno: string }[] }

/** `HH:MM` in the shop at the next full minute that leaves time to ask for it. */
function soon(): string {
  const at = Date.now() + 8 * 3_600_000 + 3000
  return new Date(Math.ceil(at / 60_000) * 60_000).toISOString().slice(11, 16)
}

async function send<T>(token: string, method: string, path: string, body: object): Promise<T> {
  const answer = await fetch(`${ownProduct().url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', accessToken: token },
    body: JSON.stringify(body),
  })
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: T }
  expect(code, `${path}: ${msg}`).toBe(200)
  return data
}

it('a camera that somebody covered is found on its planned picture, confirmed, and becomes a problem', async () => {
  const { page, faults } = await browser.open()
  await signIn(page, 'inspector')
  const token = (await page.evaluate(() => localStorage.getItem('accessToken'))) ?? ''
  const { shopId, cameras } = await flagship(page)
  const camera = cameras.findLast(({ status, provider }) => status === 'online' && provider === 'huawei')
  if (!camera) throw new Error('no camera of the flagship is online')
  const presets = await ask<{ id: string }[]>(page, `/api/cameras/${camera.id}/presets`)
  const presetId = presets[0]?.id
  const { records } = await ask<Videos>(
    page,
    `/api/monitor/checkShop/getVideosByShop?shopid=${shopId}&pageSize=1000`,
  )
  const video = records.find(({ onlyId }) => onlyId === camera.id)
  const simulated = `${camera.provider}/${video?.devicecode || video?.serialnumber}/${video?.channelno}`

  // What the camera shows at this preset when all is well.
  await send(token, 'POST', `/api/cameras/${camera.id}/snapshot`, { presetId })
  await setFaults(simulated, { covered: true })
  const begun = Date.now()
  const { ids } = await send<{ ids: string[] }>(token, 'POST', '/api/plans', {
    targets: [{ cameraId: camera.id, presetId }],
    schedule: { times: [soon()], weekdays: [1, 2, 3, 4, 5, 6, 7] },
  })
  // Where the demo had a plan for it, that one rests during journeys.
  await send(token, 'POST', '/api/plans/resume', { ids })

  await page.goto(`/aiShop/video?shop=${shopId}`)
  let findingId: string | undefined
  await expect
    .poll(
      async () => {
        const { records } = await ask<Found>(page, `/api/findings?cameraId=${camera.id}&status=new`)
        const found = records.find(({ foundAt }) => Date.parse(foundAt) > begun)
        findingId = found?.id
        return found?.algorithm
      },
      { timeout: 100_000, interval: 1000 },
    )
    .toBe('covered')
  await setFaults(simulated, { covered: false })

  const row = page.locator(`[data-finding="${findingId}"]`)
  await row.waitFor()
  await row.click()
  await page.keyboard.press('y')
  await page.getByText('已确认「镜头遮挡」').waitFor()
  await row.waitFor({ state: 'detached' })

  await page.goto(`/aiShop/log?shop=${shopId}&status=confirmed&period=today&finding=${findingId}`)
  const evidence = page.locator('[data-panel=p2][data-state=ready]')
  await evidence.getByText('林晓彤').waitFor()
  await page.keyboard.press('p')
  await page.getByRole('dialog').getByRole('button', { name: '转为问题' }).click()
  await evidence.getByText('查看问题').click()
  await page.waitForURL(/homeProblems/)
  await page.locator('.problem-drawer').getByText('镜头遮挡').first().waitFor()

  const { records: raised } = await ask<{
    records: { itemName: string; source: { kind: string; id: string } }[]
  }>(page, `/api/problems?shopId=${shopId}&cameraId=${camera.id}`)
  expect(raised.filter(({ source }) => source.kind === 'finding' && source.id === findingId)).toMatchObject([
    { itemName: '镜头遮挡' },
  ])
  expect(faults).toEqual([])
})
