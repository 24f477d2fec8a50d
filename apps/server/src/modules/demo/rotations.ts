import type { ChainCamera, DemoShop } from './chain.ts'

type Pane = { cameraId: string; presetId: string | null }
type Group = { name: string; panes: Pane[] }

const favourites = ['静安寺店', '杭州湖滨店', '南京新街口店', '苏州观前街店']

/** The rotation plans of the demo: one shared by the duty desk, one that the inspector keeps for the evening. */
export function demoRotations(shops: readonly DemoShop[]) {
  const camerasOf = (name: string) => shops.find(shop => shop.name === name)?.cameras ?? []
  const group = (
    name: string,
    choose: (cameras: readonly ChainCamera[]) => readonly ChainCamera[],
  ): Group => ({
    name,
    panes: favourites.flatMap(shop => choose(camerasOf(shop)).map(paneOf)),
  })
  return [
    {
      id: '700111',
      name: '值班轮巡',
      groups: [
        group('入口', cameras => cameras.slice(0, 2)),
        group('收银与卖场', cameras => cameras.slice(2, 6)),
      ],
      panesPerTurn: 4 as const,
      seconds: 15,
      fromTime: null,
      toTime: null,
      isOn: true,
      isPublic: true,
    },
    {
      id: '700112',
      name: '打烊前巡视',
      groups: favourites
        .slice(0, 2)
        .map(shop => ({ name: shop, panes: camerasOf(shop).slice(0, 9).map(paneOf) })),
      panesPerTurn: 9 as const,
      seconds: 30,
      fromTime: '20:30',
      toTime: '22:30',
      isOn: true,
      isPublic: false,
    },
  ]
}

/** A camera that can turn shows its first preset. */
function paneOf(camera: ChainCamera): Pane {
  return { cameraId: camera.id, presetId: camera.presets[0]?.id ?? null }
}

/** Against the year's mean, January first. */
const seasons = [1.1, 1.2, 0.9, 0.95, 1.05, 1, 1, 1.02, 1.03, 1.15, 1.12, 1.2]

/** Visits and yuan of an ordinary month on a square metre. */
const visitsOn: Record<DemoShop['format'], number> = {
  flagship: 8,
  standard: 9,
  community: 13,
  outlet: 5.5,
  mall: 12,
}
const yuanOn = 234

/** Month targets of the shops in the year of `now`: bigger shops more, the end of the year more. Those of the favourites are high. */
export function demoTargets(shops: readonly DemoShop[], now: Date) {
  const year = now.getUTCFullYear()
  const hundreds = (value: number) => Math.round(value / 100) * 100
  return shops.flatMap(({ id, name, areaM2, format }) => {
    const visits = favourites.includes(name) ? 9 : visitsOn[format]
    return seasons.map((season, index) => ({
      shopId: id,
      month: `${year}-${String(index + 1).padStart(2, '0')}`,
      visits: hundreds(areaM2 * visits * season),
      sales: hundreds(areaM2 * yuanOn * season),
    }))
  })
}
