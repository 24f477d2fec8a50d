import { newKey } from '../addresses.ts'
import { oneOf, text } from '../input.ts'
import { HuaweiError } from './answers.ts'
import { type HuaweiContext, namesOf } from './context.ts'

const spacingMs = 10_000
const mostKept = 100

/**
 * Pictures taken by the platform, 10 s apart per channel. The address of a stored one is given even when the picture
 * failed, and needs the token.
 */
export function snapCalls({ call, channel, media, server, now }: HuaweiContext): void {
  const lastAt = new Map<string, number>()
  const stored = new Map<string, Uint8Array>()

  call('GET', 'devices/snap', async ({ params, query }) => {
    const camera = await channel(query)
    const storage = oneOf(['true', 'false'], text(query.storage) ?? 'false')
    if (!storage) throw new HuaweiError('badParameter')
    if (camera.faults.offline && storage === 'false') throw new HuaweiError('offline')
    if (now() - (lastAt.get(camera.id) ?? Number.NEGATIVE_INFINITY) < spacingMs)
      throw new HuaweiError('tooFast')
    lastAt.set(camera.id, now())
    const picture = camera.faults.offline ? undefined : await media.still(camera)
    if (storage === 'false') {
      return { ...namesOf(camera), pic_data: Buffer.from(picture ?? []).toString('base64') }
    }
    const key = newKey()
    if (picture) stored.set(key, picture)
    const oldest = stored.keys().next().value
    if (stored.size > mostKept && oldest !== undefined) stored.delete(oldest)
    const url = `${server.origin()}/v1/${String(params.user_id)}/devices/snap/${key}.jpg`
    return { ...namesOf(camera), pic_url: url }
  })
  call('GET', 'devices/snap/:file', async ({ params }, reply) => {
    const picture = stored.get(String(params.file).replace(/\.jpg$/, ''))
    if (!picture) return reply.code(404).send()
    return reply.type('image/jpeg').send(Buffer.from(picture))
  })
}
