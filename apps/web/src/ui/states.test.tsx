import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Loading } from './states.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))

it('a skeleton waits 200 ms, and nothing covers the page once 5000 ms have passed: it says that it still runs', () => {
  const stopped = vi.fn()
  render(
    <Loading onCancel={stopped}>
      <i data-testid="bones" />
    </Loading>,
  )
  const style = () => screen.getByTestId('bones').parentElement?.style.visibility
  expect(style()).toBe('hidden')
  wait(201)
  expect(style()).toBe('')
  expect(screen.queryByRole('button')).toBeNull()
  wait(4_800)
  screen.getByRole('button').click()
  expect(stopped).toHaveBeenCalledOnce()
})
