import { exportTemplateCalls } from '@aisle/contract'
import { expect, it } from 'vitest'
import { demoTemplates } from './export-templates.ts'

it('the templates of the demo have no headings of one language that a reader of the other would get', () => {
  const headings = demoTemplates.flatMap(({ layout }) => layout.columns.map(({ heading }) => heading))
  expect(headings.filter(heading => /\p{Script=Han}/u.test(heading))).toEqual([])
})

it('the templates of the demo are ones that the call would take', () => {
  for (const template of demoTemplates)
    expect(exportTemplateCalls.create.body.safeParse({ ...template, isShared: true }).success).toBe(true)
})
