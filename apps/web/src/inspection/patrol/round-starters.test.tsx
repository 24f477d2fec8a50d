import type { PatrolRound } from '@aisle/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { chinese, setLanguage } from '../../lib/i18n.ts'
import { startSession } from '../../lib/session.ts'
import { fakeApi } from '../../test/fake-api.ts'
import { inspector, jingan, tianhe } from '../../test/fixtures.ts'
import { anywhere, renderInConsole } from '../../test/in-console.tsx'
import { page, registryOf } from '../../test/registry.tsx'
import { RoundStarters } from './round-starters.tsx'
import type { Round } from './use-round.ts'

const registry = registryOf([page('patrol', { path: '/patrolManage/patrolRealTime' })], 'patrol')
const stop = (shopId: string) => ({
  shopId,
  shopname: shopId,
  shopnameEn: '',
  timeZone: 'Asia/Shanghai',
  areaPath: '',
  areaPathEn: '',
  cameraCount: 1,
  onlineCount: 1,
  state: 'done' as const,
  at: '2026-11-19T03:00:00Z',
})
const yesterday: PatrolRound = {
  id: '1',
  day: '2026-11-19',
  source: { kind: 'area', name: '华东' },
  stops: [stop(jingan.shopid), stop(tianhe.shopid)],
  createdAt: '2026-11-19T01:00:00Z',
}

function open({ last = yesterday as PatrolRound | null, favourites = [] as object[] } = {}) {
  fakeApi({
    'checkShop.getShopCollectsByUserId': () => favourites,
    'patrol.lastRound': () => last,
    'plans.patrols': () => [],
  })
  const begin = vi.fn(async () => yesterday)
  const onOther = vi.fn()
  const round = { day: '2026-11-20', begin } as unknown as Round
  renderInConsole(
    anywhere(<RoundStarters round={round} onOther={onOther} />),
    registry,
    '/patrolManage/patrolRealTime',
  )
  return { begin, onOther }
}
beforeEach(() => {
  setLanguage(chinese)
  startSession('token', inspector)
})

describe('a day without a round', () => {
  it('begins with the shops of the last round by one click', async () => {
    const { begin } = open()
    fireEvent.click(await screen.findByRole('button', { name: /沿用 2026-11-19 周四 的路线/ }))
    await waitFor(() =>
      expect(begin).toHaveBeenCalledWith({
        source: yesterday.source,
        shopIds: [jingan.shopid, tianhe.shopid],
      }),
    )
    // Nothing is favoured: nothing is offered to begin with.
    expect(screen.queryByRole('button', { name: /收藏门店/ })).toBeNull()
  })

  it('asks for shops where there is nothing to begin with', async () => {
    const { onOther } = open({ last: null })
    fireEvent.click(await screen.findByRole('button', { name: '开始巡店' }))
    expect(onOther).toHaveBeenCalled()
  })
})
