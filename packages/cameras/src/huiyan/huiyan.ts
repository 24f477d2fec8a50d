import { z } from 'zod'
import { listed } from '../assumptions.ts'
import { handleOf } from '../handle.ts'
import type { CameraProvider, ProviderOptions, VendorCamera } from '../provider.ts'
import { known, lowestFreePreset, steering } from '../steering.ts'
import { candidatesOf } from './live.ts'
import { huiyanPlatform } from './platform.ts'
import { huiyanPlayback } from './playback.ts'
import {
  command,
  type PresetVerb,
  presetCode,
  presetPath,
  rawPerLevel,
  type Stream,
  stopCommand,
  stream,
  zoomPerLevel,
} from './tables.ts'

/** WVP-GB28181-pro with ZLMediaKit, `ys` 3. Credentials: `user`, `password` (plain), or `apiKey` alone. */
export function huiyan(options: ProviderOptions): CameraProvider {
  const { sleep } = options
  const platform = huiyanPlatform(options)
  const { facts, isCurrent, http, request, onCamera } = platform
  const speeds = listed(facts.playbackSpeeds).map(Number)

  function ptz(camera: VendorCamera, text: string, speed: number, urgent = false): Promise<unknown> {
    const raw = Math.round(speed * rawPerLevel)
    const query = {
      command: text,
      horizonSpeed: raw,
      verticalSpeed: raw,
      // The current edition refuses more than 15; the old one takes the upper hex digit of 0 to 255.
      zoomSpeed: isCurrent ? Math.round(speed * zoomPerLevel) : raw,
    }
    const sent = isCurrent
      ? onCamera('front-end/ptz', camera, { query })
      : onCamera('ptz/control', camera, { method: 'POST', query })
    return http.call({ ...sent, repeatable: false, command: true, urgent }, z.unknown())
  }

  async function preset(camera: VendorCamera, verb: PresetVerb, index: number): Promise<void> {
    const query = { cmdCode: presetCode[verb], parameter1: 0, parameter2: index, combindCode2: 0 }
    const sent = isCurrent
      ? onCamera(`front-end/preset/${presetPath[verb]}`, camera, { query: { presetId: index } })
      : onCamera('ptz/front_end_command', camera, { method: 'POST', query })
    await http.call({ ...sent, repeatable: verb === 'remove', command: true }, z.unknown())
  }

  function play(camera: VendorCamera): Promise<Stream> {
    return http.call(onCamera('play/start', camera, { timeoutMs: facts.playTimeoutMs }), stream)
  }

  return {
    name: 'huiyan',

    /** Pan and tilt always count as supported (specification, section 5): GB28181 has no reliable flag. */
    async capabilities() {
      return {
        ptz: true,
        zoom: true,
        movements: [
          'up',
          'down',
          'left',
          'right',
          'upLeft',
          'upRight',
          'downLeft',
          'downRight',
          'zoomIn',
          'zoomOut',
        ],
        presets: true,
        playback: true,
        capture: true,
        talk: false,
        speeds,
        seek: true,
        certain: false,
      }
    },

    async isOnline() {
      return null
    },

    async live(camera, { secure }) {
      const answer = await play(camera)
      return {
        handle: handleOf({ live: answer.stream }),
        candidates: candidatesOf(answer, secure),
        expiresAt: null,
        canReadFrame: true,
        control: 'player',
      }
    },

    steering: steering(
      {
        async start(camera, movement, speed) {
          await ptz(camera, known(command, movement), speed)
        },
        async stop(camera) {
          await ptz(camera, stopCommand, 0, true)
        },
      },
      { sleep, stopRepeatMs: facts.stopRepeatMs },
    ),

    presets: {
      async save(camera, { taken, overwrite }) {
        const index = overwrite ?? lowestFreePreset(taken)
        await preset(camera, 'set', index)
        return { index }
      },
      go: (camera, index) => preset(camera, 'go', index),
      remove: (camera, index) => preset(camera, 'remove', index),
    },

    playback: huiyanPlayback(platform, options),

    /**
     * A fresh picture of the stream, which is started where nobody watches. The platform files it under a name that
     * holds the time, and hands out the last one of the stream's start when no time is named.
     */
    capture: (camera, { patienceMs } = {}) =>
      http.spaced(
        'capture',
        camera,
        facts.captureSpacingMs,
        async () => {
          await play(camera)
          const query = { deviceId: camera.deviceCode, channelId: camera.channel }
          const filed = await http.call(request('play/snap', { query, camera }), z.unknown())
          const mark = markOf(filed, camera)
          return http.picture(onCamera('device/query/snap', camera, { query: { mark } }))
        },
        patienceMs,
      ),
  }
}

/** The part of the file's name that tells this picture from others: `{device}_{channel}_{mark}.jpg`. */
function markOf(filed: unknown, { channel }: VendorCamera): string | undefined {
  return typeof filed === 'string' ? filed.match(new RegExp(`${channel}_(\\w+)\\.jpg$`))?.[1] : undefined
}
