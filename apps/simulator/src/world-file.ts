import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { World, WorldSnapshot } from './cameras.ts'

const settleMs = 500

/** Restores the world from the folder, and writes it there half a second after each change. */
export async function keepWorld(world: World, folder: string): Promise<{ close(): Promise<void> }> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, 'world.json')
  const kept = await read(path)
  if (kept) world.restore(kept)

  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  const write = () => {
    timer = undefined
    const text = JSON.stringify(world.snapshot())
    writing = writing.then(async () => {
      // Renamed into place: a process killed while writing leaves the old file.
      await writeFile(`${path}.new`, text)
      await rename(`${path}.new`, path)
    })
    writing.catch(error => console.error(`the simulator could not write ${path}: ${error}`))
  }
  world.watch(() => {
    timer ??= setTimeout(write, settleMs)
  })
  return {
    async close() {
      if (timer) {
        clearTimeout(timer)
        write()
      }
      await writing.catch(() => undefined)
    },
  }
}

async function read(path: string): Promise<WorldSnapshot | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'))
    return isSnapshot(value) ? value : undefined
  } catch {
    // Missing at the first start; a damaged file means a fresh world.
    return undefined
  }
}

function isSnapshot(value: unknown): value is WorldSnapshot {
  return (
    typeof value === 'object' &&
    value !== null &&
    'provisioned' in value &&
    Array.isArray(value.provisioned) &&
    'faults' in value &&
    'presets' in value
  )
}
