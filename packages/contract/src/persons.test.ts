import { expect, it } from 'vitest'
import { personCalls } from './persons.ts'

it('query text is trimmed; page 1 of ten where nothing is said', () => {
  const query = personCalls.list.query.parse({ keyword: '  8801 ', from: '2026-11-01', to: '2026-11-07' })
  expect(query).toMatchObject({ keyword: '8801', pageNumber: 1, pageSize: 10 })
})
