import { z } from 'zod'
import { notice } from './notices.ts'
import { isoTime } from './shared.ts'

/**
 * Events of `GET /api/stream` (text/event-stream, the session's token in the header): the one connection by which an open console
 * hears what changes. `ready` comes first, and again when something may have been missed: ask anew for everything then. `notice`
 * and `count` are for those who may see notices.
 */
export const streamEvents = {
  ready: z.object({ unhandled: z.number().optional() }),
  notice: z.object({ notice, unhandled: z.number() }),
  count: z.object({ unhandled: z.number() }),
  /** Figures of these shops, of those that the user may see, changed up to a moment; without `shops` they are too many to name. */
  figures: z.object({ shops: z.array(z.string()).optional(), until: isoTime }),
}
export type FiguresEvent = z.infer<typeof streamEvents.figures>
export const streamPath = '/api/stream'
