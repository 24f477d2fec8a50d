import { mostShots, type WholeBatch } from '@aisle/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Button, Input, Segmented, Select, Tree } from 'antd'
import { Aperture } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useName, useText } from '../../../lib/i18n.ts'
import { sharedQueries } from '../../../lib/queries.ts'
import { useSession } from '../../../lib/session.ts'
import { useWritten } from '../../../lib/written.ts'
import { oneOf, useAddressFilter, words as wordsFilter } from '../../../shell/filters.ts'
import { isShopIn, useScope } from '../../../shell/scope.ts'
import { Tag } from '../../../ui/bits.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { planQueries } from '../../plans/queries.ts'
import { type Branch, branches, takenOf, type Way } from './targets.ts'
import { words } from './text.ts'

const ways: readonly Way[] = ['now', 'presets']

/** Which pictures are wanted now: shops, cameras of them, presets of those. */
export function CaptureForm({ onBegun }: { onBegun: (batch: WholeBatch) => void }) {
  const t = useText()
  const name = useName()
  const id = useId()
  const { can } = useSession()
  const { shops, shopIds, inScope, setShops } = useChosenShops()
  const [way, setWay] = useAddressFilter('way', oneOf(ways, 'now'))
  const [cameraWords, setCameraWords] = useAddressFilter('cameraName', wordsFilter)
  const [presetWords, setPresetWords] = useAddressFilter('presetName', wordsFilter)
  const [choices, choose] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [isSending, sending] = useState(false)
  const [clientKey, renew] = useState(() => crypto.randomUUID())
  const source = useTree(shopIds, { way, cameraWords, presetWords })
  const taken = takenOf(source.tree, choices)
  const shopCount = new Set(taken.map(target => target.shopId)).size

  async function begin() {
    sending(true)
    try {
      const targets = taken.map(({ cameraId, presetId }) => ({
        cameraId,
        ...(presetId === undefined ? {} : { presetId }),
      }))
      onBegun(await api.snapshots.create({ body: { targets, clientKey } }))
      renew(crypto.randomUUID())
    } catch (error) {
      toast.error(error)
    } finally {
      sending(false)
    }
  }
  const shopName = (shopId: string) => {
    const shop = shops.find(each => each.shopid === shopId)
    return shop ? name(shop.shopname, shop.shopnameEn) : shopId
  }

  return (
    <Panel id="p1" state="ready" title={t(words.capture)} className="span-8">
      <div className="panel-body shoot-form">
        <label htmlFor={`${id}shops`}>{t(words.shops)}</label>
        <div className="shoot-row">
          <Select
            id={`${id}shops`}
            mode="multiple"
            className="shoot-shops"
            maxTagCount="responsive"
            placeholder={t(words.chooseShops)}
            value={shopIds}
            showSearch={{ optionFilterProp: 'label' }}
            options={shops.map(shop => ({ value: shop.shopid, label: name(shop.shopname, shop.shopnameEn) }))}
            onChange={setShops}
          />
          {inScope.length > 0 && (
            <Button onClick={() => setShops(inScope)}>{t(words.allInScope, { n: inScope.length })}</Button>
          )}
        </div>
        <span>{t(words.what)}</span>
        <div className="shoot-row">
          <Segmented<Way>
            value={way}
            options={[
              { value: 'now', label: t(words.asItStands) },
              { value: 'presets', label: t(words.presets) },
            ]}
            onChange={setWay}
          />
          <Input
            allowClear
            className="shoot-words"
            value={cameraWords}
            aria-label={t(words.cameraWords)}
            placeholder={t(words.cameraWords)}
            onChange={event => setCameraWords(event.target.value)}
          />
          {way === 'presets' && (
            <Input
              allowClear
              className="shoot-words"
              value={presetWords}
              aria-label={t(words.presetWords)}
              placeholder={t(words.presetWords)}
              onChange={event => setPresetWords(event.target.value)}
            />
          )}
        </div>
        <span>{t(words.tree)}</span>
        <div className="shoot-tree">
          {shopIds.length === 0 ? (
            <EmptyState text={t(words.chooseFirst)} />
          ) : source.error ? (
            <ErrorState error={source.error} onRetry={source.again} />
          ) : source.isPending ? (
            <Loading>
              <Bone height={240} />
            </Loading>
          ) : source.tree.length === 0 ? (
            <EmptyState text={t(words.noneMatch)} />
          ) : (
            <TargetTree
              tree={source.tree}
              shopName={shopName}
              taken={new Set(taken.map(target => target.key))}
              choose={choose}
            />
          )}
        </div>
        <div className="shoot-row">
          <span role="status">{t(words.chosen, { n: taken.length, shops: shopCount })}</span>
          {taken.length > mostShots && (
            <span className="shoot-fault">{t(words.tooMany, { n: mostShots })}</span>
          )}
          {can('inspect.operate') && (
            <Button
              type="primary"
              className="shoot-begin"
              icon={<Aperture size={14} />}
              loading={isSending}
              disabled={taken.length === 0 || taken.length > mostShots}
              onClick={() => void begin()}
            >
              {t(words.capture)}
            </Button>
          )}
        </div>
      </div>
    </Panel>
  )
}

/** Shops stand in the address; a shop in scope is chosen by itself. */
function useChosenShops() {
  const { scope, shopId } = useScope()
  const all = useQuery(sharedQueries.allShops())
  const [written, write] = useAddressFilter('shops', wordsFilter)
  const shops = useMemo(
    () => (all.data ?? []).filter(shop => scope.kind !== 'area' || isShopIn(shop, scope.level, scope.id)),
    [all.data, scope],
  )
  const shopIds =
    written === '' ? (shopId === undefined ? [] : [shopId]) : written.split(',').filter(each => each !== '')
  return {
    shops,
    shopIds,
    inScope: shops.map(shop => shop.shopid),
    setShops: (ids: readonly string[]) => write(ids.join(',')),
  }
}

function useTree(shopIds: readonly string[], wanted: Parameters<typeof branches>[2]) {
  const cameras = useQuery({
    ...sharedQueries.cameras([...shopIds].sort().join(',')),
    enabled: shopIds.length > 0,
  })
  const videos = useQueries({
    queries: shopIds.map(shopId => ({ ...planQueries.videos(shopId), enabled: wanted.way === 'presets' })),
  })
  const presets = new Map(
    videos.flatMap(({ data }) => (data?.records ?? []).map(video => [video.onlyId, video.presets] as const)),
  )
  const failed = [cameras, ...videos].find(query => query.isError)
  return {
    tree: branches(cameras.data ?? [], cameraId => presets.get(cameraId) ?? [], wanted),
    isPending: cameras.isPending || (wanted.way === 'presets' && videos.some(video => video.isPending)),
    error: failed?.error,
    again: () => void failed?.refetch(),
  }
}

function TargetTree({
  tree,
  shopName,
  taken,
  choose,
}: {
  tree: readonly Branch[]
  shopName: (shopId: string) => string
  taken: ReadonlySet<string>
  choose: (choices: ReadonlyMap<string, boolean>) => void
}) {
  const t = useText()
  const written = useWritten()
  const name = useName()
  const label = ({ camera }: Branch) => (
    <>
      {camera.number} {name(camera.name, camera.nameEn)}{' '}
      {camera.status === 'offline' && <Tag>{t(words.offline)}</Tag>}
    </>
  )
  const nodes = [...Map.groupBy(tree, branch => branch.camera.shopId)].map(([shopId, ofShop]) => ({
    key: `shop ${shopId}`,
    title: shopName(shopId),
    children: ofShop.map(branch => {
      const [only] = branch.targets
      return only && !only.preset
        ? { key: only.key, title: label(branch) }
        : {
            key: `camera ${branch.camera.id}`,
            title: label(branch),
            children: branch.targets.map(target => ({
              key: target.key,
              title: `${target.preset?.presetIndex ?? ''} ${written(target.preset?.presetName ?? '')}`,
            })),
          }
    }),
  }))
  return (
    <Tree
      checkable
      selectable={false}
      height={300}
      defaultExpandedKeys={nodes.length > 3 ? [] : nodes.map(node => node.key)}
      treeData={nodes}
      checkedKeys={[...taken]}
      onCheck={checked => {
        const keys = new Set((Array.isArray(checked) ? checked : checked.checked).map(String))
        choose(
          new Map(tree.flatMap(({ targets }) => targets.map(({ key }) => [key, keys.has(key)] as const))),
        )
      }}
    />
  )
}
