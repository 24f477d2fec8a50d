import { describe, expect, it } from 'vitest'
import { codecsOf } from './mp4-codecs.ts'

const text = (name: string) => [...name].map(letter => letter.charCodeAt(0))
const box = (name: string, content: number[]): number[] => [
  0,
  0,
  0,
  8 + content.length,
  ...text(name),
  ...content,
]
const header = (content: number[]) => Uint8Array.from([...box('ftyp', [1, 2]), ...box('moov', content)])
const avc = box('avcC', [1, 0x64, 0x00, 0x1f, 0xff])

describe('codecs of a live mp4 header', () => {
  it('reads profile and level from avcC', () => {
    expect(codecsOf(header(avc))).toBe('avc1.64001F')
  })

  it('adds sound where there is a sound track', () => {
    expect(codecsOf(header([...avc, ...box('mp4a', [0])]))).toBe('avc1.64001F,mp4a.40.2')
  })

  it('names H.265 as what it is', () => {
    expect(codecsOf(header(box('hvcC', [1])))).toMatch(/^hvc1/)
  })

  it('waits until the header is whole', () => {
    const whole = header(avc)
    for (let length = 0; length < whole.length; length += 1)
      expect(codecsOf(whole.subarray(0, length))).toBeUndefined()
  })
})
