import type { Question } from '@aisle/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeApi } from '../../test/fake-api.ts'
import { answerOf } from '../../test/figures.ts'
import { queryClient } from '../queries.ts'
import { followConsole, streamIsUp } from '../stream/console-stream.ts'
import { cellOf } from './figure.ts'
import { useQuestion } from './use-question.ts'

let visits = 0
let asked: string[] = []

/** A stream that the test writes. */
function stream() {
  let control: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      control = controller
    },
  })
  const leave = followConsole({
    fetch: async () => new Response(body),
    token: () => 'token-1',
    pause: () => new Promise(() => undefined),
  })
  return {
    leave,
    say: (name: string, data: object) =>
      control?.enqueue(new TextEncoder().encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)),
    end: () => control?.close(),
  }
}

const questionOf = (shopId?: string): Question => ({
  metrics: ['visits'],
  period: { preset: 'today' },
  ...(shopId ? { filters: [{ member: 'shop', op: 'in', values: [shopId] }] } : {}),
})

function Visits({ shopId, everyMs }: { shopId?: string; everyMs?: number }) {
  const { data } = useQuestion(questionOf(shopId), everyMs === undefined ? {} : { everyMs })
  return <p>{`${shopId ?? 'all'} ${everyMs ? 'now' : 'kept'}: ${cellOf(data?.rows[0], 'visits').current}`}</p>
}

const until = new Date(0).toISOString()

beforeEach(() => {
  queryClient.clear()
  visits = 1
  asked = []
  fakeApi({
    'analysis.query': ({ body }) => {
      const { questions } = body as { questions: Question[] }
      for (const { filters } of questions) asked.push(String(filters?.[0]?.values ?? 'all'))
      return { answers: questions.map(() => answerOf([{ visits: { current: visits } }])) }
    },
  })
})

const draw = (...parts: { shopId?: string; everyMs?: number }[]) =>
  render(
    <QueryClientProvider client={queryClient}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list of a test does not change
        <Visits key={index} {...part} />
      ))}
    </QueryClientProvider>,
  )

it('asks what is seen of the present anew when figures of its shops changed, and nothing else', async () => {
  draw(
    { everyMs: 15_000 },
    { shopId: '7', everyMs: 15_000 },
    { shopId: '8', everyMs: 15_000 },
    { shopId: '9' },
  )
  await screen.findByText('8 now: 1')
  const told = stream()
  told.say('ready', {})
  await vi.waitFor(() => expect(asked).toHaveLength(7))
  expect(streamIsUp.get()).toBe(true)
  asked = []
  visits = 2
  told.say('figures', { shops: ['7', '9'], until })
  await screen.findByText('7 now: 2')
  await screen.findByText('all now: 2')
  expect(asked.toSorted()).toEqual(['7', 'all'])
  visits = 3
  told.say('figures', { until })
  await screen.findByText('8 now: 3')
  expect(screen.getByText('9 kept: 1')).toBeTruthy()
  told.end()
  await vi.waitFor(() => expect(streamIsUp.get()).toBe(false))
  told.leave()
})

it('lets a tab that nobody looks at rest until somebody does', async () => {
  draw({ shopId: '7', everyMs: 15_000 })
  await screen.findByText('7 now: 1')
  const told = stream()
  told.say('ready', {})
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  visits = 4
  told.say('figures', { shops: ['7'], until })
  told.say('count', {})
  await vi.waitFor(() => expect(streamIsUp.get()).toBe(true))
  expect(asked).toHaveLength(2)
  state.mockReturnValue('visible')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await screen.findByText('7 now: 4')
  told.leave()
})
