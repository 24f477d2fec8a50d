import type { AnalysisAnswer, Question } from '@aisle/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { fakeApi, problem, type Reply } from '../../test/fake-api.ts'
import { answerOf, dictionaryWith } from '../../test/figures.ts'
import { queryClient } from '../queries.ts'
import { askTogether } from './ask-together.ts'
import { cellOf, isBlank } from './figure.ts'
import { useFigures } from './use-figures.ts'

const today = { preset: 'today' } as const

function Figure({ metrics }: { metrics: string[] }) {
  const { state, answer, again } = useFigures({ metrics, period: today })
  const written = answer?.columns.map(({ id }) => `${id} ${cellOf(answer.rows[0], id).current ?? 'unknown'}`)
  return (
    <button type="button" onClick={again}>
      {[metrics.join(), state, ...(written ?? [])].join(' · ')}
    </button>
  )
}

/** Answers every metric of a question from the values given. */
const answering =
  (values: Record<string, number | null>, asked: Question[][] = []): Reply =>
  ({ body }) => {
    const { questions } = body as { questions: Question[] }
    asked.push(questions)
    return {
      answers: questions.map(({ metrics }) =>
        answerOf([Object.fromEntries(metrics.map(id => [id, { current: values[String(id)] ?? null }]))]),
      ),
    }
  }

function open(replies: Record<string, Reply>, ...questions: string[][]) {
  queryClient.clear()
  const { heard } = fakeApi({
    'analysis.dictionary': () => dictionaryWith({ visits: true, deals: true, sales: false }),
    ...replies,
  })
  render(
    <QueryClientProvider client={queryClient}>
      {questions.map(metrics => (
        <Figure key={metrics.join()} metrics={metrics} />
      ))}
    </QueryClientProvider>,
  )
  return heard
}

beforeEach(() => queryClient.clear())

describe('figures of a panel', () => {
  it('travel with those of the other panels in one call, the dictionary asked for once', async () => {
    const asked: Question[][] = []
    const heard = open(
      { 'analysis.query': answering({ visits: 12, deals: 3 }, asked) },
      ['visits'],
      ['deals'],
    )
    await screen.findByText('visits · ready · visits 12')
    await screen.findByText('deals · ready · deals 3')
    expect(heard).toEqual(['analysis.dictionary', 'analysis.query'])
    expect(asked.map(questions => questions.map(({ metrics }) => metrics))).toEqual([[['visits'], ['deals']]])
  })

  it('are those the user may see; one who may see none is told so, and nothing is asked', async () => {
    const asked: Question[][] = []
    open({ 'analysis.query': answering({ visits: 12, sales: 99 }, asked) }, ['visits', 'sales'], ['sales'])
    await screen.findByText('visits,sales · ready · visits 12')
    await screen.findByText('sales · forbidden')
    expect(asked.flat().map(({ metrics }) => metrics)).toEqual([['visits']])
  })

  it('are forbidden where the server refuses, the panels beside it standing', async () => {
    open(
      {
        'analysis.query': () => ({
          answers: [{ error: { code: 403, message: 'zone.view' } }, answerOf([{ deals: { current: 3 } }])],
        }),
      },
      ['visits'],
      ['deals'],
    )
    await screen.findByText('visits · forbidden')
    await screen.findByText('deals · ready · deals 3')
  })

  it('are empty where nothing was received, and nought where nothing happened', async () => {
    open({ 'analysis.query': answering({ visits: null, deals: 0 }) }, ['visits'], ['deals'])
    await screen.findByText('visits · empty · visits unknown')
    await screen.findByText('deals · ready · deals 0')
  })

  it('say that they failed, and come when they are asked for again', async () => {
    let isDown = true
    open(
      {
        'analysis.query': heard => (isDown ? problem(500, 500, 'down') : answering({ visits: 12 })(heard)),
      },
      ['visits'],
    )
    const button = await screen.findByText('visits · error')
    isDown = false
    fireEvent.click(button)
    await screen.findByText('visits · ready · visits 12')
  })

  it('stay when asking anew fails', async () => {
    let isDown = false
    const heard = open(
      {
        'analysis.query': one => (isDown ? problem(500, 500, 'down') : answering({ visits: 12 })(one)),
      },
      ['visits'],
    )
    const button = await screen.findByText('visits · ready · visits 12')
    isDown = true
    fireEvent.click(button)
    await expect.poll(() => heard.length).toBe(3)
    await screen.findByText('visits · ready · visits 12')
  })

  it('say that they failed where the dictionary does not come', async () => {
    open({ 'analysis.dictionary': () => problem(500, 500, 'down') }, ['visits'])
    await screen.findByText('visits · error')
  })
})

it('more questions than one call takes are several calls, each answered in its place', async () => {
  const { heard } = fakeApi({
    'analysis.query': ({ body }) => ({
      answers: (body as { questions: Question[] }).questions.map(({ limit }) =>
        answerOf([{ visits: { current: limit ?? 0 } }]),
      ),
    }),
  })
  const answers: AnalysisAnswer[] = await Promise.all(
    Array.from({ length: 70 }, (_, at) => askTogether({ metrics: ['visits'], period: today, limit: at + 1 })),
  )
  expect(heard).toEqual(['analysis.query', 'analysis.query'])
  expect(answers.map(({ rows }) => cellOf(rows[0], 'visits').current)).toEqual(answers.map((_, at) => at + 1))
})

it('an answer without any figure is blank; nought is a figure', () => {
  expect(isBlank(answerOf([{ visits: { current: null }, deals: { current: null } }]))).toBe(true)
  expect(isBlank(answerOf([{ visits: { current: 0 }, deals: { current: null } }]))).toBe(false)
  expect(isBlank(answerOf([]))).toBe(true)
})
