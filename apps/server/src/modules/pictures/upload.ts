import { AppError } from '@aisle/contract'
import type { CallContext } from '../../platform/http/request.ts'
import { text } from './text.ts'

/**
 * The bytes of the picture that a call carries: the first multipart file, or `data:image/…;base64,…` in its field `file`.
 * What they are is not taken from what either says of itself.
 * @throws AppError invalidInput where there is neither
 */
export function uploadedPicture({ files }: Pick<CallContext, 'files'>, dataUrl: string | undefined): Buffer {
  const sent = files[0]?.data
  if (sent) return sent
  const comma = dataUrl?.indexOf(',') ?? -1
  const head = dataUrl?.slice(0, Math.max(comma, 0)) ?? ''
  if (!dataUrl || !/^data:[^;,]{0,100};base64$/.test(head))
    throw new AppError('invalidInput', text.noFile, {
      errors: [{ path: 'file', message: 'a multipart file, or a data URL in Base64' }],
    })
  return Buffer.from(dataUrl.slice(comma + 1), 'base64')
}
