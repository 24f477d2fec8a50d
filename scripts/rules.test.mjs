import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const rows = readFileSync(join(root, 'docs/rules.md'), 'utf8')
  .split('\n')
  .map(line => line.split('|').map(cell => cell.trim()))
  .filter(cells => cells[3]?.startsWith('`'))
  .map(([, section, rule, file, test]) => ({ section, rule, file: file.slice(1, -1), test }))

describe('docs/rules.md', () => {
  it('names a test for more than forty rules', () => {
    expect(rows.length).toBeGreaterThan(40)
  })
  it.each(rows)('§ $section $rule', ({ file, test }) => {
    expect(readFileSync(join(root, file), 'utf8')).toContain(`'${test}'`)
  })
})
