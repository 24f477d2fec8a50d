import type { Player } from './player.ts'

/** A platform's own player page. Its frames stay unseen: the picture counts as there once the page has loaded. */
export const page: Player = (stage, candidate, _settings, report) => {
  const frame = document.createElement('iframe')
  const foreign = new URL(candidate.url, location.href).origin !== location.origin
  // A page of our own origin could undo its sandbox; one of another needs its origin for its own requests.
  frame.setAttribute('sandbox', foreign ? 'allow-scripts allow-same-origin' : 'allow-scripts')
  frame.allow = 'autoplay; fullscreen'
  frame.referrerPolicy = 'no-referrer'
  frame.tabIndex = -1
  frame.title = candidate.player ?? 'video'
  frame.onload = () => report.frame()
  frame.src = candidate.url
  stage.append(frame)
  return {
    element: frame,
    stop() {
      frame.onload = null
      frame.src = 'about:blank'
      frame.remove()
    },
  }
}
