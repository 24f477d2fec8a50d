import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { chinese, english, setLanguage } from '../lib/i18n.ts'
import { startSession } from '../lib/session.ts'
import { fakeApi } from '../test/fake-api.ts'
import { inspector } from '../test/fixtures.ts'
import { Written } from './written.tsx'

const glossary = {
  value: { entries: [{ zh: '全景', en: 'Whole view' }] },
  from: 'everyone',
  layers: [],
  roles: [],
  maySetOthers: false,
}

function write(text: string) {
  startSession('token', inspector)
  const { heard } = fakeApi({ 'glossary.read': () => glossary })
  render(<Written text={text} />)
  return heard
}

it('is read in English where the glossary of the chain knows it', async () => {
  setLanguage(english, { byUser: false })
  write('全景')
  expect(await screen.findByText('Whole view')).toBeTruthy()
})

it('stays as it was written where it is not known, and says which language it is in', async () => {
  setLanguage(english, { byUser: false })
  write('门口的新货架')
  expect((await screen.findByText('门口的新货架')).lang).toBe('zh-CN')
})

it('is as written in Chinese, and no glossary is asked for', async () => {
  setLanguage(chinese, { byUser: false })
  const heard = write('全景')
  expect((await screen.findByText('全景')).lang).toBe('')
  expect(heard).toEqual([])
})
