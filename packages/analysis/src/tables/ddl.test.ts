import { describe, expect, it } from 'vitest'
import { createTable, createTables } from './ddl.ts'
import { tableNames, tableOf } from './index.ts'

const cluster = { kind: 'cluster', cluster: 'aisle', database: 'measures' } as const

describe('the tables', () => {
  it('are ordered by columns that they have, days and versions among them', () => {
    for (const name of tableNames) {
      const { order, columns, keepDays } = tableOf(name)
      for (const column of order) expect(columns, `${name}.${column}`).toHaveProperty(column)
      expect(columns, name).toHaveProperty('ver')
      if (keepDays !== undefined) expect(columns, name).toHaveProperty('biz_date')
    }
  })

  it('survive a loss of power where nothing else holds their rows', () => {
    for (const name of tableNames)
      expect(createTable(name, { kind: 'single' })[0]!.includes('fsync_after_insert = 1'), name).toBe(
        tableOf(name).durable,
      )
  })

  it('are replicated under a distributed one on a cluster, sharded by shop; small ones stand whole on every server', () => {
    expect(createTable('flow_day', cluster)).toEqual([
      expect.stringContaining(
        "ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/measures/flow_day', '{replica}', ver, is_deleted)",
      ),
      expect.stringMatching(
        /^CREATE TABLE IF NOT EXISTS measures\.flow_day ON CLUSTER aisle[\s\S]*Distributed\('aisle', 'measures', 'flow_day_local', shop_id\)/,
      ),
    ])
    const [shop, ...others] = createTable('shop', cluster)
    expect(others).toEqual([])
    expect(shop).toContain('/clickhouse/tables/all/measures/shop')
    expect(createTables(cluster).length).toBeGreaterThan(tableNames.length)
  })

  it('keep rows as long as the settings say', () => {
    expect(createTable('face_visit', { kind: 'single' })[0]).toContain('INTERVAL 400 DAY')
    expect(createTable('face_visit', { kind: 'single' }, { face_visit: 30 })[0]).toContain('INTERVAL 30 DAY')
    expect(createTable('face_visit', { kind: 'single' }, { face_visit: null })[0]).not.toContain('TTL')
  })
})
