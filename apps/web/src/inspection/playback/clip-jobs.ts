import { createStore } from '../../lib/store.ts'
import { toast } from '../../ui/toast.tsx'
import { saveBlob } from '../ai/save-jpg.ts'
import { ClipError, type ClipProblem, exportClip } from './clip-export.ts'
import type { PlaySource } from './play-source.ts'
import type { Stretch } from './recorded.ts'
import { playbackText as words } from './text.ts'

export type ClipJob = { id: number; name: string; share: number; cancel(): void }

/** Clips on their way; they go on while one walks about the console. */
export const clipJobs = createStore<readonly ClipJob[]>([])
let lastId = 0

const problems: Record<ClipProblem, keyof typeof words> = {
  noFile: 'clipNoFile',
  encrypted: 'clipEncrypted',
  broken: 'clipBroken',
}

/** Starts an export in the background; a note tells how it ended, and the file is saved. */
export async function startClip(source: PlaySource, span: Stretch, names: { camera: string; file: string }) {
  lastId += 1
  const id = lastId
  const abort = new AbortController()
  const others = () => clipJobs.get().filter(job => job.id !== id)
  const note = (share: number) =>
    clipJobs.set(
      [...others(), { id, name: names.camera, share, cancel: () => abort.abort() }].sort(
        (a, b) => a.id - b.id,
      ),
    )
  note(0)
  try {
    const { blob, ending } = await exportClip(source, span, { signal: abort.signal, progress: note })
    saveBlob(`${names.file}.${ending}`, blob)
    toast.success(words.clipReady, { name: names.camera })
  } catch (error) {
    if (abort.signal.aborted) return
    if (error instanceof ClipError) toast.error(words[problems[error.problem]], { name: names.camera })
    else toast.error(error)
  } finally {
    clipJobs.set(others())
  }
}
