import { describe, expect, it } from 'vitest'
import { say } from '../../lib/i18n.ts'
import { tillCamera } from '../cameras.testing.ts'
import { step } from '../player/live-machine.ts'
import { idle, type LiveEvent, type LiveState } from '../player/live-state.ts'
import { type PaneWords, paneWords } from './pane-words.ts'

const camera = { ...tillCamera, lastOnlineAt: '2026-11-20T00:11:00Z' }
const begin = Date.parse('2026-11-20T02:24:20Z')
const high = { quality: 'high', sound: false } as const

/** The state after events at seconds from the beginning. */
function after(...events: readonly (readonly [number, LiveEvent])[]): LiveState {
  let state = idle(high, begin)
  for (const [second, event] of events)
    state = step(state, event, { now: begin + second * 1000, random: () => 0.5, stallAfterMs: () => 3_000 })
  return state
}
const said = (state: LiveState, second: number, language: 0 | 1 = 1) => {
  const words = paneWords(state, {
    now: begin + second * 1000,
    camera,
    clock: time => new Date(time).toISOString().slice(11, 19),
    moment: date => date.toISOString().slice(11, 16),
  })
  return words && sentences(words, language)
}
const sentences = ({ title, details, message, actions }: PaneWords, language: 0 | 1) => ({
  title: say(title.text, language, title.values),
  details: [...details.map(({ text, values }) => say(text, language, values)), ...(message ? [message] : [])],
  actions: actions.map(({ text }) => say(text, language)),
})

const start = [0, { type: 'start' }] as const
const turn = [0, { type: 'turn', attempt: 1 }] as const
const offer = [0, { type: 'offered', attempt: 1, modes: ['wsFlv/high'], blocked: [] }] as const
const picture = [1, { type: 'frame', attempt: 1 }] as const

describe('words over a pane', () => {
  it('are none while the picture moves', () => {
    expect(said(after(start, turn, offer, picture), 2)).toBeUndefined()
  })

  it('count the seconds of waiting, and after eight offer another quality', () => {
    expect(said(after(start), 3)).toEqual({
      title: '正在连接',
      details: ['已等待 3 秒，通常 5 秒内出画面'],
      actions: [],
    })
    expect(said(after(start), 8, 0)).toMatchObject({
      title: 'Connecting',
      actions: ['Change quality', 'Reconnect now'],
    })
  })

  it('say since when the picture stands still and which reconnect is running', () => {
    const stalled = after(
      start,
      turn,
      offer,
      picture,
      [8, { type: 'frame', attempt: 1 }],
      [11, { type: 'tick' }],
    )
    expect(said(stalled, 16)).toEqual({
      title: '画面停滞 8 秒',
      details: ['显示最后一帧 02:24:28，正在第 1 次重连'],
      actions: ['切换标清', '立即重连'],
    })
  })

  it('say when an offline camera was last there', () => {
    const offline = after(start, turn, [1, { type: 'refused', attempt: 1, trouble: { reason: 'offline' } }])
    expect(said(offline, 2)).toEqual({
      title: '摄像头离线',
      details: ['最后在线 00:11'],
      actions: ['再试一次'],
    })
    expect(said(offline, 2, 0)?.details).toEqual(['Last online 00:11'])
  })

  it('pass on what the server said where another has taken the stream', () => {
    const trouble = { reason: 'taken', message: '该平台同时打开的画面已达上限' } as const
    const taken = after(start, turn, [1, { type: 'refused', attempt: 1, trouble }])
    expect(said(taken, 2)).toMatchObject({ title: '画面被占用', details: ['该平台同时打开的画面已达上限'] })
  })

  it('say that it is not allowed, and offer nothing but another look', () => {
    const forbidden = after(start, turn, [
      1,
      { type: 'refused', attempt: 1, trouble: { reason: 'forbidden' } },
    ])
    expect(said(forbidden, 2)).toEqual({
      title: '无权限',
      details: ['你没有查看这路画面的权限'],
      actions: ['再试一次'],
    })
  })

  it('say so where the browser can play nothing of what is offered', () => {
    const none = after(start, turn, [0, { type: 'offered', attempt: 1, modes: [], blocked: [] }])
    expect(said(none, 1)?.details).toEqual(['浏览器不支持该摄像头提供的视频格式'])
  })

  it('tell how to go on after a pause', () => {
    const paused = after(start, turn, offer, picture, [5, { type: 'pause' }])
    expect(said(paused, 6)).toEqual({
      title: '已暂停',
      details: ['02:24:21 起无画面'],
      actions: ['继续播放'],
    })
  })
})
