import type { CheckedAttribute, CheckSample, Verdict } from '@aisle/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Check, CircleHelp, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { messageOf } from '../../../../lib/problem.ts'
import { useSession } from '../../../../lib/session.ts'
import { Kbd, Tag } from '../../../../ui/bits.tsx'
import { useHotkeys } from '../../../../ui/hotkeys.ts'
import { stateOf } from '../../../../ui/panel.tsx'
import { toast } from '../../../../ui/toast.tsx'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { type Asked, type Judgement, judgementByKey, judgementOf, questionsOf } from './checking.ts'
import { pictureKey } from './pictures.tsx'
import { personQueries, traitsOf, whereOf } from './queries.ts'
import './persons.css'

const atOnce = 12
const group = { zh: '识别核验', en: 'Recognition check' }

/** Captures drawn by lot, judged one attribute after the other: by keys as fast as one can look. */
export function Checker({ panel, asking, className }: Special) {
  const t = useText()
  const { can } = useSession()
  const mayLook = can('customer.face')
  const [seed, draw] = useState(() => Math.floor(Math.random() * 4_000_000_000))
  const query = {
    ...(asking ? { ...whereOf(asking), deviceIds: traitsOf(asking).deviceIds } : { from: '', to: '' }),
    count: atOnce,
    seed,
  }
  const found = useQuery({ ...personQueries.samples(query), enabled: asking !== undefined && mayLook })
  const isDone = found.data !== undefined && found.data.total > 0 && found.data.samples.length === 0
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={mayLook ? stateOf(found, ({ samples }) => samples.length === 0) : 'forbidden'}
      error={found.error}
      onRetry={() => void found.refetch()}
      height={360}
      nothing={
        isDone
          ? t({
              zh: '所选日期与设备的抓拍已全部核验',
              en: 'Every capture of these days and devices is checked',
            })
          : t({
              zh: '所选日期与设备没有带照片的抓拍。此图需要：回传照片的人脸设备',
              en: 'No capture of these days and devices has a picture. It needs: face cameras that send pictures',
            })
      }
      hint={
        found.data &&
        t(
          {
            zh: '已核验 {checked} / {total} 张；每批随机 {count} 张',
            en: '{checked} of {total} checked; {count} drawn by lot at a time',
          },
          { checked: found.data.checked, total: found.data.total, count: atOnce },
        )
      }
    >
      {found.data && found.data.samples.length > 0 && (
        <Batch
          key={`${seed} ${JSON.stringify(query)}`}
          samples={found.data.samples}
          onMore={() => draw(Math.floor(Math.random() * 4_000_000_000))}
        />
      )}
    </SpecialCard>
  )
}

/** Judgements by sample and attribute. */
type Judged = ReadonlyMap<string, Judgement>
const judgedKey = (sample: CheckSample, attribute: CheckedAttribute) => `${pictureKey(sample)} ${attribute}`

function Batch({ samples, onMore }: { samples: readonly CheckSample[]; onMore: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const steps = samples.flatMap(sample => questionsOf(sample).map(asked => ({ sample, asked })))
  const [at, goTo] = useState(0)
  const [judged, note] = useState<Judged>(new Map())
  const save = useMutation({
    mutationFn: ({
      sample: { shopId, visitId },
      attribute,
      judgement,
    }: {
      sample: CheckSample
      attribute: CheckedAttribute
      judgement: Judgement | undefined
    }) =>
      api.persons.check({
        params: { shopId, visitId },
        body: { attribute, verdict: judgement?.verdict ?? null, actual: judgement?.actual ?? '' },
      }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['persons', 'confusion'] }),
    onError(error, { sample, attribute }) {
      toast.error(messageOf(error))
      note(known => {
        const left = new Map(known)
        left.delete(judgedKey(sample, attribute))
        return left
      })
    },
  })
  const step = steps[Math.min(at, steps.length - 1)]
  const isOver = at >= steps.length

  function judge(sample: CheckSample, asked: Asked, judgement: Judgement | undefined) {
    const key = judgedKey(sample, asked.attribute)
    note(known => {
      const next = new Map(known)
      if (judgement) next.set(key, judgement)
      else next.delete(key)
      return next
    })
    save.mutate({ sample, attribute: asked.attribute, judgement })
    if (judgement)
      goTo(steps.findIndex(one => one.sample === sample && one.asked.attribute === asked.attribute) + 1)
  }
  const byKey = (event: KeyboardEvent) => {
    const judgement = step && !isOver ? judgementByKey(step.asked, event.key) : undefined
    if (step && judgement) judge(step.sample, step.asked, judgement)
  }
  const back = () => {
    const before = steps[at - 1]
    if (!before) return
    goTo(at - 1)
    judge(before.sample, before.asked, undefined)
  }
  const key = (keys: readonly string[], zh: string, en: string) => ({
    keys,
    text: { zh, en },
    group,
    run: byKey,
  })
  useHotkeys([
    key(['ArrowRight'], '识别正确', 'Recognised rightly'),
    key(['ArrowLeft'], '识别错误', 'Recognised wrongly'),
    key(['ArrowDown', '0'], '无法判断', 'Cannot tell'),
    key(['1', '2', '3', '4', '5', '6', '7'], '选择实际取值', 'Choose what it is'),
    {
      keys: ['ArrowUp', 'Backspace'],
      text: { zh: '撤销上一步', en: 'Take the last one back' },
      group,
      run: back,
    },
  ])
  if (!step) return null
  const { sample } = step
  return (
    <>
      <div className="check-progress" aria-hidden>
        <i style={{ width: `${(at / steps.length) * 100}%` }} />
      </div>
      {isOver ? (
        <p role="status">
          {t({ zh: '这一批已核验完。', en: 'This batch is done. ' })}{' '}
          <Button type="primary" onClick={onMore}>
            {t({ zh: '再抽一批', en: 'Draw more' })}
          </Button>
        </p>
      ) : (
        <div className="check">
          <Faces sample={sample} />
          <ul className="check-rows">
            {questionsOf(sample).map(asked => (
              <Row
                key={asked.attribute}
                asked={asked}
                isCurrent={asked.attribute === step.asked.attribute}
                judgement={judged.get(judgedKey(sample, asked.attribute))}
                onJudge={judgement => judge(sample, asked, judgement)}
              />
            ))}
          </ul>
        </div>
      )}
      <div className="check-foot">
        <span className="check-key">
          <Kbd keys="ArrowRight" /> {t({ zh: '正确', en: 'right' })}
        </span>
        <span className="check-key">
          <Kbd keys="ArrowLeft" /> {t({ zh: '错误', en: 'wrong' })}
        </span>
        <span className="check-key">
          <Kbd keys="ArrowDown" /> {t({ zh: '无法判断', en: 'cannot tell' })}
        </span>
        <span className="check-key">
          <Kbd keys="1" />–<Kbd keys="7" /> {t({ zh: '选择实际取值', en: 'what it is' })}
        </span>
        <Button size="small" icon={<RotateCcw size={13} aria-hidden />} disabled={at === 0} onClick={back}>
          {t({ zh: '撤销上一步', en: 'Take the last one back' })}
        </Button>
        <span style={{ marginInlineStart: 'auto' }}>
          {t(
            { zh: '第 {at} / {count} 张', en: 'Picture {at} of {count}' },
            { at: Math.min(samples.indexOf(sample) + 1, samples.length), count: samples.length },
          )}
        </span>
      </div>
      <span className="visually-hidden" aria-live="polite">
        {isOver ? '' : t(step.asked.question)}
      </span>
    </>
  )
}

function Faces({ sample }: { sample: CheckSample }) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const { earlier, picture, shop, device, at } = sample
  return (
    <div className="check-faces">
      <figure>
        {picture && (
          <img
            className="portrait"
            src={picture}
            alt={t({ zh: '待核验的抓拍', en: 'The capture to check' })}
            referrerPolicy="no-referrer"
          />
        )}
        <figcaption>
          {format.moment(new Date(at), shop.timeZone)} · {name(shop.name, shop.nameEn)}
          {device && ` · ${name(device.name, device.nameEn)}`}
        </figcaption>
      </figure>
      {earlier && (
        <figure>
          <img
            className="portrait"
            src={earlier.picture}
            alt={t({ zh: '同一编号的上一张', en: 'The one before under the same id' })}
            referrerPolicy="no-referrer"
          />
          <figcaption>
            {t(
              { zh: '上次 {at}', en: 'Before: {at}' },
              { at: format.moment(new Date(earlier.at), shop.timeZone) },
            )}
          </figcaption>
        </figure>
      )}
    </div>
  )
}

const signs: Readonly<Record<Verdict, typeof Check>> = { right: Check, wrong: X, unsure: CircleHelp }
const verdictTone = { right: 'positive', wrong: 'negative', unsure: 'neutral' } as const
const verdictWords = {
  right: { zh: '正确', en: 'Right' },
  wrong: { zh: '错误', en: 'Wrong' },
  unsure: { zh: '无法判断', en: 'Unsure' },
} as const

function Row({
  asked,
  isCurrent,
  judgement,
  onJudge,
}: {
  asked: Asked
  isCurrent: boolean
  judgement: Judgement | undefined
  onJudge: (judgement: Judgement) => void
}) {
  const t = useText()
  const recognised = asked.choices.find(({ value }) => value === asked.recognised)
  const Sign = judgement && signs[judgement.verdict]
  return (
    <li className="check-row" data-at={isCurrent || undefined} aria-current={isCurrent ? 'step' : undefined}>
      <h3>
        {t(asked.question)}
        <span className="visit-about">
          {t(
            { zh: '识别为：{value}', en: 'recognised: {value}' },
            { value: recognised ? t(recognised.label) : '' },
          )}
        </span>
        {judgement && Sign && (
          <Tag tone={verdictTone[judgement.verdict]}>
            <Sign size={12} aria-hidden /> {t(verdictWords[judgement.verdict])}
          </Tag>
        )}
      </h3>
      <fieldset className="check-choices" aria-label={t(asked.question)}>
        {asked.choices.map(({ value, label }, index) => (
          <button
            key={value}
            type="button"
            className="check-choice"
            data-recognised={value === asked.recognised || undefined}
            aria-pressed={judgement !== undefined && judgement.actual === value}
            onClick={() => onJudge(judgementOf(asked, value))}
          >
            {isCurrent && <Kbd keys={String(index + 1)} />}
            {t(label)}
          </button>
        ))}
        <button
          type="button"
          className="check-choice"
          aria-pressed={judgement?.verdict === 'unsure'}
          onClick={() => onJudge({ verdict: 'unsure', actual: '' })}
        >
          {t(verdictWords.unsure)}
        </button>
      </fieldset>
    </li>
  )
}
