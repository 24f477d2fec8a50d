import { algorithms, type Finding, findingStatusNames } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Download, Focus, History, MonitorPlay } from 'lucide-react'
import { Link } from 'react-router'
import { api } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { useWritten } from '../../lib/written.ts'
import { pathOf, useRegistry } from '../../shell/registry.ts'
import { Tag } from '../../ui/bits.tsx'
import { panelAttributes, stateOf } from '../../ui/panel.tsx'
import { Bone, ErrorState, Loading } from '../../ui/states.tsx'
import { StepDrawer } from '../../ui/step-drawer.tsx'
import { toast } from '../../ui/toast.tsx'
import { writtenMoment } from '../playback/shop-day.ts'
import { DecisionButtons } from './decision-buttons.tsx'
import { EvidenceReplay } from './evidence-replay.tsx'
import { FindingPicture } from './finding-picture.tsx'
import { findingQueries } from './queries.ts'
import { pictureWithBoxes, saveBlob } from './save-jpg.ts'
import { findingTones, measureNames, sharedMeasures, aiText as words } from './text.ts'
import type { Deciding } from './use-decide.ts'
import { useDecideKeys } from './use-decide-keys.ts'
import { useFindingWords } from './use-finding-words.ts'

type Props = {
  findingId: string
  /** The findings on show, in their order: what J and K go through. */
  ids: readonly string[]
  deciding: Deciding
  open: (id: string | undefined) => void
}

/** What speaks for a finding: the picture with what was found, what was measured, the recording around it. */
export function EvidenceDrawer({ findingId, ids, deciding, open }: Props) {
  const t = useText()
  const say = useFindingWords()
  const query = useQuery(findingQueries.detail(findingId))
  const finding = query.data
  const state = stateOf(query)
  useDecideKeys(finding, deciding)
  return (
    <StepDrawer
      id={findingId}
      ids={ids}
      open={open}
      words={{ next: words.next, previous: words.previous, group: words.keyGroup }}
      className="evidence-drawer"
      title={finding ? say.what(finding) : t(words.evidence)}
      footer={
        finding && finding.actions.length > 0 ? (
          <DecisionButtons finding={finding} deciding={deciding} hasKeys size="middle" />
        ) : undefined
      }
    >
      <section {...panelAttributes('p2', state)} aria-label={t(words.evidence)} className="evidence">
        {state === 'loading' && (
          <Loading>
            <Bone height={290} radius={8} />
          </Loading>
        )}
        {state === 'error' && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {finding && (
          <>
            <FindingPicture finding={finding} />
            <Facts finding={finding} />
            <Links finding={finding} />
            <EvidenceReplay key={finding.id} finding={finding} />
            <Measures finding={finding} />
          </>
        )}
      </section>
    </StepDrawer>
  )
}

function Facts({ finding }: { finding: Finding }) {
  const t = useText()
  const written = useWritten()
  const say = useFindingWords()
  const { timeZone, decidedAt, decidedBy } = finding
  const facts: [label: string, value: string][] = [
    [t(words.confidence), say.percent(finding.confidence)],
    [t(words.time), say.full(finding.foundAt, timeZone)],
    [t(words.shop), say.shop(finding)],
    [t(words.camera), say.camera(finding) || '—'],
    ...(finding.presetName === ''
      ? []
      : [[t(words.preset), written(finding.presetName)] as [string, string]]),
    [t(words.source), finding.source ? written(finding.source.name) : t(words.ours)],
    [
      t(words.decisions),
      decidedBy && decidedAt
        ? `${decidedBy.userName} · ${say.full(decidedAt, timeZone)}`
        : t(words.undecided),
    ],
    ...(finding.remark === '' ? [] : [[t(words.remark), written(finding.remark)] as [string, string]]),
  ]
  return (
    <>
      <p className="evidence-meaning">
        <Tag tone={findingTones[finding.status]}>{t(findingStatusNames[finding.status])}</Tag>
        {t(algorithms[finding.algorithm].meaning)}
      </p>
      <dl className="evidence-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** Where to look further: the camera now, its recording then, the problem, the picture as a file. */
function Links({ finding }: { finding: Finding }) {
  const t = useText()
  const say = useFindingWords()
  const { pages } = useRegistry()
  const { user, can } = useSession()
  const { shopId, cameraId, timeZone, foundAt, picture, problemId } = finding
  const live = pathOf(pages, 'monitor', user)
  const playback = pathOf(pages, 'playback', user)
  const problems = pathOf(pages, 'problems', user)
  const at = writtenMoment(new Date(foundAt).getTime(), timeZone)

  async function save() {
    try {
      const label = `${say.what(finding)} ${say.percent(finding.confidence)}`
      saveBlob(
        `${say.what(finding)}_${say.shop(finding)}_${at.replace(/\D/g, '')}.jpg`,
        await pictureWithBoxes(finding, label),
      )
    } catch (error) {
      toast.error(error)
    }
  }
  async function makeReference() {
    if (!picture) return
    try {
      await api.findings.setReference({ body: { pictureId: picture.id } })
      toast.success(words.referenceSet)
    } catch (error) {
      toast.error(error)
    }
  }
  return (
    <p className="evidence-links">
      {problems && problemId !== null && (
        <Link to={`${problems}?problemId=${problemId}`}>
          <CircleAlert size={14} aria-hidden /> {t(words.openProblem)}
        </Link>
      )}
      {live && cameraId !== null && (
        <Link to={`${live}?${new URLSearchParams({ shop: shopId, camera: cameraId })}`}>
          <MonitorPlay size={14} aria-hidden /> {t(words.toMonitor)}
        </Link>
      )}
      {playback && cameraId !== null && (
        <Link to={`${playback}?${new URLSearchParams({ shop: shopId, cameras: cameraId, at })}`}>
          <History size={14} aria-hidden /> {t(words.toPlayback)}
        </Link>
      )}
      {picture && (
        <button type="button" className="link-button" onClick={() => void save()}>
          <Download size={14} aria-hidden /> {t(words.saveJpg)}
        </button>
      )}
      {picture && finding.source === null && can('inspect.plan') && (
        <button type="button" className="link-button" onClick={() => void makeReference()}>
          <Focus size={14} aria-hidden /> {t(words.useAsReference)}
        </button>
      )}
    </p>
  )
}

/** The figures behind the confidence. */
function Measures({ finding }: { finding: Finding }) {
  const t = useText()
  const entries = Object.entries(finding.measures)
  if (entries.length === 0) return null
  return (
    <>
      <h3>{t(words.measures)}</h3>
      <dl className="evidence-facts">
        {entries.map(([name, value]) => {
          const known = Object.hasOwn(measureNames, name) ? measureNames[name] : undefined
          return (
            <div key={name}>
              <dt>{known ? t(known) : name}</dt>
              <dd>{sharedMeasures.has(name) ? `${(value * 100).toFixed(1)}%` : value}</dd>
            </div>
          )
        })}
      </dl>
    </>
  )
}
