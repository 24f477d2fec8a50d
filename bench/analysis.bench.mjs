// A compiled question beside the same SQL by hand on the same engine, and beside the same question in Malloy on DuckDB over the
// same rows; at 40, 1,000 and 10,000 shops (AISLE_BENCH_SHOPS names others, with commas). Every way must come to the same
// figures. Ours includes reading the question, writing the statements, and shaping the answer.
import { inTurns } from './analysis/clock.mjs'
import { openEngine } from './analysis/engine.mjs'
import { openPeer } from './analysis/peer.mjs'
import { malloyModel, questions } from './analysis/questions.mjs'
import { duckTables, fillStore } from './analysis/rows.mjs'

export const title = 'Questions'
const sizes = (process.env.AISLE_BENCH_SHOPS ?? '40,1000,10000').split(',').map(Number)

export async function run() {
  const engine = await openEngine()
  const peer = await openPeer()
  const rows = []
  try {
    for (const [index, size] of sizes.entries()) {
      await fillStore(engine.client, { after: sizes[index - 1] ?? 0, upTo: size })
      if (typeof peer !== 'string') await peer.load(duckTables(size), malloyModel)
      for (const one of questions) rows.push(await measured(one, size, engine, peer))
    }
    const memory = { name: 'highest memory, MB', ours: engine.memoryMb() }
    if (typeof peer === 'string') return [...rows, memory, { name: peer }]
    return [...rows, { ...memory, Malloy: await peer.memoryMb() }]
  } finally {
    if (typeof peer !== 'string') peer.close()
    await engine.close()
  }
}

async function measured({ name, shops, question, value, sql, malloy }, size, engine, peer) {
  const everyone = Array.from({ length: size }, (_, index) => index + 1)
  const ours = async () =>
    (await engine.ask(question, shops ?? everyone, !shops)).reduce(
      (sum, { cells }) => sum + (cells[value].current ?? 0),
      0,
    )
  const byHand = async () => (await engine.byHand(sql)).reduce((sum, row) => sum + Number(row[value]), 0)
  const inMalloy = () => peer.ask(malloy, value)
  const ways = { ours, byHand, ...(typeof peer === 'string' ? {} : { inMalloy }) }
  const figures = await Promise.all(Object.values(ways).map(way => way()))
  if (new Set(figures).size > 1) throw new Error(`${name} at ${size} shops: ${figures.join(' / ')}`)
  const times = await inTurns(ways)
  return {
    name: `${name}, ${size.toLocaleString('en')} shops`,
    ours: ms(times.ms('ours')),
    'by hand': ms(times.ms('byHand')),
    'ours/hand': times.ratio('ours', 'byHand').toFixed(2),
    ...(ways.inMalloy
      ? {
          Malloy: ms(times.ms('inMalloy')),
          'Malloy/ours': times.ratio('inMalloy', 'ours').toFixed(1),
        }
      : {}),
  }
}

const ms = value => `${value.toFixed(1)} ms`
