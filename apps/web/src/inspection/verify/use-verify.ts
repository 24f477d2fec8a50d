import type { Camera, Picture, Problem, ShopDetail } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { textNow, useName } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { toast } from '../../ui/toast.tsx'
import type { Presets } from '../presets/use-presets.ts'
import { useTurnTo } from '../presets/use-turn-to.ts'
import { refreshProblems, scoringQueries } from '../scoring/queries.ts'
import { verifyText as words } from './text.ts'
import { foundEarlier, type Step, stepsOf } from './verify-model.ts'

type Around = {
  shop: ShopDetail
  cameras: readonly Camera[]
  camera: Camera
  presets: Presets
  select(cameraId: string): void
  /** Takes a picture of what is seen now; undefined where there is none to take. */
  takePicture(): Promise<Picture | undefined>
  mayCapture: boolean
  /** The check-shop record of this visit and when it began (epoch ms), once it has. */
  visit: { recordId?: string | undefined; beganAt?: number | undefined }
}

/** Open problems of earlier visits, and one of them held against the live picture; undefined for who may see none. */
export function useVerify(around: Around) {
  const { can } = useSession()
  const name = useName()
  const may = can('problem.view', 'problem.handle')
  const { shop, cameras } = around
  const list = useQuery({ ...scoringQueries.openProblems(shop.shopid), enabled: may })
  const [problem, show] = useState<Problem>()
  const [isRunning, run] = useState(false)
  const reached = useRef(around)
  reached.current = around
  const mayClose = can('inspect.score')
  const { recordId, beganAt } = around.visit
  const problems = foundEarlier(list.data ?? [], { recordId, beganAt })
  // Another visit looks anew: meanwhile others may have raised or closed some.
  useEffect(() => {
    if (recordId !== undefined) void refreshProblems()
  }, [recordId])
  const { preset } = useTurnTo(
    problem && { key: problem.id, cameraId: problem.cameraId, presetId: problem.presetId },
    around,
  )

  async function decide(isFixed: boolean, remark: string) {
    if (!problem || isRunning) return
    const steps = stepsOf(problem, isFixed, mayClose)
    if (steps.length === 0) return
    run(true)
    try {
      const picture = around.mayCapture ? await reached.current.takePicture() : undefined
      const pictureIds = picture ? [picture.id] : []
      let { version } = problem
      const params = { problemId: problem.id }
      for (const [index, step] of steps.entries()) {
        if (step === 'comment') {
          const content = remark.trim() === '' ? textNow(words.stillThere) : remark.trim()
          await api.problems.comment({ params, body: { content, pictureIds } })
        } else {
          // The picture and the words stand at the first step; the close after it needs neither again.
          const body = index === 0 ? { version, remark, pictureIds } : { version }
          ;({ version } = await api.problems[step]({ params, body }))
        }
      }
      toast.success(saidOf(steps), { name: name(problem.itemName, problem.itemNameEn) })
      show(undefined)
    } catch (error) {
      toast.error(error)
    } finally {
      run(false)
      void refreshProblems()
    }
  }

  if (!may) return undefined
  return {
    list,
    problems,
    problem,
    timeZone: shop.timeZone,
    hasCamera: (of: Problem) => cameras.some(each => each.id === of.cameraId),
    preset,
    start: (next: Problem) => show(next),
    leave: () => show(undefined),
    may: (isFixed: boolean) => problem !== undefined && stepsOf(problem, isFixed, mayClose).length > 0,
    decide,
    isRunning,
  }
}
export type Verify = NonNullable<ReturnType<typeof useVerify>>

function saidOf(steps: readonly Step[]) {
  const last = steps.at(-1)
  return last === 'close'
    ? words.closed
    : last === 'submit'
      ? words.submitted
      : last === 'sendBack'
        ? words.sentBack
        : words.noted
}
