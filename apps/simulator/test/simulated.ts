import { createHash } from 'node:crypto'
import { WebSocket } from 'ws'
import { type Simulator, type SimulatorOptions, startSimulator } from '../src/simulator.ts'
import { type HandMadeMedia, handMadeMedia } from './hand-made-media.ts'

/** Tuesday noon in Shanghai. */
export const tuesdayNoon = Date.parse('2026-06-09T12:00:00+08:00')

export type Simulated = Simulator & {
  media: HandMadeMedia
  /** Moves the simulator's clock on. */
  pass(ms: number): void
  now(): number
  /** Milliseconds the simulator wanted to wait; it does not in tests. */
  waits: number[]
}

/** A simulator without pictures, whose clock stands still until told. */
export async function simulated(options: SimulatorOptions = {}): Promise<Simulated> {
  let at = tuesdayNoon
  const media = handMadeMedia()
  const waits: number[] = []
  const simulator = await startSimulator({
    media,
    now: () => at,
    random: () => 0.5,
    wait: async ms => void waits.push(ms),
    ...options,
  })
  return {
    ...simulator,
    media,
    waits,
    now: () => at,
    pass(ms) {
      at += ms
    },
  }
}

export function md5(text: string): string {
  return createHash('md5').update(text).digest('hex')
}

/** First bytes of a stream, which is then left. */
export async function firstBytes(url: string): Promise<{ status: number; bytes: string; headers: Headers }> {
  const left = new AbortController()
  const answer = await fetch(url, { signal: left.signal })
  const chunk = await answer.body?.getReader().read()
  const bytes = Buffer.from(chunk?.value ?? []).toString('latin1')
  left.abort()
  return { status: answer.status, bytes, headers: answer.headers }
}

/** An open WebSocket and its first message, or the status it was refused with. */
export function openSocket(
  url: string,
): Promise<{ first: string; close(): Promise<void> } | { refused: number }> {
  const socket = new WebSocket(url)
  return new Promise((resolve, reject) => {
    socket.once('unexpected-response', (_request, answer) => resolve({ refused: answer.statusCode ?? 0 }))
    socket.once('error', reject)
    socket.once('message', data => {
      const closed = new Promise<void>(done => socket.once('close', () => done()))
      resolve({
        first: Buffer.from(data as Buffer).toString('latin1'),
        close() {
          socket.close()
          return closed
        },
      })
    })
  })
}

/** Resolves when it holds; the caller's test times out when it never does. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(resolve => setTimeout(resolve, 5))
}

/** What an answer holds at a path; undefined when it is not there. */
export function at(answer: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    answer,
  )
}

export function textAt(answer: unknown, ...path: (string | number)[]): string {
  const value = at(answer, ...path)
  if (typeof value !== 'string') throw new Error(`no text at ${path.join('.')} of ${JSON.stringify(answer)}`)
  return value
}

export function listAt(answer: unknown, ...path: (string | number)[]): unknown[] {
  const value = at(answer, ...path)
  if (!Array.isArray(value)) throw new Error(`no list at ${path.join('.')} of ${JSON.stringify(answer)}`)
  return value
}
