import { downloadZip } from 'client-zip'

/** A file of an archive: its name (folders before a slash), its bytes and when it was made. */
export type ArchiveEntry = { name: string; data: Uint8Array<ArrayBuffer>; at: Date }

/** A ZIP archive without compression: pictures are compressed already. */
export const archiveOf = (entries: readonly ArchiveEntry[]): Promise<Blob> =>
  downloadZip(entries.map(({ name, data, at }) => ({ name, input: data, lastModified: at }))).blob()
