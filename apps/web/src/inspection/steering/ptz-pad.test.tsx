import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { chinese, setLanguage } from '../../lib/i18n.ts'
import { startSession } from '../../lib/session.ts'
import { fakeApi, problem, type Reply } from '../../test/fake-api.ts'
import { inspector } from '../../test/fixtures.ts'
import { dockCamera, gateCamera } from '../cameras.testing.ts'
import { HoldNote } from './hold-note.tsx'
import { PtzPad } from './ptz-pad.tsx'
import { useSteering } from './use-steering.ts'

function Pad({ camera }: { camera: typeof gateCamera }) {
  const steering = useSteering(camera, 5)
  return (
    <>
      {steering && <PtzPad steering={steering} home={undefined} />}
      <HoldNote hold={steering?.hold} />
    </>
  )
}

const moved = { stopsAt: '2026-11-20T02:24:00Z', heldUntil: null }

function open(reply: Reply = () => moved, camera = gateCamera) {
  const sent: unknown[] = []
  const api = fakeApi({
    'cameras.ptz': heard => {
      sent.push(heard.body)
      return reply(heard)
    },
    'cameras.releaseControl': () => null,
  })
  return { sent, ...api, ...render(<Pad camera={camera} />) }
}
const button = (name: string) => screen.getByRole('button', { name })

beforeEach(() => {
  setLanguage(chinese, { byUser: false })
  startSession('token', inspector)
  Element.prototype.setPointerCapture = () => {}
})

describe('the pad', () => {
  it('starts with the press and stops when the window loses focus', async () => {
    const { sent } = open()
    fireEvent.pointerDown(button('向左'), { button: 0, pointerId: 1 })
    await waitFor(() => expect(sent).toEqual([{ command: 'left', speed: 5, durationMs: 1000 }]))
    act(() => void window.dispatchEvent(new Event('blur')))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toMatchObject({ command: 'stop' })
  })

  it('stops and gives the camera back when the pane goes', async () => {
    const { sent, heard, unmount } = open()
    fireEvent.pointerDown(button('向上'), { button: 0, pointerId: 1 })
    await waitFor(() => expect(sent).toHaveLength(1))
    unmount()
    await waitFor(() => expect(heard).toEqual(['cameras.ptz', 'cameras.ptz', 'cameras.releaseControl']))
    expect(sent[1]).toMatchObject({ command: 'stop' })
  })

  it('offers only what the camera can do', () => {
    open()
    expect(screen.queryByRole('button', { name: '左上' })).toBeNull()
    expect(button('放大')).toBeTruthy()
  })

  it('is absent on a fixed camera, and for those who may only watch', () => {
    open(undefined, dockCamera).unmount()
    expect(screen.queryByRole('group')).toBeNull()
    startSession('token', { ...inspector, authorities: ['inspect.view'] })
    open()
    expect(screen.queryByRole('group')).toBeNull()
  })

  it('says who steers the camera and for how long', async () => {
    const heldBy = { userId: '8', name: '陈嘉豪', until: new Date(Date.now() + 12_000).toISOString() }
    open(() => problem(409, 409, '陈嘉豪正在控制', { reason: 'controlledByOther', heldBy }))
    fireEvent.pointerDown(button('向右'), { button: 0, pointerId: 1 })
    expect((await screen.findByText(/陈嘉豪正在控制/)).textContent).toMatch(/剩 1[12] 秒/)
  })
})
