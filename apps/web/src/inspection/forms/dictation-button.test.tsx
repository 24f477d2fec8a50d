import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chinese, setLanguage } from '../../lib/i18n.ts'
import { RemarkField } from './remark-field.tsx'

type Listener = {
  lang: string
  onresult: ((event: { results: { transcript: string }[][] }) => void) | undefined
  onend: (() => void) | undefined
  start(): void
  stop(): void
}
let listener: Listener | undefined
class Recogniser implements Listener {
  lang = ''
  onresult: Listener['onresult']
  onend: Listener['onend']
  start() {
    listener = this
  }
  stop() {
    this.onend?.()
  }
}
const browser = window as unknown as { webkitSpeechRecognition?: unknown }
beforeEach(() => {
  setLanguage(chinese)
  browser.webkitSpeechRecognition = Recogniser
})
afterEach(() => {
  delete browser.webkitSpeechRecognition
  listener = undefined
})

function Field() {
  const [value, change] = useState('台面')
  return <RemarkField value={value} onChange={change} most={12} />
}

describe('a remark that is said', () => {
  it('is written behind what stands there, within its length, until the button is pressed again', () => {
    render(<Field />)
    fireEvent.click(screen.getByRole('button', { name: '语音输入' }))
    expect(listener?.lang).toBe('zh-CN')
    const say = (text: string) => act(() => listener?.onresult?.({ results: [[{ transcript: text }]] }))
    say('左侧')
    say('左侧纸箱未归位影响顾客')
    expect(screen.getByRole('textbox')).toHaveProperty('value', '台面左侧纸箱未归位影响顾')
    fireEvent.click(screen.getByRole('button', { name: '结束语音输入' }))
    expect(screen.getByRole('button', { name: '语音输入' })).toBeTruthy()
  })

  it('is not offered where the browser does not listen', () => {
    delete browser.webkitSpeechRecognition
    render(<Field />)
    expect(screen.queryByRole('button', { name: '语音输入' })).toBeNull()
  })
})
