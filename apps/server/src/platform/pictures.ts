import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { DriverContract } from 'flydrive/types'
import type { Config } from './config.ts'

/** Where picture files lie: a folder, or a bucket. Keys are made by `pictureKey` and never by a caller of ours. */
export type PictureDisk = {
  /** Replaces the whole file at once. Whoever waits for it may acknowledge: the bytes outlast a power cut. */
  put(key: string, data: Uint8Array, mime: string): Promise<void>
  /** The same for what is too long to be held at once; answers its bytes. */
  putStream(key: string, data: AsyncIterable<Uint8Array>, mime: string): Promise<number>
  /** Undefined where there is no such file. */
  read(key: string): Promise<Readable | undefined>
  /** A file that is not there counts as deleted. */
  delete(key: string): Promise<void>
  /** Files of a folder and those inside it, with the time they were written; none where there is no such folder. */
  list(folder: string): AsyncIterable<{ key: string; writtenAt: Date }>
}

/** A new key under the day (UTC) on which the file is written. */
export function pictureKey(at: Date, ending: string): string {
  return `${dayFolder(at)}/${randomUUID()}.${ending}`
}

/** Where the small copy of a picture lies. */
export function thumbnailKey(key: string): string {
  return `${key.replace(/\.[a-z]+$/, '')}.320.webp`
}

/** Opens the folder `pictures` in the data folder, or the S3-compatible bucket of the configuration. */
export async function openPictureDisk(config: Pick<Config, 'data' | 's3'>): Promise<PictureDisk> {
  return config.s3 ? bucketDisk(config.s3) : folderDisk(join(config.data, 'pictures'))
}

/** Pictures in a folder; nothing is acknowledged before file and folders are flushed. */
export async function folderDisk(root: string): Promise<PictureDisk> {
  await mkdir(root, { recursive: true, mode: 0o700 })
  const disk = new Disk(new FSDriver({ location: root, visibility: 'private' }))
  return {
    ...diskOf(disk),
    async put(key, data) {
      const part = `${key}.${randomUUID()}.part`
      await disk.put(part, data)
      const file = join(root, key)
      await flush(join(root, part))
      await rename(join(root, part), file)
      for (let folder = dirname(file); folder.length >= root.length; folder = dirname(folder))
        await flush(folder)
    },
    async putStream(key, data) {
      const part = join(root, disk.file(`${key}.${randomUUID()}.part`).key)
      const file = join(root, disk.file(key).key)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      const counted = counting(data)
      try {
        await pipeline(counted.data, createWriteStream(part, { mode: 0o600, flush: true }))
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      await rename(part, file)
      for (let folder = dirname(file); folder.length >= root.length; folder = dirname(folder))
        await flush(folder)
      return counted.bytes()
    },
    async read(key) {
      const stream = createReadStream(join(root, disk.file(key).key))
      try {
        await once(stream, 'open')
        return stream
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
  }
}

async function bucketDisk(s3: NonNullable<Config['s3']>): Promise<PictureDisk> {
  // Loaded only where it is used: it is most of a second.
  const { S3Driver } = await import('flydrive/drivers/s3')
  const driver: DriverContract = new S3Driver({
    endpoint: s3.endpoint,
    region: s3.region,
    bucket: s3.bucket,
    credentials: { accessKeyId: s3.key, secretAccessKey: s3.secret },
    // Buckets in the path: what every S3-compatible storage knows.
    forcePathStyle: true,
    supportsACL: false,
    visibility: 'private',
  })
  return diskOf(new Disk(driver))
}

function diskOf(disk: Disk): PictureDisk {
  return {
    put: (key, data, mime) => disk.put(key, data, { contentType: mime }),
    async putStream(key, data, mime) {
      const counted = counting(data)
      await disk.putStream(key, Readable.from(counted.data, { objectMode: false }), { contentType: mime })
      return counted.bytes()
    },
    async read(key) {
      try {
        return await disk.getStream(key)
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    delete: key => disk.delete(key),
    async *list(folder) {
      let paginationToken: string | undefined
      do {
        const page = await disk.listAll(folder, {
          recursive: true,
          ...(paginationToken ? { paginationToken } : {}),
        })
        for (const file of page.objects) {
          if (!('getMetaData' in file)) continue
          const written = await writtenAt(() => file.getMetaData())
          if (written) yield { key: file.key, writtenAt: written }
        }
        paginationToken = page.paginationToken
      } while (paginationToken)
    },
  }
}

function counting(data: AsyncIterable<Uint8Array>) {
  let bytes = 0
  async function* passed() {
    for await (const chunk of data) {
      bytes += chunk.length
      yield chunk
    }
  }
  return { data: passed(), bytes: () => bytes }
}

/** When a file was written; undefined where it went while the folder was read: it was renamed, or another server deleted it. */
async function writtenAt(about: () => Promise<{ lastModified: Date }>): Promise<Date | undefined> {
  try {
    return (await about()).lastModified
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Where pictures lie that were written on a day (UTC). */
export function dayFolder(at: Date): string {
  return at.toISOString().slice(0, 10).replaceAll('-', '/')
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Whether an error, or what caused it, says that there is no such file. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  return code === 'ENOENT' || error.name === 'NoSuchKey' || isMissing(error.cause)
}
