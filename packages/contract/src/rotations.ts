import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { answerId, clockTime, done, id } from './shared.ts'

export const panesPerTurn = [1, 4, 9, 16] as const
export const rotationSeconds = { min: 5, max: 600 } as const

const pane = z.object({
  cameraId: z.string().min(1).max(64),
  /** The preset that the camera goes to before it is shown; null leaves it where it is. */
  presetId: z.string().max(64).nullable().default(null),
})
const group = z.object({ name: z.string().trim().min(1).max(60), panes: z.array(pane).min(1).max(200) })
const body = z.object({
  name: z.string().trim().min(1).max(60),
  /** Shown one after the other; each is cut into turns of `panesPerTurn`. */
  groups: z.array(group).min(1).max(40),
  panesPerTurn: z.union([z.literal(1), z.literal(4), z.literal(9), z.literal(16)]),
  seconds: z.number().int().min(rotationSeconds.min).max(rotationSeconds.max),
  /** When it runs, on the clock of whoever watches; both null: all day. Past midnight where `toTime` is earlier. */
  fromTime: clockTime.nullable().default(null),
  toTime: clockTime.nullable().default(null),
  isOn: z.boolean().default(true),
  isPublic: z.boolean().default(false),
})
const whole = body.refine(one => (one.fromTime === null) === (one.toTime === null), {
  path: ['toTime'],
  message: 'both or neither',
})

export const rotation = body.extend({
  id: answerId,
  /** Empty where the caller may see none of its cameras. */
  groups: z.array(group),
  own: z.boolean(),
  ownerName: z.string(),
  version: z.number(),
  updatedAt: z.string(),
  /** How many panes are of cameras that the caller may not see, or that are gone; they are left out of `groups`. */
  hiddenPanes: z.number(),
})
export type Rotation = z.infer<typeof rotation>
export type RotationBody = z.infer<typeof body>

const tag = 'rotations'
const editor = ['inspect.plan', 'inspect.operate'] as const
const params = z.object({ rotationId: id })

/** Cameras that turn by themselves on a wall. */
export const rotationCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/rotations',
    summary: 'Rotation plans: the caller’s own and shared ones, with the cameras that the caller may see.',
    tag,
    authority: ['inspect.view', ...editor],
    answer: z.array(rotation),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/rotations',
    summary: 'Makes a rotation plan. Every camera must be in the scope of the caller.',
    tag,
    authority: editor,
    body: whole,
    answer: rotation,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/rotations/:rotationId',
    summary: 'Changes an own rotation plan. 409 with the present one where it was changed meanwhile.',
    tag,
    authority: editor,
    params,
    body: whole.and(z.object({ version: z.number().int().min(1) })),
    answer: rotation,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/rotations/:rotationId',
    summary: 'Deletes an own rotation plan.',
    tag,
    authority: editor,
    params,
    answer: done,
  }),
}
