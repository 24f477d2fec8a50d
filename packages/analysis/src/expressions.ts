import type { Table } from './tables/table.ts'

const keywords = new Set([
  'true',
  'false',
  'and',
  'or',
  'not',
  'in',
  'is',
  'null',
  'as',
  'x',
  'distinct',
  'between',
  'like',
])

/**
 * The columns an expression of the model reads: its names less functions, keywords, texts and bound parameters. The
 * expressions are ours and plain, which is all this promises to understand.
 */
export function columnsIn(expression: string): string[] {
  const plain = expression.replaceAll(/'(?:[^'\\]|\\.)*'/g, "''").replaceAll(/\{[^}]*\}/g, '0')
  const names = [...plain.matchAll(/[A-Za-z_]\w*(?!\w|\s*\()/g)].map(([name]) => name)
  return [...new Set(names.filter(name => !keywords.has(name.toLowerCase())))]
}

/** Whether a table, with what is joined to it, can work an expression out. */
export function knows(table: Table, expression: string, joined: readonly string[] = []): boolean {
  return columnsIn(expression).every(name => Object.hasOwn(table.columns, name) || joined.includes(name))
}
