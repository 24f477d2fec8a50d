import type { AnalysisAnswer, Question } from '@aisle/contract'
import { api } from '../api.ts'
import { ApiProblem } from '../problem.ts'

/** As many questions as one call takes. */
const most = 60

type Waiting = {
  question: Question
  resolve(answer: AnalysisAnswer): void
  reject(error: unknown): void
}
let waiting: Waiting[] = []

/**
 * Asks a question; those asked in the same moment (the panels of a page) go out as one call and are answered each for itself.
 * @throws ApiProblem where the call failed or this question was refused
 */
export function askTogether(question: Question): Promise<AnalysisAnswer> {
  return new Promise((resolve, reject) => {
    waiting.push({ question, resolve, reject })
    if (waiting.length === 1) setTimeout(send, 0)
  })
}

function send() {
  const all = waiting
  waiting = []
  for (let at = 0; at < all.length; at += most) void sendBatch(all.slice(at, at + most))
}

async function sendBatch(batch: readonly Waiting[]): Promise<void> {
  const at = new Date()
  try {
    const said = await api.analysis.query({ body: { questions: batch.map(({ question }) => question) } })
    const answers = 'answers' in said ? said.answers : [said]
    for (const [index, { resolve, reject }] of batch.entries()) {
      const answer = answers[index]
      if (answer === undefined) reject(new Error('a question was not answered'))
      else if ('error' in answer) reject(refusalOf(answer.error, at))
      else resolve(answer)
    }
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}

const refusalOf = (
  { code, message, path }: { code: number; message: string; path?: string | undefined },
  at: Date,
) =>
  new ApiProblem(message, {
    code,
    status: code,
    method: 'POST',
    path: '/api/analysis/query',
    at,
    ...(path === undefined ? {} : { errors: [{ path, message }] }),
  })
