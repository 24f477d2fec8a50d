import type { DailyRemark } from '@aisle/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { english, setLanguage } from '../../../../lib/i18n.ts'
import { startSession } from '../../../../lib/session.ts'
import { fakeApi, problem } from '../../../../test/fake-api.ts'
import { inspector } from '../../../../test/fixtures.ts'
import { anywhere, renderInConsole } from '../../../../test/in-console.tsx'
import { registryOf } from '../../../../test/registry.tsx'
import { ToastPlace } from '../../../../ui/toast.tsx'
import { Remark } from './remark.tsx'

const date = '2026-03-01'
const remark: DailyRemark = {
  date,
  text: 'Rain',
  version: 1,
  updatedBy: 'Lin',
  updatedAt: '2026-03-01T10:00:00Z',
  signedBy: '',
  signedAt: null,
  isWhole: true,
}

function open() {
  let kept = remark
  const written: unknown[] = []
  fakeApi({
    'dailyRemarks.read': () => kept,
    'dailyRemarks.write': ({ body }) => {
      const { version, text } = body as DailyRemark
      if (version !== kept.version) return problem(409, 409, 'Someone was faster', { reason: 'changed' })
      written.push(body)
      kept = { ...kept, text: text.trim(), version: version + 1 }
      return kept
    },
  })
  renderInConsole(
    anywhere(
      <>
        <Remark at={{ date }} />
        <ToastPlace />
      </>,
    ),
    registryOf([]),
    '/',
  )
  return {
    written,
    somebodyWrites: (text: string) => {
      kept = { ...kept, text, version: kept.version + 1, updatedBy: 'Wang' }
    },
  }
}
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Remark')
async function type(text: string) {
  await screen.findByLabelText('Remark')
  fireEvent.change(field(), { target: { value: text } })
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  sessionStorage.clear()
  setLanguage(english)
  startSession('t', { ...inspector, authorities: ['activity.edit', 'report.view'] })
})

it('a remark that somebody else wrote meanwhile stands below what one has typed, and is replaced knowingly', async () => {
  const { written, somebodyWrites } = open()
  await type('Storm, closed early')
  somebodyWrites('Snow')
  press(/^Save/)
  expect(await screen.findByText(/^Wang has written another remark/)).toBeTruthy()
  expect(screen.getByText('Snow')).toBeTruthy()
  expect(field().value).toBe('Storm, closed early')
  expect(written).toEqual([])
  press(/Save$/)
  await waitFor(() => expect(written).toMatchObject([{ text: 'Storm, closed early', version: 2 }]))
  await waitFor(() => expect(screen.queryByText(/^Wang has written/)).toBeNull())
})

it('a remark of somebody else can be taken instead of what one has typed', async () => {
  const { somebodyWrites } = open()
  await type('Storm, closed early')
  somebodyWrites('Snow')
  press(/^Save/)
  fireEvent.click(await screen.findByRole('button', { name: 'Take theirs' }))
  expect(field().value).toBe('Snow')
})
