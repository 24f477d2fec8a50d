import type { Article } from '@aisle/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { english, setLanguage } from '../lib/i18n.ts'
import { startSession } from '../lib/session.ts'
import { fakeApi, problem } from '../test/fake-api.ts'
import { dictionaryWith } from '../test/figures.ts'
import { inspector } from '../test/fixtures.ts'
import { anywhere, renderInConsole } from '../test/in-console.tsx'
import { registryOf } from '../test/registry.tsx'
import { ToastPlace } from '../ui/toast.tsx'
import { KnowledgePage } from './knowledge-page.tsx'

const article: Article = {
  id: '7',
  topic: 'cases',
  title: '雨天排班',
  titleEn: 'Rosters',
  body: '先看天气',
  bodyEn: 'Weather first',
  pages: [],
  status: 'draft',
  isPublic: false,
  version: 1,
  reads: 0,
  updatedBy: 'Lin',
  updatedAt: '2026-03-01T00:00:00Z',
}

/** A page whose article somebody else may save at any time; it keeps the rule of versions as the server does. */
function open() {
  let kept = article
  const saved: unknown[] = []
  fakeApi({
    'articles.list': () => [kept],
    'analysis.dictionary': () => dictionaryWith({}),
    'articles.save': ({ body }) => {
      const { version, ...content } = body as Article
      if (version !== kept.version)
        return problem(409, 409, 'Someone else changed the article', { reason: 'changed' })
      saved.push(body)
      kept = { ...kept, ...content, version: version + 1 }
      return kept
    },
  })
  renderInConsole(
    anywhere(
      <>
        <KnowledgePage />
        <ToastPlace />
      </>,
    ),
    registryOf([]),
    '/x_2knowledgeBase?article=7',
  )
  return {
    saved,
    somebodySaves: (values: Partial<Article>) => {
      kept = { ...kept, ...values, version: kept.version + 1, updatedBy: 'Wang' }
    },
  }
}
const bodyField = () => screen.getByLabelText<HTMLTextAreaElement>('Text in English')
const write = (value: string) => fireEvent.change(bodyField(), { target: { value } })
/** As soon as it is there; what waits for an answer carries a sign before its name. */
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const onTop = /Save on top of theirs$/
const edit = () => press('Edit')

beforeEach(() => {
  sessionStorage.clear()
  setLanguage(english)
  startSession('t', { ...inspector, authorities: ['kb.edit'] })
})

describe('an article that somebody else saved while it was written', () => {
  it('stands beside one’s own text, and is replaced only by whoever saves on top of it', async () => {
    const { saved, somebodySaves } = open()
    await edit()
    write('Ask the shop first')
    somebodySaves({ bodyEn: 'Count the rain', title: '雨' })
    await press('Save draft')
    expect(await screen.findByText(/^Wang saved another text/)).toBeTruthy()
    const text = within(screen.getByRole('group', { name: 'Text in English' }))
    expect(text.getByText('Count the rain')).toBeTruthy()
    expect(text.getByText('Ask the shop first')).toBeTruthy()
    expect(saved).toEqual([])
    expect(bodyField().value).toBe('Ask the shop first')
    await press('Title in Chinese: take theirs')
    await press(onTop)
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]).toMatchObject({ title: '雨', bodyEn: 'Ask the shop first', version: 2 })
  })

  it('can be taken instead, and one’s own text is still there to go back to', async () => {
    const { saved, somebodySaves } = open()
    await edit()
    write('Ask the shop first')
    somebodySaves({ bodyEn: 'Count the rain' })
    await press('Save draft')
    await press('Take all of theirs')
    expect(bodyField().value).toBe('Count the rain')
    expect(screen.getByRole('button', { name: onTop })).toHaveProperty('disabled', true)
    await press('Take all of mine')
    expect(bodyField().value).toBe('Ask the shop first')
    expect(saved).toEqual([])
  })

  it('is shown anew where it was saved once more before one’s own went on top', async () => {
    const { saved, somebodySaves } = open()
    await edit()
    write('Ask the shop first')
    somebodySaves({ bodyEn: 'Count the rain' })
    await press('Save draft')
    await screen.findByText('Count the rain')
    somebodySaves({ bodyEn: 'Count the snow' })
    await press(onTop)
    expect(await screen.findByText('Count the snow')).toBeTruthy()
    expect(saved).toEqual([])
  })
})

it('what was typed and not saved has a way back when the form is left', async () => {
  open()
  await edit()
  write('Ask the shop first')
  await press('Cancel')
  expect(screen.queryByLabelText('Text in English')).toBeNull()
  await press('Undo')
  expect(bodyField().value).toBe('Ask the shop first')
})
