import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../lib/api.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { pathOf, useRegistry } from '../../shell/registry.ts'
import { addressWith } from '../../shell/scope.ts'
import { panelAttributes } from '../../ui/panel.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { platformText as words } from './text.ts'
import './platform.css'

const shopsOfPlatform = (ys: number) =>
  queryOptions({
    queryKey: ['platformShops', ys],
    queryFn: ({ signal }) => api.cameras.shopsOfPlatform({ query: { ys }, signal }),
  })

/** A shop without cameras of a platform: where there are some, and where its own cameras are shown. */
export function NoPlatform({ ys, shopId, path }: { ys: number; shopId: string; path: string }) {
  const t = useText()
  const name = useName()
  const { pages } = useRegistry()
  const { user } = useSession()
  const shops = useQuery(shopsOfPlatform(ys))
  const monitor = pathOf(pages, 'monitor', user)
  const to = (address: string, id: string) => addressWith(address, { kind: 'shop', shopId: id })
  return (
    <div className="monitor-state" {...panelAttributes('p1', 'missing-device')}>
      <div className="no-platform">
        <EmptyState
          text={t(words.none)}
          action={monitor && <Link to={to(monitor, shopId)}>{t(words.allKinds)}</Link>}
        />
        {shops.isError && <ErrorState error={shops.error} onRetry={() => void shops.refetch()} />}
        {shops.data?.length === 0 && <p className="tool-hint">{t(words.noneAnywhere)}</p>}
        {shops.data && shops.data.length > 0 && (
          <section>
            <h2>{t(words.others)}</h2>
            <ul>
              {shops.data.map(shop => (
                <li key={shop.shopId}>
                  <Link to={to(path, shop.shopId)}>{name(shop.shopname, shop.shopnameEn)}</Link>{' '}
                  <span className="tool-hint">
                    {t(words.cameras, { online: shop.onlineCount, all: shop.cameraCount })}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </div>
  )
}
