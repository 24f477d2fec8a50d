import { createTables } from '@aisle/analysis'
import { describe, expect, it } from 'vitest'
import { measureStore } from '../../test/facts-world.ts'

const { client } = await measureStore()
const cluster = { kind: 'cluster', cluster: 'aisle', database: 'measures' } as const

/** What the engine's own parser makes of a statement; it refuses what it cannot read. */
async function parsed(query: string): Promise<string> {
  const answer = await client.query({ query: `EXPLAIN AST ${query}`, format: 'TabSeparated' })
  return answer.text()
}

describe('the tables of a cluster', () => {
  it('are statements that the engine can read, replicated and distributed ones', {
    timeout: 60_000,
  }, async () => {
    const statements = createTables(cluster)
    const engines = new Set<string>()
    for (const query of statements) {
      const tree = await parsed(query)
      expect(tree, query).toMatch(/^CreateQuery/)
      const [, engine] = /ENGINE = (\w+)/.exec(query) ?? []
      expect(tree, query).toContain(`Function ${engine}`)
      engines.add(engine ?? '')
    }
    expect([...engines].sort()).toEqual(
      expect.arrayContaining(['Distributed', expect.stringMatching(/^Replicated/)]),
    )
    await expect(parsed((statements[0] ?? '').replace('ENGINE', 'ENGIN'))).rejects.toMatchObject({
      code: '62',
    })
  })

  it('are made, with a plain engine in place of the replicated one: keepers there are none here', {
    timeout: 60_000,
  }, async () => {
    // What the replicated table adds is its engine alone: with a plain one in its place the engine makes it.
    await client.command({ query: 'CREATE DATABASE IF NOT EXISTS measures' })
    const replicated = createTables(cluster).filter(text => text.includes('ENGINE = Replicated'))
    for (const query of replicated) {
      const plain = query
        .replace(' ON CLUSTER aisle', '')
        .replace(/ENGINE = Replicated(\w+)\('[^']*', '[^']*'(?:, )?/, 'ENGINE = $1(')
        .replace('replicated_deduplication_window', 'non_replicated_deduplication_window')
      await client.command({ query: plain })
    }
    const answer = await client.query({
      query: "SELECT name FROM system.tables WHERE database = 'measures' AND engine LIKE '%MergeTree'",
      format: 'JSONEachRow',
    })
    expect(await answer.json()).toHaveLength(replicated.length)
  })
})
