import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { byName, plainMatcher, useMatcher } from './matcher.ts'

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
)

describe('search in names', () => {
  it('finds by characters, pinyin, initials and Latin letters', async () => {
    const { result } = renderHook(useMatcher, { wrapper })
    await waitFor(() => expect(result.current).not.toBe(plainMatcher))
    const matches = result.current
    expect(matches('静安寺店', '安寺')).toBe(true)
    expect(matches('静安寺店', 'jas')).toBe(true)
    expect(matches('静安寺店', 'jingan')).toBe(true)
    expect(matches('Jing’an Temple', 'temple')).toBe(true)
    expect(matches('重庆解放碑店', 'cqjf')).toBe(true)
    expect(matches('静安寺店', 'xjh')).toBe(false)
  })
})

describe('the order of names', () => {
  it('follows pinyin and counts digits by value', () => {
    expect(['宁波店', '北京店', '广州店'].toSorted(byName)).toEqual(['北京店', '广州店', '宁波店'])
    expect(['10 号', '9 号'].toSorted(byName)).toEqual(['9 号', '10 号'])
  })
})
