import { Button } from 'antd'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { useWritten } from '../../lib/written.ts'
import { Kbd, Tag } from '../../ui/bits.tsx'
import { useHotkeys } from '../../ui/hotkeys.ts'
import { Written } from '../../ui/written.tsx'
import { RemarkField } from '../forms/remark-field.tsx'
import { verifyText as words } from './text.ts'
import type { Verify } from './use-verify.ts'
import { picturesOf } from './verify-model.ts'
import './verify.css'

/** The old picture, beside the live one. */
export function OldPictures({ verify }: { verify: Verify }) {
  const t = useText()
  const format = useFormat()
  const [at, go] = useState(0)
  const pictures = verify.problem ? picturesOf(verify.problem) : []
  const shown = pictures[Math.min(at, pictures.length - 1)]
  if (!shown)
    return (
      <div className="old-picture">
        <p className="tool-hint">{t(words.noPicture)}</p>
      </div>
    )
  const time = format.moment(new Date(shown.picture.takenAt), verify.timeZone)
  const label = t(shown.isAfter ? words.claimed : words.before, { time })
  return (
    <figure className="old-picture">
      <img src={shown.picture.fileAddr} alt={label} />
      <figcaption className="pane-label">{label}</figcaption>
      {pictures.length > 1 && (
        <>
          <button
            type="button"
            className="picture-step"
            aria-label={t(words.previousPicture)}
            disabled={at <= 0}
            onClick={() => go(at - 1)}
          >
            <ChevronLeft size={20} aria-hidden />
          </button>
          <button
            type="button"
            className="picture-step"
            aria-label={t(words.nextPicture)}
            disabled={at >= pictures.length - 1}
            onClick={() => go(at + 1)}
          >
            <ChevronRight size={20} aria-hidden />
          </button>
        </>
      )}
    </figure>
  )
}

/** What is verified, and the verdict: 已整改 / 未整改. */
export function VerifyBar({ verify }: { verify: Verify }) {
  const t = useText()
  const written = useWritten()
  const name = useName()
  const [remark, write] = useState('')
  const { problem, preset } = verify
  useHotkeys([
    {
      keys: ['y'],
      text: words.fixed,
      group: words.keyGroup,
      isEnabled: verify.may(true),
      run: () => void verify.decide(true, remark),
    },
    {
      keys: ['n'],
      text: words.notFixed,
      group: words.keyGroup,
      isEnabled: verify.may(false),
      run: () => void verify.decide(false, remark),
    },
    { keys: ['Escape'], always: true, text: words.back, group: words.keyGroup, run: verify.leave },
  ])
  if (!problem) return null
  return (
    <section className="verify-bar" aria-label={t(words.verifying)} data-panel="verify" data-state="ready">
      <p className="verify-words">
        <strong>{name(problem.itemName, problem.itemNameEn)}</strong>
        {problem.remark !== '' && (
          <span>
            <Written text={problem.remark} />
          </span>
        )}
        {preset && <Tag tone="primary">{t(words.atPreset, { name: written(preset.presetName) })}</Tag>}
        {problem.cameraId !== null && !verify.hasCamera(problem) && (
          <Tag tone="warning">{t(words.cameraGone)}</Tag>
        )}
      </p>
      <RemarkField value={remark} label={t(words.remark)} onChange={write} />
      <div className="verify-buttons">
        <Button onClick={verify.leave}>{t(words.back)}</Button>
        <Button
          danger
          disabled={!verify.may(false)}
          loading={verify.isRunning}
          onClick={() => void verify.decide(false, remark)}
        >
          {t(words.notFixed)} <Kbd keys="n" />
        </Button>
        <Button
          type="primary"
          disabled={!verify.may(true)}
          loading={verify.isRunning}
          onClick={() => void verify.decide(true, remark)}
        >
          {t(words.fixed)} <Kbd keys="y" />
        </Button>
      </div>
    </section>
  )
}
