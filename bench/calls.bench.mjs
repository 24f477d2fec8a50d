// Requests per second and p99 of getVideosByShop, beside a bare Fastify route that runs the same SQL without session,
// scope, validation or envelope. Both in this run, turn and turn about, so that the ratio holds when the machine is noisy.
import autocannon from 'autocannon'
import Fastify from 'fastify'
import { startProduct } from './product.mjs'

const seconds = 6
const rounds = 3
const connections = 10

export const title = 'Calls'

export async function run() {
  const product = await startProduct()
  const bare = await bareRoute(product)
  try {
    const shop = product.shopId
    const ours = {
      url: `${product.url}/api/monitor/checkShop/getVideosByShop?shopid=${shop}&pageSize=4`,
      headers: { accessToken: product.token },
    }
    const peer = { url: `${bare.url}/videos?shopid=${shop}` }
    const measured = { ours: [], peer: [] }
    await load(ours, 2)
    await load(peer, 2)
    for (let round = 0; round < rounds; round++) {
      measured.ours.push(await load(ours, seconds))
      measured.peer.push(await load(peer, seconds))
    }
    const row = (name, results) => ({
      name,
      'requests/s': median(results.map(result => result.requests.average)).toFixed(0),
      'p50 ms': median(results.map(result => result.latency.p50)).toFixed(1),
      'p99 ms': median(results.map(result => result.latency.p99)).toFixed(1),
      errors: results.reduce((sum, result) => sum + result.errors + result.non2xx, 0),
    })
    return [
      row('getVideosByShop, 4 a page', measured.ours),
      row('bare Fastify route, same SQL', measured.peer),
    ]
  } finally {
    await bare.close()
    await product.stop()
  }
}

function load({ url, headers = {} }, duration) {
  return autocannon({ url, headers, duration, connections })
}

/** The statement the product runs, as PostgreSQL was asked it, behind nothing. */
async function bareRoute({ databaseUrl }) {
  const { Pool } = (await import('pg')).default
  const pool = new Pool({ connectionString: databaseUrl, max: 20 })
  const app = Fastify()
  const statement = `
    select c.*, a.ys_account_id, (count(*) over ())::int as total,
      coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'index', p.index, 'userId', p.user_id) order by p.index)
        from presets p where p.camera_id = c.id), '[]') as presets
    from cameras c join shops s on s.id = c.shop_id join camera_accounts a on a.id = c.account_id
    where c.removed_at is null and s.closed_at is null and c.shop_id = $1
    order by c.number, c.id limit 4`
  app.get('/videos', async request => (await pool.query(statement, [request.query.shopid])).rows)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    async close() {
      await app.close()
      await pool.end()
    },
  }
}

const median = values => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
