import type { Camera, Shop } from '@aisle/contract'
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { ChartLine, Clock, type LucideIcon, Pin, Store, Video } from 'lucide-react'
import { useMemo } from 'react'
import type { NavigateFunction } from 'react-router'
import { analysisQueries, type MetricEntry } from '../lib/figures/use-question.ts'
import { useName, useText } from '../lib/i18n.ts'
import { useMatcher } from '../lib/matcher.ts'
import { usePageWishes } from '../lib/page-wishes.ts'
import { sharedQueries } from '../lib/queries.ts'
import { recentPlaces } from '../lib/recent.ts'
import { useSession } from '../lib/session.ts'
import { useStore } from '../lib/store.ts'
import { foundPages, type Page, pagesNamed, pathOf, shopPathOf, useRegistry } from './registry.ts'
import { addressWith, type Scope, useScope } from './scope.ts'

/** One line of the search palette. */
export type Finding = {
  key: string
  heading: string
  label: string
  hint: string
  Icon: LucideIcon
  choose(navigate: NavigateFunction): void
}

/** Cameras are searched in all shops up to this many, beyond that in the shop of the page and the shops found. */
const shopsWithCameras = 60
/** Cameras come for a few shops at a time, so that the first are there soon. */
const shopsAtOnce = 6
const most = { shops: 8, pages: 6, metrics: 5, cameras: 8, recent: 6 }

/** What answers the typed words among shops, pages, metrics and cameras; with nothing typed, recent places and pages. */
export function useFindings(typed: string): { findings: Finding[]; isLoading: boolean } {
  const t = useText()
  const name = useName()
  const matches = useMatcher()
  const { pages, groups } = useRegistry()
  const { user, can } = useSession()
  const { scope, shopId } = useScope()
  const places = useStore(recentPlaces)
  const shops = useQuery(sharedQueries.allShops())
  const monitorPath = pathOf(pages, 'monitor', user)
  const { pinned } = usePageWishes()
  const words = typed.trim()
  // A metric leads to its figures, for who may not ask for them to what it means.
  const askPath = pathOf(pages, 'freeInquiry', user)
  const meaningPath = pathOf(pages, 'x_2knowledgeBase', user)
  const dictionary = useQuery({
    ...analysisQueries.dictionary(),
    enabled: words !== '' && (askPath ?? meaningPath) !== undefined,
  })
  const metrics = dictionary.data?.metrics

  const foundShops = useMemo(
    () =>
      words === ''
        ? []
        : (shops.data ?? []).filter(
            shop =>
              matches(shop.shopname, words) || matches(shop.shopnameEn, words) || matches(shop.code, words),
          ),
    [shops.data, words, matches],
  )
  const cameraShops = cameraShopIds(shops.data ?? [], foundShops, shopId)
  const mayWatch = monitorPath !== undefined && can('inspect.view', 'device.view')
  const cameras = useQueries({
    queries: mayWatch
      ? chunks(cameraShops, shopsAtOnce).map(ids => ({
          ...sharedQueries.cameras(ids.join(',')),
          staleTime: 300_000,
        }))
      : [],
    combine: together,
  })

  const findings = useMemo(() => {
    const headings = {
      shops: t({ zh: '门店', en: 'Shops' }),
      pages: t({ zh: '页面', en: 'Pages' }),
      metrics: t({ zh: '指标', en: 'Metrics' }),
      cameras: t({ zh: '摄像头', en: 'Cameras' }),
      recent: t({ zh: '最近访问', en: 'Recent' }),
      pinned: t({ zh: '已固定', en: 'Pinned' }),
    }
    const byId = new Map((shops.data ?? []).map(shop => [shop.shopid, shop]))
    const ofShop = (shop: Shop): Finding => ({
      key: `shop ${shop.shopid}`,
      heading: headings.shops,
      label: name(shop.shopname, shop.shopnameEn),
      hint: name(shop.areaPath, shop.areaPathEn),
      Icon: Store,
      choose: navigate => {
        const path = shopPathOf(pages, user) ?? location.pathname
        navigate(addressWith(path, { kind: 'shop', shopId: shop.shopid }))
      },
    })
    const ofPage = (page: Page): Finding => ({
      key: `page ${page.id}`,
      heading: headings.pages,
      label: t(page.title),
      hint: t(groups[page.group].title),
      Icon: page.icon ?? Store,
      choose: navigate => navigate(addressWith(page.path, scope)),
    })
    const ofMetric = ({ id, label, formula, allowed }: MetricEntry): Finding => ({
      key: `metric ${id}`,
      heading: headings.metrics,
      label: t(label),
      hint: t(formula),
      Icon: ChartLine,
      choose: navigate => {
        const asked = {
          version: 1,
          metrics: [id],
          filters: placeOf(scope),
          period: { preset: 'last30Days' },
          granularity: 'day',
        }
        if (askPath !== undefined && allowed)
          return navigate(
            withQuery(addressWith(askPath, scope), new URLSearchParams({ q: JSON.stringify(asked) })),
          )
        if (meaningPath !== undefined)
          return navigate(withQuery(meaningPath, new URLSearchParams({ article: `figure:${id}` })))
      },
    })
    const ofCamera = (camera: Camera, path: string): Finding => ({
      key: `camera ${camera.id}`,
      heading: headings.cameras,
      label: `${camera.number} ${name(camera.name, camera.nameEn)}`,
      hint: name(camera.shopname, camera.shopnameEn),
      Icon: Video,
      choose: navigate =>
        navigate(
          `${addressWith(path, { kind: 'shop', shopId: camera.shopId })}&camera=${encodeURIComponent(camera.id)}`,
        ),
    })
    const allowed = foundPages(pages, user)
    if (words === '') {
      const recent = places.slice(0, most.recent).flatMap((place): Finding[] => {
        const page = allowed.find(candidate => candidate.id === place.pageId)
        const shop = place.shopId ? byId.get(place.shopId) : undefined
        if (!page) return []
        const label = shop ? name(shop.shopname, shop.shopnameEn) : t(page.title)
        const hint = shop ? t(page.title) : ''
        const choose = (navigate: NavigateFunction) => void navigate(place.address)
        return [
          { key: `recent ${place.address}`, heading: headings.recent, label, hint, Icon: Clock, choose },
        ]
      })
      const kept = pagesNamed(pages, user, pinned).map(page => ({
        ...ofPage(page),
        key: `pinned ${page.id}`,
        heading: headings.pinned,
        Icon: Pin,
      }))
      return [...kept, ...recent, ...allowed.slice(0, 12).map(ofPage)]
    }
    const namedPages = allowed.filter(page => matches(page.title.zh, words) || matches(page.title.en, words))
    const namedMetrics = (metrics ?? []).filter(
      ({ label, allowed }) =>
        (matches(label.zh, words) || matches(label.en, words)) &&
        (meaningPath !== undefined || (allowed && askPath !== undefined)),
    )
    const foundCameras = monitorPath
      ? cameras.data
          .filter(camera => matches(camera.name, words) || matches(camera.nameEn, words))
          .map(camera => ofCamera(camera, monitorPath))
      : []
    return [
      ...foundShops.slice(0, most.shops).map(ofShop),
      ...namedPages.slice(0, most.pages).map(ofPage),
      ...namedMetrics.slice(0, most.metrics).map(ofMetric),
      ...foundCameras.slice(0, most.cameras),
    ]
  }, [
    t,
    name,
    matches,
    words,
    shops.data,
    foundShops,
    cameras.data,
    pages,
    groups,
    user,
    places,
    scope,
    monitorPath,
    pinned,
    metrics,
    askPath,
    meaningPath,
  ])
  return { findings, isLoading: shops.isPending || cameras.isLoading }
}

/** A place as questions name it. */
const placeOf = (scope: Scope) =>
  scope.kind === 'shop'
    ? [{ member: 'shop', op: 'in', values: [scope.shopId] }]
    : scope.kind === 'area'
      ? [{ member: 'area', op: 'in', values: [scope.id] }]
      : []

const withQuery = (address: string, query: URLSearchParams) =>
  `${address}${address.includes('?') ? '&' : '?'}${query}`

function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  )
}

/** Cameras as far as they came: a slow platform holds back its own shops only. */
function together(results: readonly UseQueryResult<Camera[]>[]) {
  return {
    data: results.flatMap(result => result.data ?? []),
    isLoading: results.some(result => result.isLoading),
  }
}

function cameraShopIds(all: readonly Shop[], found: readonly Shop[], current: string | undefined): string[] {
  if (all.length <= shopsWithCameras) return all.map(shop => shop.shopid)
  const some = found.slice(0, 5).map(shop => shop.shopid)
  return [...new Set(current ? [current, ...some] : some)]
}
