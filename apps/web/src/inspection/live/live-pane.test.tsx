import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { chinese, english, setLanguage } from '../../lib/i18n.ts'
import { fakeApi, problem, type Reply } from '../../test/fake-api.ts'
import { stillSession, tillCamera } from '../cameras.testing.ts'
import { LivePane } from './live-pane.tsx'

const view = { quality: 'smooth', fit: 'cover', size: 'big', timeZone: 'Asia/Shanghai' } as const
const show = () => render(<LivePane camera={tillCamera} view={view} />)

/** Opens the pane on a server that answers so; `shown` is the picture once it is asked for. */
function open(live: Reply) {
  const api = fakeApi({ 'cameras.live': live, 'cameras.endLive': () => null })
  const rendered = show()
  const shown = () => {
    const image = document.querySelector('.live-stage img')
    if (!image) throw new Error('no picture yet')
    return image
  }
  return { ...api, ...rendered, shown }
}
const pane = () => screen.getByRole('group')

beforeEach(() => setLanguage(chinese, { byUser: false }))

describe('a live pane', () => {
  it('is a labelled group that says how the picture is', async () => {
    const { shown } = open(() => stillSession)
    expect(pane().getAttribute('aria-label')).toBe('03 收银台, 直播, 正在连接')
    await waitFor(shown)
    fireEvent.load(shown())
    await waitFor(() => expect(pane().getAttribute('aria-label')).toBe('03 收银台, 直播, 正常'))
    expect(pane().dataset).toMatchObject({ panel: 'live-103', state: 'live', kind: 'jpeg' })
  })

  it('gives the session back when it goes', async () => {
    const { shown, heard, unmount } = open(() => stillSession)
    await waitFor(shown)
    unmount()
    await waitFor(() => expect(heard).toContain('cameras.endLive'))
  })

  it('says when an offline camera was last there, and tries again when asked', async () => {
    const { heard } = open(() => problem(502, 10001, '摄像头离线', { reason: 'offline' }))
    await screen.findByText('摄像头离线')
    expect(screen.getByText(/最后在线/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '再试一次' }))
    await waitFor(() => expect(heard.filter(call => call === 'cameras.live')).toHaveLength(2))
  })

  it('announces trouble, and not the first connection', async () => {
    const { shown } = open(() => stillSession)
    await waitFor(shown)
    expect(screen.getByRole('status').textContent).toBe('')
    fireEvent.load(shown())
    for (let i = 0; i < 3; i += 1) fireEvent.error(shown())
    await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/^03 收银台: 画面中断/))
  })

  it('says in the language of the user that the camera may not be viewed', async () => {
    setLanguage(english, { byUser: false })
    open(() => problem(403, 403, 'Forbidden'))
    await screen.findByText('No permission')
    expect(screen.getByText('You can’t view this camera')).toBeTruthy()
    expect(pane().dataset.state).toBe('forbidden')
  })
})
