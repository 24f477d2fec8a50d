import {
  type Picture,
  type Problem,
  type ProblemAction,
  problemActions,
  problemStatusNames,
} from '@aisle/contract'
import { Input, Modal } from 'antd'
import { ArrowRight } from 'lucide-react'
import { useId, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { isProblem, messageOf } from '../../lib/problem.ts'
import { queryClient } from '../../lib/queries.ts'
import { Tag } from '../../ui/bits.tsx'
import { toast } from '../../ui/toast.tsx'
import { stepsOf } from './actions.ts'
import { DueField } from './due-field.tsx'
import { PictureAdder } from './picture-adder.tsx'
import { problemQueries, problemsChanged } from './queries.ts'
import { statusTones, problemText as words } from './text.ts'
import { useProblemWords } from './use-problem-words.ts'

type Props = { problem: Problem; action: ProblemAction; onClose: () => void }

/** A change of status: the remark, pictures of afterwards, a new due date where it goes back. */
export function StepDialog({ problem: given, action, onClose }: Props) {
  const t = useText()
  const id = useId()
  const say = useProblemWords()
  const [problem, setProblem] = useState(given)
  const [remark, setRemark] = useState('')
  const [pictures, setPictures] = useState<readonly Picture[]>([])
  const [dueAt, setDueAt] = useState<string>()
  const [isSending, sending] = useState(false)
  const [fault, setFault] = useState<string>()
  const [isGone, setGone] = useState(false)
  const { from, to, name } = problemActions[action]
  const goesBack = action === 'sendBack' || action === 'reopen'

  async function send() {
    sending(true)
    setFault(undefined)
    try {
      const body = { version: problem.version, remark, pictureIds: pictures.map(picture => picture.id) }
      const params = { problemId: problem.id }
      const changed = goesBack
        ? await api.problems[action]({ params, body: { ...body, ...(dueAt ? { dueAt } : {}) } })
        : await api.problems[action]({ params, body })
      queryClient.setQueryData(problemQueries.detail(problem.id).queryKey, changed)
      void problemsChanged()
      toast.success(words.done, { item: say.item(problem), action: t(name) })
      onClose()
    } catch (error) {
      if (isProblem(error) && error.code === 409) await reload()
      else setFault(messageOf(error))
      sending(false)
    }
  }
  /** Somebody was faster: what is there now is shown, and the step is offered again where it is still possible. */
  async function reload() {
    toast.error(words.conflict)
    void problemsChanged()
    const current = await queryClient
      .fetchQuery({ ...problemQueries.detail(problem.id), staleTime: 0 })
      .catch(() => undefined)
    if (current && stepsOf(current).includes(action)) {
      setProblem(current)
      setFault(t(words.conflict))
    } else if (remark.trim() === '') onClose()
    else {
      // What was written is left to be copied.
      setGone(true)
      setFault(t(words.stepGone))
    }
  }
  return (
    <Modal
      open
      centered
      width={520}
      title={`${t(name)} · ${say.item(problem)}`}
      okText={t(name)}
      cancelText={t(words.cancel)}
      confirmLoading={isSending}
      okButtonProps={{ disabled: isGone }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <div className="problem-step">
        <p className="problem-way">
          <Tag tone={statusTones[from]}>{t(problemStatusNames[from])}</Tag>
          <ArrowRight size={14} aria-hidden />
          <Tag tone={statusTones[to]}>{t(problemStatusNames[to])}</Tag>
          <span className="ellipsis">{say.shop(problem)}</span>
        </p>
        {fault && (
          <p role="alert" className="problem-fault">
            {fault}
          </p>
        )}
        <div className="problem-field">
          <label htmlFor={id}>{t(words.stepRemark)}</label>
          <Input.TextArea
            id={id}
            autoFocus
            rows={3}
            maxLength={500}
            showCount
            value={remark}
            placeholder={t(words.stepRemarkHint, {
              who: t(action === 'submit' ? words.reviewer : words.rectifier),
            })}
            onChange={event => setRemark(event.target.value)}
          />
        </div>
        <PictureAdder
          problem={problem}
          pictures={pictures}
          onChange={setPictures}
          label={t(action === 'submit' ? words.afterPictures : words.pictures)}
        />
        {goesBack && (
          <DueField label={t(words.newDue)} value={dueAt} timeZone={problem.timeZone} onChange={setDueAt} />
        )}
      </div>
    </Modal>
  )
}
