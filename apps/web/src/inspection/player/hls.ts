import { type Player, play, videoElement, whenLoaded } from './player.ts'

const load = async () => (await import('hls.js/light')).default

/** HLS through hls.js; by the browser itself where it has no Media Source (older iPhones). */
export const hls: Player = (stage, candidate, settings, report) => {
  const { video, free } = videoElement(stage, settings, report)
  const end = whenLoaded(load, report, Hls => {
    if (!Hls.isSupported()) {
      video.src = candidate.url
      void play(video)
      return () => {}
    }
    const player = new Hls({
      liveSyncDurationCount: 2,
      liveMaxLatencyDurationCount: 6,
      maxLiveSyncPlaybackRate: settings.unsteady ? 1 : 1.3,
      backBufferLength: 10,
      enableWorker: settings.worker,
    })
    player.on(Hls.Events.ERROR, (_event, { fatal, type, details }) => {
      // Stalls that are not fatal heal by themselves; recovery calls make them worse.
      if (fatal) report.ended(`${type} ${details}`)
    })
    player.loadSource(candidate.url)
    player.attachMedia(video)
    void play(video)
    return () => player.destroy()
  })
  return {
    element: video,
    stop() {
      end()
      free()
    },
  }
}
