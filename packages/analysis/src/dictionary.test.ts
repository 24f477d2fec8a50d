import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { comparisons, granularities } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { columnsIn, knows } from './expressions.ts'
import { isCalc } from './model/calcs.ts'
import { dimensionNames, dimensionOf, isDimension } from './model/dimensions.ts'
import { factOf, facts } from './model/facts.ts'
import { isMetric, metricNames, metricOf, metrics, partsOf } from './model/index.ts'
import { joinedColumns } from './model/joins.ts'
import { isSource } from './model/sources.ts'
import { tableOf } from './tables/index.ts'

const catalogue = resolve(import.meta.dirname, '../../../../shared/spec/routes.json')
if (!existsSync(catalogue))
  console.warn('The catalogue of pages is not here: its words are not held against the dictionary.')

type Panel = {
  metrics: string[]
  by: string[]
  calc?: string[]
  compare?: string[]
  granularity?: string[]
  source: (string | number)[]
}

describe('the dictionary', () => {
  // The catalogue of pages lies outside the repository; where it is absent there is nothing to hold the dictionary against.
  it.skipIf(!existsSync(catalogue))('knows every word that a page of the catalogue uses', () => {
    const routes = JSON.parse(readFileSync(catalogue, 'utf8')) as { path: string; panels?: Panel[] }[]
    const panels = routes.flatMap(route => route.panels ?? [])
    expect(panels.length).toBeGreaterThan(800)
    const unknown = (words: (panel: Panel) => (string | number)[], isKnown: (word: string) => boolean) => [
      ...new Set(
        panels
          .flatMap(words)
          .map(String)
          .filter(word => !isKnown(word)),
      ),
    ]
    expect(
      unknown(
        ({ metrics: names }) => names,
        word => isMetric(word) && !metricOf(word).hidden,
      ),
    ).toEqual([])
    expect(unknown(({ by }) => by, isDimension)).toEqual([])
    expect(unknown(({ calc }) => calc ?? [], isCalc)).toEqual([])
    expect(
      unknown(
        ({ compare }) => compare ?? [],
        word => Object.hasOwn(comparisons, word),
      ),
    ).toEqual([])
    expect(unknown(({ source }) => source, isSource)).toEqual([])
    // Seconds stand on the pages that test a stream in the browser, which ask the stream and not the store.
    const isGrain = (word: string) => word === 'second' || Object.hasOwn(granularities, word)
    expect(unknown(({ granularity }) => granularity ?? [], isGrain)).toEqual([])
  })

  it('says of every metric in both languages what it is and how it comes about', () => {
    for (const name of metricNames) {
      const { label, formula } = metricOf(name)
      for (const text of [label.zh, label.en, formula.zh, formula.en]) expect(text.trim(), name).not.toBe('')
      expect(label.zh, name).toMatch(/\p{Script=Han}/u)
    }
  })

  it('makes every rate and difference of metrics that exist', () => {
    for (const name of Object.keys(metrics)) expect(() => partsOf(name)).not.toThrow()
  })

  it('counts every metric with columns that a table of its fact has', () => {
    for (const name of Object.keys(metrics)) {
      const metric = isMetric(name) ? metricOf(name) : undefined
      if (metric?.kind !== 'counted') continue
      for (const { fact, value } of metric.ways) {
        const finest = tableOf(factOf(fact).tables.at(-1)!)
        expect(knows(finest, `${value.of ?? ''} ${value.where ?? ''}`), `${name} in ${fact}`).toBe(true)
      }
    }
  })

  it('groups by every dimension in at least one fact, unless it is worked out afterwards', () => {
    const all = Object.keys(facts).flatMap(fact => factOf(fact as keyof typeof facts).tables.map(tableOf))
    for (const name of dimensionNames) {
      const { by, computed } = dimensionOf(name)
      if (computed || name === 'frequencyBand') continue
      expect(
        by.some(sql => all.some(table => knows(table, sql, joinedColumns))),
        name,
      ).toBe(true)
    }
  })
})

describe('columnsIn', () => {
  it('reads names and leaves functions, texts, parameters and numbers out', () => {
    expect(columnsIn("if(kind = 'floor', toString(to_id), '')")).toEqual(['kind', 'to_id'])
    expect(columnsIn('transform(biz_date, {days:Array(Date)}, {types:Array(String)}, 0)')).toEqual([
      'biz_date',
    ])
    expect(columnsIn('person_id > 0 AND is_new = 1')).toEqual(['person_id', 'is_new'])
  })
})
