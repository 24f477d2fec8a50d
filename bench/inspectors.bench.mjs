// 200 inspectors at once on simulated platforms for five minutes: each signed in as a person of their own, with the stream of
// notices open, checking one shop after another with a few seconds of thought between calls. Times are those of the calls, as a
// browser would see them. Video goes past the server and is not watched here; only where an address can be opened once and counts
// against what a recorder grants until then, it is opened and let go.
// INSPECTORS and SECONDS make it smaller. * The simulated device there answers an invitation within 0.3 to 1.5 s, like a real one.
import { setTimeout as pause } from 'node:timers/promises'
import { base64, startProduct } from './product.mjs'

const inspectors = Number(process.env.INSPECTORS ?? 200)
const seconds = Number(process.env.SECONDS ?? 300)
const thoughtMs = [2_000, 6_000]
/** About how long one check of twenty calls takes: nobody begins together with all others. */
const roundMs = 80_000
/** How long a key is held to turn a camera. */
const tapMs = [200, 800]
const check = '/api/monitor/checkShop'

export const title = 'Inspectors'

export async function run() {
  const product = await startProduct()
  try {
    const people = await engage(product)
    const until = Date.now() + seconds * 1000
    const calls = []
    await Promise.all(people.map(person => inspect(person, { ...product, url: product.url, until, calls })))
    return rowsOf(calls)
  } finally {
    await product.stop()
  }
}

/** As many people as wanted, with the demo inspector's role, shops and password, signed in, each with a camera that turns. */
async function engage({ url, databaseUrl, call }) {
  const { Pool } = (await import('pg')).default
  const pool = new Pool({ connectionString: databaseUrl, max: 2 })
  const names = Array.from({ length: inspectors }, (_, index) => `inspector-${index}`)
  await pool.query(
    `with one as (select * from users where login_name = 'inspector'), made as (
       insert into users (login_name, real_name, password_hash, all_shops)
       select name, name, one.password_hash, true from one, unnest($1::text[]) as name returning id)
     insert into user_roles (user_id, role_id) select made.id, r.role_id from made, user_roles r, one where r.user_id = one.id`,
    [names],
  )
  await pool.end()
  const shops = (await call('GET', `${check}/getCheckShopList?pageSize=9999`)).records.map(
    shop => shop.shopid,
  )
  const cameras = (await Promise.all(shops.map(id => call('GET', `/api/cameras?shopId=${id}`)))).flat()
  const videos = new Map()
  for (const id of shops) {
    const { records } = await call('GET', `${check}/getVideosByShop?shopid=${id}&pageSize=1000`)
    for (const video of records) videos.set(video.onlyId, video)
  }
  const chosen = oneEach(
    cameras
      .filter(camera => camera.status === 'online')
      .map(camera => ({ camera, video: videos.get(camera.id) })),
  )
  const people = []
  for (const [index, name] of names.entries()) {
    const { data } = await send(url, 'POST', '/api/auth/login', {
      body: { username: base64(name), password: base64('Aisle2026') },
    })
    people.push({ token: data.accessToken, ...placeOf(chosen, index) })
  }
  return people
}

/** Nobody doubles on a recorder of the second platform: the rest share cameras of the others. */
function placeOf(chosen, index) {
  if (index < chosen.length) return chosen[index]
  const shared = chosen.filter(({ camera }) => camera.provider !== 'shilian')
  return shared[(index - chosen.length) % shared.length]
}

/**
 * A camera for each, so that nobody waits for another: one person at a time steers a camera, and a recorder of the second
 * platform grants six views at once, of which a person holds up to two. Those with presets are known to turn.
 */
function oneEach(found) {
  const perDevice = new Map()
  return found
    .toSorted((a, b) => b.video.presets.length - a.video.presets.length)
    .filter(({ camera, video }) => {
      const taken = perDevice.get(video.devicecode) ?? 0
      perDevice.set(video.devicecode, taken + 1)
      return camera.provider !== 'shilian' || taken < 2
    })
}

async function send(url, method, path, { body, token, signal } = {}) {
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { accessToken: token } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
  })
  return answer.json()
}

async function inspect({ token, camera, video }, { url, until, calls }) {
  const leaving = new AbortController()
  const notices = listen(`${url}/api/stream`, token, leaving.signal)
  const call = async (kind, method, path, body, thought = thoughtMs) => {
    await pause(thought[0] + Math.random() * (thought[1] - thought[0]))
    const began = performance.now()
    const answer = await send(url, method, path, { body, token }).catch(error => ({
      code: 0,
      msg: String(error),
    }))
    calls.push({ kind, ms: performance.now() - began, failed: answer.code === 200 ? undefined : answer })
    return answer.data
  }
  const { shopId } = camera
  const on = `/api/cameras/${camera.id}`
  await pause(Math.random() * roundMs)
  while (Date.now() < until) {
    await call('lists', 'GET', `${check}/getCheckShopList?searchKey=SH`)
    await call('shop', 'GET', `${check}/getShopByid?shopid=${shopId}`)
    await call('statistics', 'GET', `${check}/getShopScoreList?shopid=${shopId}`)
    await call('statistics', 'GET', `${check}/getItemPreTop?shopid=${shopId}`)
    await call('statistics', 'GET', `${check}/getEvaluationStatistics?shopid=${shopId}`)
    await call('lists', 'GET', `/api/cameras?shopId=${shopId}`)
    const visit = await call('visit', 'POST', `${check}/saveCheckshopRecord`, { shopId })
    const live = await call(`live, ${camera.provider}`, 'POST', `${on}/live`, { quality: 'smooth' })
    if (camera.provider === 'shilian') await glance(live)
    await call('visit', 'POST', `${check}/saveCheckvideoRecord`, {
      shopId,
      videoNo: video.devicecode,
      channelNo: video.channelno,
      recordId: visit?.id,
    })
    if (video.presets.length > 0) {
      await call(`steer, ${camera.provider}`, 'POST', `${on}/ptz`, { command: 'right', durationMs: 1000 })
      await call(`steer, ${camera.provider}`, 'POST', `${on}/ptz`, { command: 'stop' }, tapMs)
    }
    await call(`capture, ${camera.provider}`, 'POST', `${on}/snapshot`, {})
    const draft = `/api/score-drafts/evaluation/${shopId}`
    const kept = await call('draft', 'GET', draft)
    const saved = await call('draft', 'PUT', draft, {
      version: kept?.version ?? 0,
      content: { remark: '客流多' },
    })
    if (saved) await call('draft', 'DELETE', `${draft}?version=${saved.version}`)
    await call('gallery', 'GET', `${check}/findCheckShopFileList2?shopId=${shopId}&screenshotType=1`)
    await call('problems', 'GET', `/api/problems?shopId=${shopId}`)
    await call('problems', 'GET', `/api/problems/statistics?type=100`)
    if (live) await call('live, end', 'DELETE', `${on}/live/${live.sessionId}`)
    if (visit)
      await call('visit', 'PUT', `${check}/updateCheckshopRecord`, {
        id: visit.id,
        checkshopBeg: visit.checkshopBeg,
        checkshopEnd: visit.checkshopBeg,
      })
  }
  leaving.abort()
  await notices
}

/** Opens a live address as a player does, and lets go of it with the first bytes. */
async function glance(live) {
  const url = live?.candidates.map(({ url }) => url).find(address => address?.startsWith('ws'))
  if (!url) return
  const socket = new WebSocket(url)
  await new Promise(done => {
    socket.onmessage = socket.onerror = socket.onclose = done
  })
  socket.close()
}

/** Keeps a stream of notices open and reads it to its end. */
async function listen(address, token, signal) {
  try {
    const answer = await fetch(address, { headers: { accessToken: token }, signal })
    for await (const _ of answer.body);
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

function rowsOf(calls) {
  const kinds = [...new Set(calls.map(call => call.kind))].sort()
  const row = (name, some) => {
    const times = some.map(call => call.ms).sort((a, b) => a - b)
    const at = share => (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(0)
    const failed = some.filter(call => call.failed)
    return {
      name,
      calls: some.length,
      'a second': (some.length / seconds).toFixed(1),
      'p50 ms': at(0.5),
      'p95 ms': at(0.95),
      'p99 ms': at(0.99),
      'longest ms': at(1),
      failed: failed.length,
      ...(failed[0] ? { 'first failure': JSON.stringify(failed[0].failed).slice(0, 120) } : {}),
    }
  }
  return [
    row(`${inspectors} inspectors, ${seconds} s, all calls`, calls),
    row(
      '… but opening live video of the fourth platform *',
      calls.filter(call => call.kind !== 'live, huiyan'),
    ),
    ...kinds.map(kind =>
      row(
        `… ${kind}`,
        calls.filter(call => call.kind === kind),
      ),
    ),
  ]
}
