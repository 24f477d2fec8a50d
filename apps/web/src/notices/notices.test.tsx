import type { Notice } from '@aisle/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { chinese, english, setLanguage } from '../lib/i18n.ts'
import { startSession } from '../lib/session.ts'
import { followConsole } from '../lib/stream/console-stream.ts'
import { fakeApi, problem, type Reply } from '../test/fake-api.ts'
import { inspector } from '../test/fixtures.ts'
import { anywhere, renderInConsole } from '../test/in-console.tsx'
import { page, registryOf } from '../test/registry.tsx'
import { ToastPlace } from '../ui/toast.tsx'
import { NoticeBell } from './notice-bell.tsx'
import { NoticePage } from './notice-page.tsx'

const due: Notice = {
  id: '11',
  userId: '7',
  kind: 'problem.due',
  title: { zh: '问题即将到期：通道堆物', en: 'A problem is due soon: Blocked aisle' },
  body: { zh: '静安寺店', en: 'Jing’an Temple\nBoxes' },
  link: '/homePage/homeProblems?problemId=5',
  shopId: '9001',
  status: 1,
  createdAt: '2026-11-20T01:42:00.000Z',
  handledAt: null,
}
const old: Notice = {
  ...due,
  id: '12',
  title: { zh: '问题已关闭：灯未开', en: 'Problem closed: Lights off' },
  link: '/nowhere',
  status: 2,
  handledAt: '2026-11-19T01:42:00.000Z',
}
const registry = registryOf([
  page('notice', { path: '/notice', authority: [] }),
  page('problems', { path: '/homePage/homeProblems', authority: [] }),
])

/** A server that remembers what was handled. */
function notices(more: Record<string, Reply> = {}) {
  const kept = [structuredClone(due), structuredClone(old)]
  const page: Reply = ({ query }) => {
    const records = kept.filter(
      ({ status, title }) =>
        (!query.get('status') || String(status) === query.get('status')) &&
        title.en.toLowerCase().includes((query.get('keyword') ?? '').toLowerCase()),
    )
    return { current: 1, size: 20, total: records.length, records }
  }
  return fakeApi({
    'notices.list': page,
    'notices.count': () => {
      const unhandled = kept.filter(({ status }) => status === 1).length
      return { unhandled, handled: kept.length - unhandled, total: kept.length, byKind: [] }
    },
    'notices.updateStatus': ({ params, body }) => {
      const one = kept.find(({ id }) => id === params.id)
      if (!one) return problem(404, 404, 'no such notice')
      one.status = (body as { status: number }).status
      return one
    },
    'notices.handleAll': () => {
      for (const one of kept) one.status = 2
      return { handled: 1 }
    },
    ...more,
  })
}

beforeEach(() => {
  setLanguage(english)
  startSession('token-1', { ...inspector, authorities: ['notice.view', 'notice.handle'] })
})

describe('the bell', () => {
  const openBell = async () => {
    const bell = await screen.findByRole('button', { name: 'Notices, 1 not handled' })
    fireEvent.click(bell)
    return within(await screen.findByRole('region', { name: 'Latest notices' }))
  }

  it('counts what is not handled, and shows the last notices with a way to each thing that has a page', async () => {
    notices()
    renderInConsole(anywhere(<NoticeBell />), registry, '/')
    const last = await openBell()
    const link = await last.findByRole('link', { name: due.title.en })
    expect(link.getAttribute('href')).toBe(due.link)
    expect(last.queryByRole('link', { name: old.title.en })).toBeNull()
    expect(last.getByText(old.title.en)).toBeTruthy()
    expect(last.getByRole('link', { name: 'All notices' }).getAttribute('href')).toBe('/notice')
    expect(document.querySelector('[data-panel="notices"]')?.getAttribute('data-state')).toBe('ready')
  })

  it('marks one as handled, and takes that back', async () => {
    notices()
    renderInConsole(
      anywhere(
        <>
          <NoticeBell />
          <ToastPlace />
        </>,
      ),
      registry,
      '/',
    )
    const last = await openBell()
    fireEvent.click(await last.findByRole('button', { name: `Mark as handled: ${due.title.en}` }))
    await screen.findByRole('button', { name: 'Notices' })
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await screen.findByRole('button', { name: 'Notices, 1 not handled' })
  })

  it('is not there without the authority, and offers no handling to who only reads', async () => {
    notices()
    startSession('token-1', { ...inspector, authorities: ['inspect.view'] })
    renderInConsole(anywhere(<NoticeBell />), registry, '/')
    expect(screen.queryByRole('button')).toBeNull()
    cleanup()
    startSession('token-1', { ...inspector, authorities: ['notice.view'] })
    renderInConsole(anywhere(<NoticeBell />), registry, '/')
    const last = await openBell()
    await last.findByRole('link', { name: due.title.en })
    expect(last.queryByRole('button')).toBeNull()
  })

  it('says what went wrong, with a retry', async () => {
    let isDown = true
    notices({
      'notices.list': () =>
        isDown
          ? problem(500, 500, 'Something went wrong on our side')
          : { current: 1, size: 8, total: 0, records: [] },
    })
    renderInConsole(anywhere(<NoticeBell />), registry, '/')
    const last = await openBell()
    expect((await last.findByRole('alert')).textContent).toContain('Something went wrong on our side')
    isDown = false
    fireEvent.click(last.getByRole('button', { name: 'Retry' }))
    await last.findByText('There are no notices')
  })
})

describe('what comes live', () => {
  it('is counted and told at once', async () => {
    let unhandled = 1
    notices({ 'notices.count': () => ({ unhandled, handled: 1, total: unhandled + 1, byKind: [] }) })
    renderInConsole(
      anywhere(
        <>
          <NoticeBell />
          <ToastPlace />
        </>,
      ),
      registry,
      '/',
    )
    await screen.findByRole('button', { name: 'Notices, 1 not handled' })
    let say: (text: string) => void = () => undefined
    const body = new ReadableStream<Uint8Array>({
      start(control) {
        say = text => control.enqueue(new TextEncoder().encode(text))
      },
    })
    const leave = followConsole({
      fetch: async () => new Response(body),
      token: () => 'token-1',
      pause: () => new Promise(() => undefined),
    })
    unhandled = 6
    say(`event: notice\ndata: ${JSON.stringify({ notice: { ...due, id: '13' }, unhandled: 6 })}\n\n`)
    await screen.findByRole('button', { name: 'Notices, 6 not handled' })
    expect(screen.getByRole('status').textContent).toContain(due.title.en)
    say('event: count\ndata: not json\n\nevent: other\ndata: {}\n\n')
    leave()
  })
})

describe('the notices page', () => {
  const open = (address = '/notice') => renderInConsole(anywhere(<NoticePage />), registry, address)
  const panel = (id: string) => within(document.querySelector(`[data-panel="${id}"]`) as HTMLElement)

  it('lists notices beside what the chosen one says, and counts them by status', async () => {
    notices()
    open()
    fireEvent.click(await screen.findByRole('button', { name: old.title.en }))
    expect(panel('p2').getByRole('heading', { level: 3 }).textContent).toBe(old.title.en)
    expect(panel('p2').queryByRole('link')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: due.title.en }))
    expect(panel('p2').getByRole('link', { name: 'Open what it is about' }).getAttribute('href')).toBe(
      due.link,
    )
    await waitFor(() =>
      expect(
        panel('p3')
          .getAllByRole('definition')
          .map(one => one.textContent),
      ).toEqual(['1', '1', '2']),
    )
    expect(document.querySelector('[data-panel="p1"]')?.getAttribute('data-state')).toBe('ready')
  })

  it('keeps what it is filtered by in the address, and says where nothing is like that', async () => {
    notices()
    const { here } = open('/notice?status=2')
    await screen.findByRole('button', { name: old.title.en })
    expect(screen.queryByRole('button', { name: due.title.en })).toBeNull()
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search notices' }), {
      target: { value: 'blocked' },
    })
    await screen.findByText('No notice is like that')
    expect(here()).toBe('/notice?status=2&q=blocked')
    expect(document.querySelector('[data-panel="p1"]')?.getAttribute('data-state')).toBe('empty')
  })

  it('handles all after asking', async () => {
    setLanguage(chinese)
    const { heard } = notices()
    open()
    const all = await screen.findByRole('button', { name: '全部已处理' })
    await waitFor(() => expect(all.hasAttribute('disabled')).toBe(false))
    fireEvent.click(all)
    const dialog = await screen.findByRole('tooltip')
    expect(dialog.textContent).toContain('1 条')
    fireEvent.click(within(dialog).getByRole('button', { name: '全部已处理' }))
    await waitFor(() => expect(heard).toContain('notices.handleAll'))
    await waitFor(() => expect(all.hasAttribute('disabled')).toBe(true))
  })
})
