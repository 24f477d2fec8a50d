import type { ChainCamera, DemoShop } from './chain.ts'

type Pane = { cameraId: string; pinned: boolean; fit: 'cover' | 'contain' }

export const demoWall = { id: '700101', name: '华东重点门店', layout: '3x3', rotateSeconds: 30 } as const

/** First page, by shop and number; one of them stays while the others take turns. */
const firstPage: readonly (readonly [shop: string, number: string, pinned?: 'pinned'])[] = [
  ['静安寺店', '01'],
  ['静安寺店', '03', 'pinned'],
  ['徐家汇店', '02'],
  ['杭州湖滨店', '06'],
  ['杭州湖滨店', '07'],
  ['宁波天一店', '04'],
  ['南京新街口店', '05'],
  ['苏州观前街店', '01'],
  ['合肥之心城店', '03'],
]
/** Whose cameras fill the other pages, a few of each. */
const others: readonly (readonly [shop: string, cameras: number])[] = [
  ['无锡恒隆店', 2],
  ['静安寺店', 5],
  ['徐家汇店', 5],
  ['杭州湖滨店', 4],
  ['南京新街口店', 5],
  ['苏州观前街店', 4],
  ['宁波天一店', 4],
  ['合肥之心城店', 4],
]

/** The public wall of the demo: 42 cameras of eight shops. */
export function wallPanes(shops: readonly DemoShop[]): Pane[] {
  const camerasOf = (name: string) => shops.find(shop => shop.name === name)?.cameras ?? []
  const first = firstPage.flatMap(([shop, number, pinned]) =>
    camerasOf(shop)
      .filter(camera => camera.number === number)
      .map(camera => pane(camera, pinned !== undefined)),
  )
  const shown = new Set(first.map(({ cameraId }) => cameraId))
  const rest = others.flatMap(([shop, count]) =>
    camerasOf(shop)
      .filter(camera => !shown.has(camera.id))
      .slice(0, count)
      .map(camera => pane(camera, false)),
  )
  return [...first, ...rest]
}

function pane(camera: ChainCamera, pinned: boolean): Pane {
  return { cameraId: camera.id, pinned, fit: 'cover' }
}
