import { type Picture, type ProblemEvent, problemStatusNames, type WholeProblem } from '@aisle/contract'
import { Button, Image, Input } from 'antd'
import { useId, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { Tag } from '../../ui/bits.tsx'
import { toast } from '../../ui/toast.tsx'
import { Written } from '../../ui/written.tsx'
import { PictureAdder } from './picture-adder.tsx'
import { problemsChanged } from './queries.ts'
import { eventNames, sourceNames, statusTones, problemText as words } from './text.ts'
import { useProblemWords } from './use-problem-words.ts'

type Props = { problem: WholeProblem }

/** Before and after, side by side. */
export function ProblemPictures({ problem }: Props) {
  const t = useText()
  return (
    <div className="problem-pictures">
      <PictureSide
        title={t(words.before)}
        empty={t(words.noBefore)}
        pictures={problem.beforePictures}
        timeZone={problem.timeZone}
      />
      <PictureSide
        title={t(words.after)}
        empty={t(words.noAfter)}
        pictures={problem.afterPictures}
        timeZone={problem.timeZone}
      />
    </div>
  )
}

type SideProps = { title: string; empty: string; pictures: readonly Picture[]; timeZone: string }

function PictureSide({ title, empty, pictures, timeZone }: SideProps) {
  const format = useFormat()
  const [first, ...others] = pictures
  return (
    <figure>
      <figcaption>
        {title}
        {first && <time dateTime={first.takenAt}>{format.moment(new Date(first.takenAt), timeZone)}</time>}
      </figcaption>
      {first ? (
        <Image.PreviewGroup items={pictures.map(picture => picture.fileAddr)}>
          <Image src={first.thumbnailUrl} alt={title} className="problem-picture" />
        </Image.PreviewGroup>
      ) : (
        <p className="problem-no-picture">{empty}</p>
      )}
      <Thumbs pictures={others} />
    </figure>
  )
}

/** Small pictures in a row; a click shows them large. */
function Thumbs({ pictures }: { pictures: readonly Picture[] }) {
  if (pictures.length === 0) return null
  return (
    <div className="problem-thumbs">
      <Image.PreviewGroup items={pictures.map(picture => picture.fileAddr)}>
        {pictures.map(picture => (
          <Image key={picture.id} src={picture.thumbnailUrl} alt="" width={56} height={40} />
        ))}
      </Image.PreviewGroup>
    </div>
  )
}

export function ProblemFacts({ problem }: Props) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const say = useProblemWords()
  const time = (at: string) => format.moment(new Date(at), problem.timeZone)
  const owner = problem.owner
  return (
    <dl className="problem-facts">
      <dt>{t(words.status)}</dt>
      <dd>
        <Tag tone={statusTones[problem.status]}>{t(problemStatusNames[problem.status])}</Tag>{' '}
        {problem.overdue && <Tag tone="error">{t(words.overdue)}</Tag>}
      </dd>
      <dt>{t(words.shop)}</dt>
      <dd>{say.shop(problem)}</dd>
      <dt>{t(words.questionType)}</dt>
      <dd>{say.questionType(problem) || '—'}</dd>
      <dt>{t(words.item)}</dt>
      <dd>{say.item(problem)}</dd>
      <dt>{t(words.remark)}</dt>
      <dd>
        {problem.remark ? (
          <Written text={problem.remark} />
        ) : (
          <span className="muted">{t(words.noRemark)}</span>
        )}
      </dd>
      <dt>{t(words.owner)}</dt>
      <dd>
        {say.owner(owner)} {owner?.phone && <a href={`tel:${owner.phone}`}>{owner.phone}</a>}
      </dd>
      <dt>{t(words.due)}</dt>
      <dd title={t(words.reminders)}>
        {problem.dueAt ? (
          <>
            {format.date(new Date(problem.dueAt), problem.timeZone)}{' '}
            {format.hourMinute(new Date(problem.dueAt), problem.timeZone)}
            {problem.status === 'rectification' && (
              <span className={problem.overdue ? 'overdue-text' : 'muted'}> · {say.due(problem)}</span>
            )}
          </>
        ) : (
          t(words.noDue)
        )}
      </dd>
      <dt>{t(words.raisedBy)}</dt>
      <dd>
        {problem.raisedBy.userName} · {time(problem.raisedAt)}
      </dd>
      <dt>{t(words.source)}</dt>
      <dd>
        {t(sourceNames[problem.source.kind])}
        {problem.cameraName && ` · ${name(problem.cameraName, problem.cameraNameEn)}`}
      </dd>
      <dt>{t(words.score)}</dt>
      <dd>{problem.score ?? <span className="muted">{t(words.noScore)}</span>}</dd>
      {problem.submittedAt && (
        <>
          <dt>{t(words.submittedAt)}</dt>
          <dd>{time(problem.submittedAt)}</dd>
        </>
      )}
      {problem.closedAt && (
        <>
          <dt>{t(words.closedAt)}</dt>
          <dd>{time(problem.closedAt)}</dd>
        </>
      )}
    </dl>
  )
}

/** Who did what when, latest first. */
export function ProblemHistory({ problem }: Props) {
  const t = useText()
  const format = useFormat()
  return (
    <section className="problem-part">
      <h3>{t(words.history)}</h3>
      <ol className="problem-history">
        {problem.history.toReversed().map(event => (
          <li key={event.id} data-to={event.to}>
            <p>
              <strong>{t(eventNames[event.action])}</strong> {event.by.userName}
              <time dateTime={event.at}>{format.moment(new Date(event.at), problem.timeZone)}</time>
            </p>
            <Changes event={event} timeZone={problem.timeZone} />
            {event.remark !== '' && (
              <p className="problem-said">
                <Written text={event.remark} />
              </p>
            )}
            <Thumbs pictures={event.pictures} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Changes({ event, timeZone }: { event: ProblemEvent; timeZone: string }) {
  const t = useText()
  const format = useFormat()
  const { owner, dueAt } = event.changes
  const day = (at: string | null) => (at === null ? t(words.noDue) : format.moment(new Date(at), timeZone))
  return (
    <>
      {owner && (
        <p className="problem-change">
          {t(words.changedTo, {
            what: t(words.owner),
            from: owner.from ?? t(words.noOwner),
            to: owner.to ?? t(words.noOwner),
          })}
        </p>
      )}
      {dueAt && (
        <p className="problem-change">
          {t(words.changedTo, { what: t(words.due), from: day(dueAt.from), to: day(dueAt.to) })}
        </p>
      )}
    </>
  )
}

/** What people say about it; with pictures where they have any. */
export function ProblemComments({ problem }: Props) {
  const t = useText()
  const id = useId()
  const format = useFormat()
  const { can } = useSession()
  const [content, write] = useState('')
  const [pictures, setPictures] = useState<readonly Picture[]>([])
  const [clientKey, setKey] = useState(() => crypto.randomUUID())
  const [isSending, sending] = useState(false)
  async function send() {
    sending(true)
    try {
      await api.problems.comment({
        params: { problemId: problem.id },
        body: { content: content.trim(), pictureIds: pictures.map(picture => picture.id), clientKey },
      })
      write('')
      setPictures([])
      setKey(crypto.randomUUID())
      await problemsChanged()
    } catch (error) {
      toast.error(error)
    } finally {
      sending(false)
    }
  }
  return (
    <section className="problem-part">
      <h3>{t(words.comments)}</h3>
      {problem.comments.length === 0 && <p className="muted">{t(words.noComments)}</p>}
      <ol className="problem-history">
        {problem.comments.map(comment => (
          <li key={comment.id}>
            <p>
              <strong>{comment.by.userName}</strong>
              <time dateTime={comment.at}>{format.moment(new Date(comment.at), problem.timeZone)}</time>
            </p>
            <p className="problem-said">
              <Written text={comment.content} />
            </p>
            <Thumbs pictures={comment.pictures} />
          </li>
        ))}
      </ol>
      {can('problem.handle', 'inspect.score') && (
        <div className="problem-comment">
          <label htmlFor={id} className="visually-hidden">
            {t(words.comment)}
          </label>
          <Input.TextArea
            id={id}
            rows={2}
            maxLength={1000}
            value={content}
            placeholder={t(words.comment)}
            onChange={event => write(event.target.value)}
          />
          <PictureAdder
            problem={problem}
            pictures={pictures}
            onChange={setPictures}
            label={t(words.pictures)}
          />
          <Button
            size="small"
            disabled={content.trim() === ''}
            loading={isSending}
            onClick={() => void send()}
          >
            {t(words.send)}
          </Button>
        </div>
      )}
    </section>
  )
}
