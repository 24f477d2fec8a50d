import { newKey } from '../addresses.ts'
import { hourMs, startOfChinaDay } from '../china-time.ts'
import { EzvizError } from './answers.ts'
import type { EzvizCall, EzvizContext } from './context.ts'

const spacingMs = 4000
const keptMs = 2 * hourMs
const mostKept = 300

/** Pictures taken by the device: 4 s apart, so many per day, kept for 2 hours behind a signed address. */
export function captureCalls({ online, media, world, server, now }: EzvizContext): Record<string, EzvizCall> {
  const lastAt = new Map<string, number>()
  const today = new Map<string, { day: number; count: number }>()
  const pictures = new Map<string, { bytes: Uint8Array; signature: string; expiresAt: number }>()

  server.app.get<{ Params: { file: string }; Querystring: { Signature?: string } }>(
    '/pic/:file',
    async (request, reply) => {
      const picture = pictures.get(request.params.file.replace(/\.jpg$/, ''))
      if (!picture || picture.expiresAt <= now() || picture.signature !== request.query.Signature) {
        return reply.code(403).send()
      }
      return reply.type('image/jpeg').send(Buffer.from(picture.bytes))
    },
  )

  return {
    'device/capture': async (form, account) => {
      const camera = await online(form, account)
      if (now() - (lastAt.get(camera.id) ?? Number.NEGATIVE_INFINITY) < spacingMs) throw new EzvizError(20008)
      const day = startOfChinaDay(now())
      const used = today.get(camera.id)
      const count = used?.day === day ? used.count : 0
      if (count >= world.switches.ezviz.capturesPerDay) throw new EzvizError(10028)
      lastAt.set(camera.id, now())
      today.set(camera.id, { day, count: count + 1 })

      const key = newKey()
      const signature = newKey()
      const expiresAt = now() + keptMs
      pictures.set(key, { bytes: await media.still(camera), signature, expiresAt })
      const oldest = pictures.keys().next().value
      if (pictures.size > mostKept && oldest !== undefined) pictures.delete(oldest)
      const query = `Expires=${Math.floor(expiresAt / 1000)}&Signature=${signature}`
      return { picUrl: `${server.origin()}/pic/${key}.jpg?${query}` }
    },
  }
}
