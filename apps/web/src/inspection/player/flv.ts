import { gentleEnd } from './mpegts-end.ts'
import { type Player, play, videoElement, whenLoaded } from './player.ts'

const load = async () => {
  const { default: mpegts } = await import('mpegts.js')
  mpegts.LoggingControl.applyConfig({ enableAll: false })
  // Each player listens to the settings of the log; a wall has more of them than Node's emitter finds plausible.
  const emitter: unknown = Reflect.get(mpegts.LoggingControl, 'emitter')
  if (emitter instanceof Object && 'setMaxListeners' in emitter) {
    if (typeof emitter.setMaxListeners === 'function') emitter.setMaxListeners(0)
  }
  return mpegts
}

/** How far behind live the picture may fall, and where catching up ends, in seconds (measured: design, video §2.1). */
const latency = { steady: { max: 0.6, target: 0.25 }, unsteady: { max: 1.5, target: 0.8 } }

/** FLV over WebSocket or HTTP. */
export const flv: Player = (stage, candidate, settings, report) => {
  const { video, free } = videoElement(stage, settings, report)
  const stop = whenLoaded(load, report, mpegts => {
    const { max, target } = settings.unsteady ? latency.unsteady : latency.steady
    const player = mpegts.createPlayer(
      {
        type: 'flv',
        isLive: true,
        url: candidate.url,
        hasVideo: true,
        // Only where asked for: a header that promises sound and brings none would hold up the picture.
        ...(settings.sound ? {} : { hasAudio: false }),
      },
      {
        enableWorker: settings.worker,
        enableStashBuffer: false,
        lazyLoad: false,
        liveSync: true,
        liveSyncMaxLatency: max,
        liveSyncTargetLatency: target,
        liveSyncPlaybackRate: 1.2,
        autoCleanupSourceBuffer: true,
        autoCleanupMaxBackwardDuration: 12,
        autoCleanupMinBackwardDuration: 6,
      },
    )
    player.on(mpegts.Events.ERROR, (type: string, detail: string) => report.ended(`${type} ${detail}`))
    // A closed WebSocket is no error to the library: it says that loading is complete.
    player.on(mpegts.Events.LOADING_COMPLETE, () => report.ended('loading complete'))
    const end = gentleEnd(player, mpegts.Events, candidate.url)
    player.attachMediaElement(video)
    player.load()
    void play(video)
    return end
  })
  return {
    element: video,
    stop() {
      stop()
      free()
    },
  }
}
