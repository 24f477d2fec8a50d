/**
 * The page some cameras give instead of a stream, made to be shown in a frame: fragmented MP4 through Media Source,
 * kept close to live; without Media Source, stills twice a second. Undefined: the address is no longer good.
 */
export function playerPage(source: { name: string; stream: string; still: string } | undefined): string {
  if (!source) return page('', '<p>播放地址已失效 · The play address has expired</p>', '')
  const { name, stream, still } = source
  const body = `<video muted autoplay playsinline aria-label="${escaped(name)}"></video><img alt="" hidden><p hidden></p>`
  return page(
    name,
    body,
    `<script>play(${JSON.stringify(stream)}, ${JSON.stringify(still)})\n${play}</script>`,
  )
}

function page(title: string, body: string, script: string): string {
  return `<!doctype html>
<html lang="zh">
<meta charset="utf-8">
<title>${escaped(title)}</title>
<style>
html,body{margin:0;height:100%;background:#000;color:#ccc;font:14px system-ui,sans-serif}
video,img{position:fixed;inset:0;width:100%;height:100%;object-fit:contain}
p{position:fixed;inset:0;margin:auto;height:1.5em;text-align:center}
[hidden]{display:none}
</style>
<body>${body}${script}</body>
</html>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, letter => `&#${letter.charCodeAt(0)};`)
}

/** Runs in the frame. */
const play = `
function play(streamUrl, stillUrl) {
  const video = document.querySelector('video')
  const image = document.querySelector('img')
  const note = document.querySelector('p')
  if (!('MediaSource' in window)) return showStills()
  let waitMs = 1000
  connect()

  async function connect() {
    const source = new MediaSource()
    video.src = URL.createObjectURL(source)
    const aborted = new AbortController()
    try {
      await new Promise(open => source.addEventListener('sourceopen', open, { once: true }))
      const answer = await fetch(streamUrl, { signal: aborted.signal })
      if (!answer.ok) throw new Error('HTTP ' + answer.status)
      const reader = answer.body.getReader()
      let bytes = new Uint8Array(0)
      let buffer
      for (;;) {
        const { done, value } = await reader.read()
        if (done) throw new Error('ended')
        note.hidden = true
        waitMs = 1000
        if (!buffer) {
          bytes = joined(bytes, value)
          const codec = codecOf(bytes)
          if (!codec) continue
          buffer = source.addSourceBuffer('video/mp4; codecs="' + codec + '"')
          buffer.mode = 'segments'
          await append(buffer, bytes)
        } else await append(buffer, value)
        keepLive(buffer)
      }
    } catch {
      aborted.abort()
      note.hidden = false
      note.textContent = '正在重新连接 · Reconnecting'
      setTimeout(connect, waitMs)
      waitMs = Math.min(waitMs * 2, 15000)
    }
  }

  function append(buffer, bytes) {
    return new Promise((done, failed) => {
      buffer.onupdateend = done
      buffer.onerror = failed
      buffer.appendBuffer(bytes)
    })
  }

  function keepLive(buffer) {
    if (!buffer.buffered.length) return
    const start = buffer.buffered.start(0)
    const end = buffer.buffered.end(buffer.buffered.length - 1)
    if (video.currentTime < start || end - video.currentTime > 1.5) video.currentTime = Math.max(start, end - 0.3)
    if (video.paused) video.play().catch(() => {})
    if (end - start > 30 && !buffer.updating) buffer.remove(0, end - 15)
  }

  function showStills() {
    video.hidden = true
    image.hidden = false
    image.onload = () => setTimeout(next, 500)
    image.onerror = () => setTimeout(next, 2000)
    next()
    function next() { image.src = stillUrl + '?' + Date.now() }
  }

  function joined(left, right) {
    const both = new Uint8Array(left.length + right.length)
    both.set(left)
    both.set(right, left.length)
    return both
  }

  // Profile, constraints and level stand behind the name of the avcC box of the first segment.
  function codecOf(bytes) {
    for (let at = 0; at + 8 <= bytes.length; at++) {
      if (String.fromCharCode(bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]) !== 'avcC') continue
      return 'avc1.' + [bytes[at + 5], bytes[at + 6], bytes[at + 7]].map(b => b.toString(16).padStart(2, '0')).join('')
    }
  }
}
`
