import type { Player } from './player.ts'

const everyMs = 2_000
const failuresAllowed = 3

/** A picture asked for again every two seconds: the last resort. */
export const jpeg: Player = (stage, candidate, _settings, report) => {
  const image = document.createElement('img')
  image.alt = ''
  stage.append(image)
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let stopped = false
  const ask = () => {
    const url = new URL(candidate.url, location.href)
    url.searchParams.set('t', String(Date.now()))
    image.src = url.href
  }
  const later = () => {
    if (!stopped) timer = setTimeout(ask, everyMs)
  }
  image.onload = () => {
    failures = 0
    report.frame()
    later()
  }
  image.onerror = () => {
    failures += 1
    if (failures >= failuresAllowed) report.ended('picture not available')
    else later()
  }
  ask()
  return {
    element: image,
    stop() {
      stopped = true
      clearTimeout(timer)
      image.onload = null
      image.onerror = null
      image.removeAttribute('src')
      image.remove()
    },
  }
}
