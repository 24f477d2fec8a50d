import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayFolder, openPictureDisk, type PictureDisk, pictureKey, thumbnailKey } from './pictures.ts'

const today = new Date()
let folder: string
let bucket: Awaited<ReturnType<typeof bucketServer>>
const disks: Record<string, PictureDisk> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aisle-disk-'))
  bucket = await bucketServer()
  disks.folder = await openPictureDisk({ data: folder, s3: undefined })
  disks.bucket = await openPictureDisk({
    data: folder,
    s3: { endpoint: bucket.url, bucket: 'pictures', key: 'key', secret: 'secret', region: 'us-east-1' },
  })
})
afterAll(async () => {
  bucket.server.closeAllConnections()
  bucket.server.close()
  await rm(folder, { recursive: true, force: true })
})

describe.each(['folder', 'bucket'])('pictures in a %s', name => {
  const disk = () => disks[name]!
  const bytes = async (key: string) => {
    const stream = await disk().read(key)
    return stream && (await buffer(stream))
  }

  it('gives back what was put, and nothing once it is deleted', async () => {
    const key = pictureKey(today, 'jpg')
    await disk().put(key, Buffer.from([1, 2, 3]), 'image/jpeg')
    expect(await bytes(key)).toEqual(Buffer.from([1, 2, 3]))
    await disk().put(key, Buffer.from([4]), 'image/jpeg')
    expect(await bytes(key)).toEqual(Buffer.from([4]))
    await disk().delete(key)
    expect(await bytes(key)).toBeUndefined()
    await disk().delete(key)
  })

  it('lists the files of a day with their times', async () => {
    const day = new Date('2026-03-01T12:00:00Z')
    const key = pictureKey(day, 'png')
    expect(key).toMatch(/^2026\/03\/01\/[\w-]+\.png$/)
    await disk().put(key, Buffer.from([1]), 'image/png')
    await disk().put(thumbnailKey(key), Buffer.from([2]), 'image/webp')
    const found = await filesOf(disk(), day)
    expect(found.map(file => file.key).toSorted()).toEqual([thumbnailKey(key), key].toSorted())
    for (const { writtenAt } of found) expect(writtenAt).toBeInstanceOf(Date)
    expect(await filesOf(disk(), new Date('2026-03-02T12:00:00Z'))).toEqual([])
  })

  it('leaves the folder of pictures to no key', async () => {
    await writeFile(join(folder, 'outside'), 'x')
    await expect(disk().put('../outside', Buffer.from([1]), 'image/png')).rejects.toThrow()
    await expect(disk().read('../outside')).rejects.toThrow()
    await expect(disk().delete('../outside')).rejects.toThrow()
  })
})

it('leaves no half-written file under the name of a picture', async () => {
  const day = new Date('2026-04-01T12:00:00Z')
  const key = pictureKey(day, 'jpg')
  const writers = Array.from({ length: 8 }, (_, n) =>
    disks.folder!.put(key, Buffer.alloc(300_000, n), 'image/jpeg'),
  )
  await Promise.all(writers)
  const stream = await disks.folder!.read(key)
  const content = await buffer(stream!)
  expect(content.length).toBe(300_000)
  expect(new Set(content).size).toBe(1)
  expect(await readdir(join(folder, 'pictures/2026/04/01'))).toHaveLength(1)
})

async function filesOf(disk: PictureDisk, day: Date) {
  const files: { key: string; writtenAt: Date }[] = []
  for await (const file of disk.list(dayFolder(day))) files.push(file)
  return files
}

/** As much of the S3 interface as a disk uses: objects in memory, addressed by path. */
async function bucketServer(): Promise<{ url: string; server: Server }> {
  const objects = new Map<string, { data: Buffer; at: Date }>()
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://bucket')
    const key = decodeURIComponent(url.pathname.replace(/^\/pictures\/?/, ''))
    const object = objects.get(key)
    if (request.method === 'PUT') {
      const encoded = await buffer(request)
      objects.set(key, { data: fromChunks(encoded, request.headers), at: new Date() })
      response.setHeader('ETag', '"1"').end()
    } else if (request.method === 'DELETE') {
      objects.delete(key)
      response.writeHead(204).end()
    } else if (url.searchParams.has('list-type')) {
      const prefix = url.searchParams.get('prefix') ?? ''
      const contents = [...objects]
        .filter(([name]) => name.startsWith(prefix))
        .map(
          ([name, { data, at }]) =>
            `<Contents><Key>${name}</Key><LastModified>${at.toISOString()}</LastModified><ETag>&quot;1&quot;</ETag><Size>${data.length}</Size></Contents>`,
        )
      response
        .setHeader('Content-Type', 'application/xml')
        .end(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`)
    } else if (object)
      response
        .setHeader('Last-Modified', object.at.toUTCString())
        .end(request.method === 'HEAD' ? undefined : object.data)
    else
      response
        .writeHead(404, { 'Content-Type': 'application/xml' })
        .end('<Error><Code>NoSuchKey</Code><Message>no such key</Message></Error>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

/** The client may send a body in chunks with a checksum at the end (aws-chunked). */
function fromChunks(encoded: Buffer, headers: Record<string, unknown>): Buffer {
  if (!String(headers['content-encoding'] ?? '').includes('aws-chunked')) return encoded
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const end = encoded.indexOf('\r\n', at)
    const size = Number.parseInt(encoded.subarray(at, end).toString(), 16)
    if (!(size > 0)) return Buffer.concat(parts)
    parts.push(encoded.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
}
