import { text } from '../input.ts'
import { ShilianError } from './answers.ts'
import type { ShilianCall, ShilianContext } from './context.ts'

const longestName = 64

/** What a channel can do, and its name. */
export function channelCalls({ online, world }: ShilianContext): Record<string, ShilianCall> {
  return {
    'v4/channel/ability': async body => {
      const camera = await online(body)
      const ptz = camera.ptz ? 1 : 0
      return {
        video: 1,
        audio: 1,
        venc: 1,
        flip: 0,
        talk: 0,
        ptz,
        zoom: ptz,
        aperture: 0,
        focus: ptz,
        replay: camera.recordingDays > 0 ? 1 : 0,
      }
    },
    'v4/channel/setinfo': async body => {
      const camera = await online(body)
      const name = text(body.name)
      if (!name || name.length > longestName) throw new ShilianError(-2)
      world.change(camera.id, { name })
      return undefined
    },
  }
}
