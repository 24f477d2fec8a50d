import type { Camera, ShopDetail, Text } from '@aisle/contract'
import type { ReactNode } from 'react'
import { useText } from '../../lib/i18n.ts'
import { PageTabs } from '../../shell/page-tabs.tsx'
import { panelAttributes } from '../../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { useShopCameras } from '../use-shop-cameras.ts'
import { monitorText as words } from './text.ts'
import './monitor.css'

export type Cameras = readonly [Camera, ...Camera[]]

type Props = {
  shopId: string
  title: Text
  children: (shop: ShopDetail, cameras: Cameras) => ReactNode
}

/** The tabs of all monitoring pages, and below them one shop with its cameras; until it is there, why not. */
export function ShopGate(props: Props) {
  const t = useText()
  return (
    <div className="monitor-page">
      <h1 className="visually-hidden">{t(props.title)}</h1>
      <PageTabs />
      <Content {...props} />
    </div>
  )
}

function Content({ shopId, title, children }: Props) {
  const t = useText()
  const { shop, cameras, error, retry } = useShopCameras(shopId, title)
  if (error) {
    return (
      <div className="monitor-state" {...panelAttributes('monitor', 'error')}>
        <ErrorState error={error} onRetry={retry} />
      </div>
    )
  }
  if (!shop || !cameras) {
    return (
      <div className="monitor" {...panelAttributes('monitor', 'loading')}>
        <Loading>
          <Bone height="56vh" />
        </Loading>
      </div>
    )
  }
  const [first, ...rest] = cameras
  if (!first) {
    return (
      <div className="monitor-state" {...panelAttributes('monitor', 'empty')}>
        <EmptyState text={t(words.noCameras)} />
      </div>
    )
  }
  return children(shop, [first, ...rest])
}
