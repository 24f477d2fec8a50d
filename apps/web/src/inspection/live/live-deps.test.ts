import { describe, expect, it } from 'vitest'
import { ApiProblem } from '../../lib/problem.ts'
import { troubleOf } from './live-deps.ts'

const problem = (status: number, reason?: string) =>
  new ApiProblem('words', { code: status, status, method: 'POST', path: '/api', at: new Date(0), reason })

describe('what a refused live session means', () => {
  it('is told from the reason first', () => {
    expect(troubleOf(problem(502, 'offline'))).toEqual({ reason: 'offline', message: 'words' })
    expect(troubleOf(problem(400, 'limitReached')).reason).toBe('taken')
    expect(troubleOf(problem(409, 'controlledByOther')).reason).toBe('taken')
  })

  it('is a matter of permission where the camera may not be seen or is not there', () => {
    for (const status of [401, 403, 404]) expect(troubleOf(problem(status)).reason).toBe('forbidden')
  })

  it('is a passing failure otherwise', () => {
    expect(troubleOf(problem(504, 'timeout')).reason).toBe('refused')
    expect(troubleOf(new TypeError('network'))).toEqual({ reason: 'refused' })
  })
})
