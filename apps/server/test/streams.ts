import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'

const clip = (name: string) => readFileSync(join(import.meta.dirname, '../../capture/test/clips', name))

/**
 * Live streams of one colour, as platforms send them: /red.flv and /red.mp4 begin with a picture and then stay open, the
 * newest segment of /live.m3u8 is blue, /ws is red over a WebSocket, /silent answers nothing, /empty.flv ends at once.
 */
export async function serveStreams(): Promise<{ url: string; ws: string; close(): void }> {
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0]
    if (path === '/silent') return
    if (path === '/red.flv' || path === '/red.mp4') {
      response.writeHead(200, { 'Content-Type': 'video/x-flv' })
      trickle(clip(path.slice(1)), part => response.write(part))
    } else if (path === '/empty.flv') response.end()
    else if (path === '/live.m3u8')
      response.end(
        '#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:7\n#EXTINF:1.0,\nred.ts\n#EXTINF:1.0,\nblue.ts?token=1\n',
      )
    else if (path === '/red.ts' || path === '/blue.ts')
      response.end(clip(path.slice(1).replace('.ts', '.m2ts')))
    else response.writeHead(404).end()
  })
  server.on('connection', socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  server.on('upgrade', (request, socket) => {
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
    const accept = createHash('sha1').update(key).digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
    trickle(clip('red.flv'), part => socket.write(Buffer.concat([Buffer.from([0x82, part.length]), part])))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    ws: `ws://127.0.0.1:${port}/ws`,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** A camera never stops sending: a hundred bytes at a time, about as fast as the pictures are. */
function trickle(video: Buffer, send: (part: Buffer) => boolean): void {
  let at = 0
  const timer = setInterval(() => {
    if (at < video.length) send(video.subarray(at, at + 100))
    else clearInterval(timer)
    at += 100
  }, 10)
}
