/** Every way a call can fail, with its HTTP status and the `code` of the envelope (specification of calls, "Conventions"). */
export const problems = {
  invalidInput: { status: 400, code: 400 },
  /** A rule was broken; the message is shown to the user as it is. */
  ruleBroken: { status: 400, code: 10001 },
  sessionEnded: { status: 401, code: 401 },
  forbidden: { status: 403, code: 403 },
  notFound: { status: 404, code: 404 },
  conflict: { status: 409, code: 409 },
  cameraHeld: { status: 409, code: 409 },
  tooLarge: { status: 413, code: 413 },
  unsupportedMedia: { status: 415, code: 415 },
  tooMany: { status: 429, code: 429 },
  /** The camera does not answer: it is off, or its network is. */
  cameraOffline: { status: 502, code: 10001 },
  vendorFailed: { status: 502, code: 10001 },
  vendorSlow: { status: 504, code: 10001 },
  unavailable: { status: 503, code: 503 },
  internal: { status: 500, code: 500 },
} as const satisfies Record<string, { status: number; code: number }>

export type ProblemName = keyof typeof problems

/** A sentence in both languages of the product. Leaving one out does not compile. */
export type Text = { readonly zh: string; readonly en: string }

export type FieldError = { path: string; message: string }

/** What a problem may carry beside its message: field errors, who holds a camera, seconds to wait. */
export type ProblemDetails = {
  errors?: FieldError[]
  /** Machine-readable reason, finer than the code: `offline`, `noRecording`, `presetsFull` … */
  reason?: string
  heldBy?: { userId: string; name: string; until: string }
  retryAfterSeconds?: number
  /** What is there now, where the caller knew something older: the `data` of the envelope. */
  current?: unknown
}

/** The one error class of the server: a problem by name, a message in both languages, and details. */
export class AppError extends Error {
  readonly problem: ProblemName
  readonly text: Text
  readonly details: ProblemDetails
  constructor(problem: ProblemName, text: Text, details: ProblemDetails = {}, options?: ErrorOptions) {
    super(text.en, options)
    this.name = 'AppError'
    this.problem = problem
    this.text = text
    this.details = details
  }
}
