import { VendorError, type VendorErrorCode } from '@aisle/cameras'
import { AppError, type ProblemName } from '@aisle/contract'
import { vendorText } from './text.ts'

const problemOf: Partial<Record<VendorErrorCode, ProblemName>> = {
  offline: 'cameraOffline',
  timeout: 'vendorSlow',
  upstream: 'vendorFailed',
  breakerOpen: 'vendorFailed',
  misconfigured: 'vendorFailed',
  frozen: 'vendorFailed',
  controlledByOther: 'cameraHeld',
}

/** What an adapter threw, as a problem of ours. A vendor's 401 is never ours. */
export function asProblem(error: unknown): unknown {
  if (!(error instanceof VendorError)) return error
  return new AppError(
    problemOf[error.code] ?? 'ruleBroken',
    vendorText[error.code],
    {
      reason: error.code,
      ...(error.retryAfterMs === undefined ? {} : { retryAfterSeconds: error.retryAfterMs / 1000 }),
    },
    { cause: error },
  )
}

/** Runs a call to a platform; its failures leave as ours. */
export async function onPlatform<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asProblem(error)
  }
}
