import { AppError } from '@aisle/contract'
import type { FastifyRequest } from 'fastify'
import type { UploadedFile } from './request.ts'
import { text } from './text.ts'

export const maxFileBytes = 10_000_000

/** Reads a multipart body whole: fields as texts, files up to 10 MB each unless the call takes larger ones. */
export async function readMultipart(
  request: FastifyRequest,
  fileBytes = maxFileBytes,
): Promise<{ body: Record<string, string>; files: UploadedFile[] }> {
  const body: Record<string, string> = {}
  const files: UploadedFile[] = []
  try {
    for await (const part of request.parts({
      limits: { fileSize: fileBytes, files: 4, fields: 60, fieldSize: 100_000 },
    })) {
      if (part.type === 'file') {
        const data = await part.toBuffer()
        if (part.file.truncated) throw tooLarge(fileBytes)
        files.push({ field: part.fieldname, name: part.filename ?? '', data, mime: part.mimetype })
      } else if (typeof part.value === 'string') body[part.fieldname] = part.value
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE')
      throw tooLarge(fileBytes)
    // A body that ends in its middle is the sender's fault, though the parser has no code for it.
    if (error instanceof AppError || (error instanceof Error && 'statusCode' in error)) throw error
    throw new AppError(
      'invalidInput',
      text.invalidInput,
      { errors: [{ path: 'file', message: 'the multipart body cannot be read' }] },
      { cause: error },
    )
  }
  return { body, files }
}

const tooLarge = (bytes: number) => new AppError('tooLarge', text.fileTooLarge(Math.floor(bytes / 1_000_000)))
