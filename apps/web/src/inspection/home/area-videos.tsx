import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useName, useText } from '../../lib/i18n.ts'
import { sharedQueries } from '../../lib/queries.ts'
import { isShopIn } from '../../shell/scope.ts'
import { RecordPanel } from '../records/record-panel.tsx'
import { type Figures, type Links, paths } from '../records/use-figures.ts'
import { homeQueries } from './queries.ts'
import { Pager, VideoCard, videosAPage } from './shop-videos.tsx'
import { words } from './text.ts'

/** The first camera of each shop of the area, four shops a page, those with the lowest scores first. */
export function AreaVideos({ figures, links }: { figures: Figures; links: Links }) {
  const t = useText()
  const name = useName()
  const [page, turn] = useState(0)
  const { scope } = figures
  const shops = useQuery(sharedQueries.allShops())
  const scores = useQuery({ ...homeQueries.scores(figures.query), enabled: figures.isKnown })
  const scoreOf = new Map(scores.data?.map(one => [one.shopid, one.score]))
  const inArea = (shops.data ?? [])
    .filter(shop => scope.kind !== 'area' || isShopIn(shop, scope.level, scope.id))
    .toSorted((a, b) => (scoreOf.get(a.shopid) ?? 101) - (scoreOf.get(b.shopid) ?? 101))
  const pages = Math.max(1, Math.ceil(inArea.length / videosAPage))
  const at = Math.min(page, pages - 1)
  const shown = inArea.slice(at * videosAPage, (at + 1) * videosAPage)
  const ids = shown.map(shop => shop.shopid).join(',')
  const cameras = useQuery({
    ...sharedQueries.cameras(ids),
    enabled: ids !== '' && scores.data !== undefined,
  })
  return (
    <RecordPanel
      id="p8"
      title={t(words.videos)}
      hint={shops.data && t(words.areaVideosHint, { n: inArea.length })}
      query={cameras}
      isEmpty={data => data.length === 0}
      height={200}
      actions={<Pager at={at} pages={pages} turn={turn} />}
    >
      {data => (
        <ul className="home-videos home-videos-row">
          {shown.flatMap(shop => {
            const own = data.filter(camera => camera.shopId === shop.shopid)
            const camera = own.find(one => one.status === 'online') ?? own[0]
            return camera
              ? [
                  <li key={shop.shopid}>
                    <VideoCard
                      camera={camera}
                      timeZone="Asia/Shanghai"
                      title={name(shop.shopname, shop.shopnameEn)}
                      href={links(paths.shopHome, { kind: 'shop', shopId: shop.shopid })}
                    />
                  </li>,
                ]
              : []
          })}
        </ul>
      )}
    </RecordPanel>
  )
}
