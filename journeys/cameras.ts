import type { Page } from 'playwright-core'
import { ask, ownProduct } from './browser.ts'

export type JourneyCamera = {
  id: string
  number: string
  name: string
  provider: string
  status: string
  shopId: string
}

/** The flagship: its twelve cameras are of all four platforms. */
export async function flagship(page: Page): Promise<{ shopId: string; cameras: JourneyCamera[] }> {
  const { records } = await ask<{ records: { shopid: string }[] }>(
    page,
    '/api/monitor/checkShop/getCheckShopList?searchKey=SH0127',
  )
  const shopId = records[0]?.shopid ?? ''
  return { shopId, cameras: await ask<JourneyCamera[]>(page, `/api/cameras?shopId=${shopId}`) }
}

/** The pane of a camera once it is live. */
export async function livePane(page: Page, cameraId: string) {
  const pane = page.locator(`[data-panel="live-${cameraId}"][data-state=live]`)
  await pane.waitFor({ timeout: 40_000 })
  return pane
}

/** What the picture of a pane shows: the clock in its bar code, and the picture itself, small and grey. */
export async function look(
  page: Page,
  cameraId: string,
): Promise<{ clock: number | undefined; grey: number[] }> {
  return page.evaluate(id => {
    const video = document.querySelector<HTMLVideoElement>(`[data-panel="live-${id}"] video`)
    if (!video || video.readyState < 2) return { clock: undefined, grey: [] }
    const shot = (width: number, height: number) => {
      const canvas = new OffscreenCanvas(width, height)
      const paint = canvas.getContext('2d', { willReadFrequently: true })
      paint?.drawImage(video, 0, 0, width, height)
      return paint?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray()
    }
    const clock = window.readBarCode({ data: shot(640, 360), width: 640, height: 360, channels: 4 })
    const small = shot(64, 36)
    const grey: number[] = []
    // The bottom carries the clock: what is above it is the scene.
    for (let y = 0; y < 30; y++)
      for (let x = 0; x < 64; x++) {
        const at = (y * 64 + x) * 4
        grey.push(((small[at] ?? 0) + (small[at + 1] ?? 0) + (small[at + 2] ?? 0)) / 3)
      }
    return { clock, grey }
  }, cameraId)
}

/** Mean difference of two looks, in levels of 0 to 255. */
export function difference(a: { grey: number[] }, b: { grey: number[] }): number {
  return a.grey.reduce((sum, level, at) => sum + Math.abs(level - (b.grey[at] ?? 0)), 0) / a.grey.length
}

type State = {
  moves: { camera: string }[]
  positions: Record<string, { x: number; y: number; zoom: number }>
}

/** What the simulated platforms are doing. */
export async function platformState(): Promise<State> {
  return (await fetch(`${ownProduct().control}/control/state`)).json() as Promise<State>
}

/** Switches faults of a simulated camera on or off. */
export async function setFaults(simulatedId: string, faults: Record<string, unknown>): Promise<void> {
  const answer = await fetch(`${ownProduct().control}/control/cameras/${encodeURIComponent(simulatedId)}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ faults }),
  })
  if (!answer.ok) throw new Error(`the simulator refused: ${answer.status} ${await answer.text()}`)
}
