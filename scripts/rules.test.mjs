import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const rowsOf = name =>
  readFileSync(join(root, 'docs', name), 'utf8')
    .split('\n')
    .map(line => line.split('|').map(cell => cell.trim()))
    .filter(cells => cells[3]?.startsWith('`'))
    .map(([, section, rule, file, test]) => ({ section, rule, file: file.slice(1, -1), test }))

describe.each(['rules.md', 'rules-analytics.md'])('docs/%s', name => {
  const rows = rowsOf(name)
  it('names a test for more than thirty rules', () => {
    expect(rows.length).toBeGreaterThan(30)
  })
  it.each(rows)('§ $section $rule', ({ file, test }) => {
    expect(readFileSync(join(root, file), 'utf8')).toContain(`'${test}'`)
  })
})
