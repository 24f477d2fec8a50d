import { Readable } from 'node:stream'

const mostBytes = 32_000_000

/**
 * The messages of a WebSocket as one stream of bytes.
 * @throws Error where it does not open
 */
export function openWebSocket(url: string): Promise<Readable> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url)
    socket.binaryType = 'arraybuffer'
    const bytes = new Readable({
      read() {},
      destroy(error, done) {
        socket.close()
        done(error)
      },
    })
    socket.onopen = () => resolve(bytes)
    socket.onerror = () => {
      reject(new Error('the connection could not be opened'))
      bytes.push(null)
    }
    socket.onclose = () => bytes.push(null)
    socket.onmessage = ({ data }) => {
      if (bytes.readableLength > mostBytes) bytes.destroy(new Error('no picture in the first 32 MB'))
      else if (data instanceof ArrayBuffer && !bytes.destroyed) bytes.push(Buffer.from(data))
    }
  })
}
